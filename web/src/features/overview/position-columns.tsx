import { toOptionTerms } from '@ballast/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Change } from '../../components/ui/change.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import type { Column } from '../../components/ui/virtual-table.tsx'
import { formatDate, formatMoney, formatNumber, formatValue, NO_DATA } from '../../lib/format.ts'
import type { Lot, PositionRow } from './position-rows.ts'
import { toMissingPriceText } from './price-status.ts'
import { toTickerLabel } from './ticker-label.ts'

/** A line of the table: a ticker, or one of its lots under it. */
export interface TableRow {
  key: string
  row: PositionRow
  lot?: Lot
  /** Which lot of how many, for lots without an account name. */
  lotNumber?: number
  expanded: boolean
}

interface ColumnOptions {
  isPhone: boolean
  onToggleLots: (ticker: string) => void
}

/** The seven columns; on a phone the same figures in two lines and three columns. */
export function toPositionColumns(options: ColumnOptions): Column<TableRow>[] {
  return options.isPhone ? toPhoneColumns(options) : toDesktopColumns(options)
}

function toDesktopColumns({ onToggleLots }: ColumnOptions): Column<TableRow>[] {
  return [
    {
      id: 'ticker',
      header: 'Ticker',
      width: 'minmax(112px, 1.15fr)',
      sortValue: ({ row }) => row.ticker,
      cell: (line) => <TickerCell line={line} second={toNameLine(line)} onToggleLots={onToggleLots} />,
    },
    {
      id: 'sector',
      header: 'Sector',
      width: 'minmax(120px, 1.6fr)',
      sortValue: ({ row }) => row.sector,
      cell: ({ row, lot }) =>
        !lot && (
          <span className="block truncate text-muted-foreground" title={row.sector}>
            {row.sector}
          </span>
        ),
    },
    {
      id: 'shares',
      header: 'Shares',
      align: 'right',
      width: 'minmax(72px, 0.75fr)',
      sortValue: ({ row }) => row.shares,
      cell: ({ row, lot }) => <TwoLines first={formatNumber((lot ?? row).shares)} />,
    },
    {
      id: 'avgCost',
      header: 'Avg Cost',
      align: 'right',
      width: 'minmax(76px, 0.75fr)',
      sortValue: ({ row }) => row.avgCost,
      cell: ({ row, lot }) => <CostCell row={row} lot={lot} />,
    },
    {
      id: 'currentPrice',
      header: 'Current Price',
      align: 'right',
      width: 'minmax(92px, 0.9fr)',
      sortValue: ({ row }) => row.currentPrice,
      cell: ({ row, lot }) => !lot && <PriceCell row={row} />,
    },
    {
      id: 'marketValue',
      header: 'Market Value',
      align: 'right',
      width: 'minmax(96px, 0.95fr)',
      sortValue: ({ row }) => row.marketValue,
      cell: ({ row, lot }) => <ValueCell row={row} lot={lot} />,
    },
    {
      id: 'costBasis',
      header: 'Cost Basis',
      align: 'right',
      width: 'minmax(76px, 0.75fr)',
      sortValue: ({ row }) => row.costBasis,
      cell: ({ row, lot }) => (
        <span className="text-muted-foreground" title={(lot ?? row).costBasis === null ? 'No data' : undefined}>
          {formatValue((lot ?? row).costBasis)}
        </span>
      ),
    },
  ]
}

function toPhoneColumns({ onToggleLots }: ColumnOptions): Column<TableRow>[] {
  return [
    {
      id: 'ticker',
      header: 'Ticker, shares and average cost',
      width: 'minmax(0, 1.8fr)',
      cell: (line) => {
        const { shares, avgCost } = line.lot ?? line.row
        return (
          <TickerCell
            line={line}
            second={`${formatNumber(shares)} sh at ${formatMoney(avgCost)}`}
            onToggleLots={onToggleLots}
          />
        )
      },
    },
    {
      id: 'currentPrice',
      header: 'Current Price',
      align: 'right',
      width: 'minmax(0, 1fr)',
      cell: ({ row, lot }) => !lot && <PriceCell row={row} />,
    },
    {
      id: 'marketValue',
      header: 'Market Value and gain',
      align: 'right',
      width: 'minmax(0, 1fr)',
      cell: ({ row, lot }) => <ValueCell row={row} lot={lot} />,
    },
  ]
}

/** A cell's figure and, in an element of its own, what belongs to it. */
function TwoLines({ first, second, title }: { first: ReactNode; second?: ReactNode; title?: string | undefined }) {
  return (
    <>
      <span className="block truncate" title={first === NO_DATA ? 'No data' : title}>
        {first}
      </span>
      {second && <span className="block truncate text-caption">{second}</span>}
    </>
  )
}

/** The company's name; for an option when it ends; nothing for a lot, which stands under its ticker. */
function toNameLine({ row, lot }: TableRow): string | null {
  const terms = toOptionTerms(row.ticker)
  return lot ? null : terms ? formatDate(terms.expiry) : row.name
}

interface TickerCellProps {
  line: TableRow
  second: string | null
  onToggleLots: (ticker: string) => void
}

function TickerCell({ line, second, onToggleLots }: TickerCellProps) {
  const { row, lot, lotNumber, expanded } = line
  const secondLine = second && <span className="text-subtle-foreground">{second}</span>
  if (lot) {
    return (
      <span className="block border-l pl-3">
        <TwoLines first={lot.account ?? `Lot ${lotNumber}`} second={secondLine} />
      </span>
    )
  }
  const Chevron = expanded ? ChevronDown : ChevronRight
  return (
    <TwoLines
      first={
        <span className="inline-flex max-w-full items-center gap-1.5">
          <span className="truncate font-semibold" title={row.ticker}>
            {toTickerLabel(row.ticker)}
          </span>
          {row.lots.length > 1 && (
            <button
              type="button"
              aria-expanded={expanded}
              aria-label={`${row.lots.length} lots of ${row.ticker}`}
              onClick={() => onToggleLots(row.ticker)}
              className="-my-1 inline-flex h-6 shrink-0 items-center gap-0.5 rounded-badge bg-muted px-1.5 text-caption text-muted-foreground hover:text-foreground"
            >
              <Chevron aria-hidden="true" className="size-3" />
              {row.lots.length} lots
            </button>
          )}
        </span>
      }
      second={secondLine}
    />
  )
}

function CostCell({ row, lot }: { row: PositionRow; lot: Lot | undefined }) {
  const { avgCost } = lot ?? row
  // A row of one lot can say what its owner wrote; several lots may be in several currencies.
  const local = lot?.localCost ?? (row.lots.length === 1 ? row.lots[0]?.localCost : null)
  return (
    <TwoLines
      first={formatMoney(avgCost)}
      second={
        local && (
          <span className="text-subtle-foreground">{formatMoney(local.value, { currency: local.currency })}</span>
        )
      }
    />
  )
}

function PriceCell({ row }: { row: PositionRow }) {
  if (row.missingPrice === 'pending') return <Skeleton className="ml-auto h-4 w-16" />
  if (row.missingPrice !== null) {
    return (
      <TwoLines
        first={<span className="text-muted-foreground">{formatMoney(row.currentPrice)}</span>}
        second={<span className="text-warning">no price</span>}
        title={toMissingPriceText(row.missingPrice)}
      />
    )
  }
  return (
    <TwoLines
      first={formatMoney(row.currentPrice)}
      second={row.dayChangePercent !== null && <Change percent={row.dayChangePercent} />}
    />
  )
}

function ValueCell({ row, lot }: { row: PositionRow; lot: Lot | undefined }) {
  if (row.missingPrice === 'pending') return <Skeleton className="ml-auto h-4 w-16" />
  const value = formatValue((lot ?? row).marketValue)
  if (!row.isPriced) {
    return (
      <TwoLines
        first={<span className="text-muted-foreground">{value}</span>}
        second={value !== NO_DATA && <span className="text-subtle-foreground">at cost</span>}
      />
    )
  }
  if (lot) return <TwoLines first={value} />
  return (
    <TwoLines
      first={<span className="font-semibold">{value}</span>}
      // Cash neither gains nor loses; a 0 % beside it would only be noise.
      second={
        row.kind !== 'cash' &&
        row.gain &&
        row.gain.percent !== null && <Change percent={row.gain.percent} decimals={1} />
      }
    />
  )
}
