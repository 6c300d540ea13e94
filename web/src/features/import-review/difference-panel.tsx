// Tests: review-card.test.tsx

import type { ImportDifference } from '@ballast/contract'
import { useMemo } from 'react'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Spinner } from '../../components/ui/spinner.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { cn } from '../../lib/class-names.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { type DifferenceRow, describeCompared, describeDifference, toDifferenceRows } from './difference-view.ts'

interface DifferencePanelProps {
  comparison: {
    data: ImportDifference | undefined
    error: unknown
    isFetching: boolean
    refetch: () => unknown
  }
}

/** Shows what saving into a portfolio would add, remove and change, before it is done. */
export function DifferencePanel({ comparison }: DifferencePanelProps) {
  const { data, error, isFetching } = comparison
  const isPhone = useIsPhone()
  const rows = useMemo(() => (data ? toDifferenceRows(data) : []), [data])
  const columns = isPhone ? PHONE_COLUMNS : COLUMNS
  return (
    <section aria-label="What would change" className="pb-4" aria-busy={isFetching}>
      <p role="status" className="flex items-center gap-2 px-4 pb-3 text-[13px] leading-[18px] sm:px-5">
        {isFetching && <Spinner className="size-3.5" />}
        {data ? describeDifference(data) : isFetching ? 'Comparing with what is there...' : WAITING}
      </p>
      {error !== null && !isFetching ? (
        <LoadFailure
          title="Failed to compare"
          fallback="The server could not be reached. Nothing was changed."
          query={comparison}
        />
      ) : (
        rows.length > 0 && (
          <div className={cn('border-y', isFetching && 'opacity-50')}>
            <VirtualTable
              label="What would change"
              rows={rows}
              columns={columns}
              rowKey={({ key }) => key}
              rowHeight={isPhone ? 72 : 44}
              height={316}
              minWidth={isPhone ? 0 : 520}
              headerShown={!isPhone}
            />
          </div>
        )
      )}
    </section>
  )
}

const WAITING = 'You will see the changes here once every row can be saved.'

const TONES: Readonly<Record<DifferenceRow['change'], BadgeTone>> = {
  Added: 'gain',
  Removed: 'destructive',
  Changed: 'default',
}

const CHANGE: Column<DifferenceRow> = {
  id: 'change',
  header: 'Change',
  width: '92px',
  cell: ({ change }) => <Badge tone={TONES[change]}>{change}</Badge>,
}

const TICKER: Column<DifferenceRow> = {
  id: 'ticker',
  header: 'Ticker',
  width: 'minmax(130px, 1.4fr)',
  cell: ({ ticker, account }) => (
    <>
      <span className="block truncate font-semibold">{toTickerLabel(ticker)}</span>
      {account && <span className="block truncate text-caption text-muted-foreground">{account}</span>}
    </>
  ),
}

const COLUMNS: readonly Column<DifferenceRow>[] = [
  CHANGE,
  TICKER,
  {
    id: 'before',
    header: 'Before',
    align: 'right',
    width: 'minmax(130px, 1.3fr)',
    cell: ({ before }) => <span className="text-muted-foreground">{describeCompared(before)}</span>,
  },
  {
    id: 'after',
    header: 'After',
    align: 'right',
    width: 'minmax(130px, 1.3fr)',
    cell: ({ after }) => describeCompared(after),
  },
]

const PHONE_COLUMNS: readonly Column<DifferenceRow>[] = [
  CHANGE,
  {
    ...TICKER,
    width: 'minmax(0, 1fr)',
    cell: (row) => (
      <>
        {TICKER.cell(row)}
        <span className="line-clamp-2 text-label text-muted-foreground tabular">
          {[row.before, row.after].map(describeCompared).filter(Boolean).join(' → ')}
        </span>
      </>
    ),
  },
]
