import { useMemo } from 'react'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { formatShare, formatValue } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import type { AllocationEntry } from './allocation-view.ts'

const ROW_HEIGHT = 36
const MOST_HEIGHT = 600

const toColumns = (header: string): readonly Column<AllocationEntry>[] => [
  {
    id: 'ticker',
    header: 'Ticker',
    width: 'minmax(0, 1.2fr)',
    sortValue: ({ ticker }) => ticker,
    cell: ({ ticker }) => (
      <span className="block truncate" title={ticker}>
        {toTickerLabel(ticker)}
      </span>
    ),
  },
  {
    id: 'value',
    header,
    align: 'right',
    width: 'minmax(0, 1fr)',
    sortValue: ({ value }) => value,
    cell: ({ value }) => formatValue(value),
  },
  {
    id: 'share',
    header: 'Share',
    align: 'right',
    width: '64px',
    sortValue: ({ percent }) => percent,
    cell: ({ percent }) => formatShare(percent),
  },
]

/** The ring's figures as a table. There may be as many rows as a portfolio may have positions, so only those in sight are drawn. */
export function AllocationTable({ entries, header }: { entries: readonly AllocationEntry[]; header: string }) {
  const columns = useMemo(() => toColumns(header), [header])
  return (
    <VirtualTable
      label="Asset Allocation"
      rows={entries}
      columns={columns}
      rowKey={({ ticker }) => ticker}
      rowHeight={ROW_HEIGHT}
      height={MOST_HEIGHT}
      className="rounded-control border"
    />
  )
}
