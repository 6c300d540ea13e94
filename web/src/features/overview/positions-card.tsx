import { exportPortfolio, type Prices, toCallUrl, toOptionTerms } from '@ballast/contract'
import { Briefcase, Download, RotateCw } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { DropdownMenu, MenuItem } from '../../components/ui/dropdown-menu.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { type Column, type Sort, sortRows } from '../../components/ui/use-sorted-rows.ts'
import { VirtualTable } from '../../components/ui/virtual-table.tsx'
import { cn } from '../../lib/class-names.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import type { TableRow } from './position-cells.tsx'
import { toPositionColumns } from './position-columns.tsx'
import type { PositionRow } from './position-rows.ts'
import { PriceAge } from './price-age.tsx'

const LARGEST_FIRST: Sort = { columnId: 'marketValue', direction: 'descending' }
const BY_VALUE: Column<PositionRow>[] = [
  { id: 'marketValue', header: 'Market Value', width: '', cell: () => null, sortValue: (row) => row.marketValue },
]

interface PositionsCardProps {
  portfolioId: string
  rows: readonly PositionRow[]
  /** With the moment the answer came; absent while there is none. */
  prices: { answer: Prices; answeredAt: number } | undefined
  refreshing: boolean
  onRefresh: () => void
  /** Enter on a row, and a click on it: shows the options of its ticker. */
  onOpenTicker: (ticker: string) => void
  /** Above the table: that prices could not be loaded, and how to try again. */
  notice?: ReactNode
}

/** Every holding with its price, value and cost. */
export function PositionsCard({
  portfolioId,
  rows,
  prices,
  refreshing,
  onRefresh,
  onOpenTicker,
  notice,
}: PositionsCardProps) {
  const isPhone = useIsPhone()
  const [openTickers, setOpenTickers] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => {
    const onToggleLots = (ticker: string) => setOpenTickers((open) => toggle(open, ticker))
    return toPositionColumns({ isPhone, onToggleLots })
  }, [isPhone])
  // A phone shows no heads to sort by, so its order is made here.
  const ordered = useMemo(() => (isPhone ? sortRows(rows, BY_VALUE, LARGEST_FIRST) : rows), [isPhone, rows])
  const lines = useMemo(
    () => ordered.flatMap((row) => toLines(row, openTickers.has(row.ticker))),
    [ordered, openTickers],
  )
  const age = prices && <PriceAge prices={prices.answer} answeredAt={prices.answeredAt} />

  return (
    <Card
      title="Portfolio Positions"
      description={isPhone && rows.length > 0 && age}
      padded={false}
      className="h-full"
      contentClassName="pb-2"
      actions={
        rows.length > 0 && (
          <>
            {!isPhone && age}
            <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
            <ExportMenu portfolioId={portfolioId} />
          </>
        )
      }
    >
      {notice}
      <VirtualTable
        label="Portfolio Positions"
        rows={lines}
        columns={columns}
        rowKey={(line) => line.key}
        rowHeight={52}
        height={600}
        overscan={5}
        minWidth={isPhone ? 0 : 780}
        onOpenRow={({ row }) => {
          if (row.kind !== 'cash') onOpenTicker(toOptionTerms(row.ticker)?.underlying ?? row.ticker)
        }}
        headerShown={!isPhone}
        initialSort={LARGEST_FIRST}
        empty={
          <EmptyState
            icon={Briefcase}
            title="No positions to display"
            text="Upload a portfolio to see your positions"
          />
        }
      />
    </Card>
  )
}

/** A row and, while it is open, its lots; they sort by the row's own figures and so stay under it. */
function toLines(row: PositionRow, open: boolean): TableRow[] {
  const key = `${row.kind}:${row.ticker}`
  const expanded = open && row.lots.length > 1
  const line: TableRow = { key, row, expanded }
  if (!expanded) return [line]
  return [line, ...row.lots.map((lot, i): TableRow => ({ key: lot.id, row, lot, lotNumber: i + 1, expanded }))]
}

function toggle(open: ReadonlySet<string>, ticker: string): ReadonlySet<string> {
  const next = new Set(open)
  if (!next.delete(ticker)) next.add(ticker)
  return next
}

function RefreshButton({ refreshing, onRefresh }: Pick<PositionsCardProps, 'refreshing' | 'onRefresh'>) {
  return (
    <Tooltip text="Refresh prices">
      <Button
        size="icon-sm"
        aria-label="Refresh prices"
        aria-keyshortcuts="R"
        aria-busy={refreshing || undefined}
        disabled={refreshing}
        onClick={onRefresh}
      >
        <RotateCw aria-hidden="true" className={cn(refreshing && 'animate-spin')} />
      </Button>
    </Tooltip>
  )
}

function ExportMenu({ portfolioId }: { portfolioId: string }) {
  const href = (format: 'csv' | 'json') => toCallUrl(exportPortfolio, { params: { portfolioId }, query: { format } })
  return (
    <DropdownMenu
      className="min-w-[150px]"
      trigger={
        <Button size="icon-sm" aria-label="Export positions">
          <Download aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem asChild>
        <a href={href('csv')} download>
          CSV
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={href('json')} download>
          JSON
        </a>
      </MenuItem>
    </DropdownMenu>
  )
}
