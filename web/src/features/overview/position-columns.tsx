// Tests: positions-card.test.tsx

import { BOND_FACE, type PositionKind } from '@ballast/contract'
import type { Column } from '../../components/ui/virtual-table.tsx'
import { formatMoney, formatNumber, formatValue } from '../../lib/format.ts'
import { CostCell, PriceCell, type TableRow, TickerCell, TwoLines, toNameLine, ValueCell } from './position-cells.tsx'

interface ColumnOptions {
  isPhone: boolean
  onToggleLots: (ticker: string) => void
}

/** The seven columns; on a phone the same figures in two lines and three columns. */
export function toPositionColumns(options: ColumnOptions): Column<TableRow>[] {
  return options.isPhone ? toPhoneColumns(options) : toDesktopColumns(options)
}

function toDesktopColumns({ onToggleLots }: ColumnOptions): Column<TableRow>[] {
  const ticker: Column<TableRow> = {
    id: 'ticker',
    header: 'Ticker',
    width: 'minmax(116px, 1.75fr)',
    sortValue: ({ row }) => row.ticker,
    cell: (line) => <TickerCell line={line} second={toNameLine(line)} onToggleLots={onToggleLots} />,
  }
  return [ticker, SECTOR_COLUMN, ...FIGURE_COLUMNS]
}

const SECTOR_COLUMN: Column<TableRow> = {
  id: 'sector',
  header: 'Sector',
  width: 'minmax(120px, 1.55fr)',
  sortValue: ({ row }) => row.sector,
  cell: ({ row, lot }) =>
    !lot && (
      <span className="block truncate text-muted-foreground" title={row.sector}>
        {row.sector}
      </span>
    ),
}

const FIGURE_COLUMNS: readonly Column<TableRow>[] = [
  {
    id: 'shares',
    header: 'Shares',
    align: 'right',
    width: 'minmax(72px, 0.7fr)',
    sortValue: ({ row }) => row.shares,
    cell: ({ row, lot }) => (
      <TwoLines first={toHeldText(row.kind, (lot ?? row).shares)} second={row.kind === 'bond' && 'face value'} />
    ),
  },
  {
    id: 'avgCost',
    header: 'Avg Cost',
    align: 'right',
    width: 'minmax(76px, 0.74fr)',
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
    width: 'minmax(76px, 0.74fr)',
    sortValue: ({ row }) => row.costBasis,
    cell: ({ row, lot }) => (
      <span className="text-muted-foreground" title={(lot ?? row).costBasis === null ? 'No data' : undefined}>
        {formatValue((lot ?? row).costBasis)}
      </span>
    ),
  },
]

/** A bond counts by its face value, in dollars; everything else by its number. */
const toHeldText = (kind: PositionKind, shares: number) =>
  kind === 'bond' ? formatValue(shares * BOND_FACE) : formatNumber(shares)

function toPhoneColumns({ onToggleLots }: ColumnOptions): Column<TableRow>[] {
  return [
    {
      id: 'ticker',
      header: 'Ticker, shares and average cost',
      width: 'minmax(0, 1.8fr)',
      cell: (line) => {
        const { shares, avgCost } = line.lot ?? line.row
        const isOption = line.row.kind === 'option'
        const unit = line.row.kind === 'bond' ? ' face' : isOption ? '' : ' sh'
        const held = `${toHeldText(line.row.kind, shares)}${unit} at ${formatMoney(avgCost)}`
        return (
          <TickerCell
            line={line}
            second={isOption ? [toNameLine(line), held].filter(Boolean).join(' · ') : held}
            onToggleLots={onToggleLots}
          />
        )
      },
    },
    {
      id: 'currentPrice',
      header: 'Current Price',
      align: 'right',
      width: 'minmax(68px, 1fr)',
      cell: ({ row, lot }) => !lot && <PriceCell row={row} />,
    },
    {
      id: 'marketValue',
      header: 'Market Value and gain',
      align: 'right',
      width: 'minmax(68px, 1fr)',
      cell: ({ row, lot }) => <ValueCell row={row} lot={lot} />,
    },
  ]
}
