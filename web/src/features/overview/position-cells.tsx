// Tests: positions-card.test.tsx

import { toOptionTerms } from '@ballast/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Change } from '../../components/ui/change.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { formatDate, formatMoney, formatValue, NO_DATA } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import type { Lot, MissingPrice, PositionRow } from './position-rows.ts'
import { PriceFlash } from './price-flash.tsx'
import { toMissingPriceText, toQuoteText } from './price-status.ts'

/** A line of the table: a ticker, or one of its lots under it. */
export interface TableRow {
  key: string
  row: PositionRow
  lot?: Lot
  /** Which lot of how many, for lots without an account name. */
  lotNumber?: number
  expanded: boolean
}

/** A cell's figure and, in an element of its own, what belongs to it. */
export function TwoLines({
  first,
  second,
  title,
}: {
  first: ReactNode
  second?: ReactNode
  title?: string | undefined
}) {
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
export function toNameLine({ row, lot }: TableRow): string | null {
  const terms = toOptionTerms(row.ticker)
  return lot ? null : terms ? formatDate(terms.expiry) : row.name
}

interface TickerCellProps {
  line: TableRow
  second: string | null
  onToggleLots: (ticker: string) => void
}

export function TickerCell({ line, second, onToggleLots }: TickerCellProps) {
  const { row, lot, lotNumber, expanded } = line
  const secondLine = second && (
    <span className="text-subtle-foreground" title={second}>
      {second}
    </span>
  )
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
              onClick={(event) => {
                // The row itself opens the options of the ticker.
                event.stopPropagation()
                onToggleLots(row.ticker)
              }}
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

export function CostCell({ row, lot }: { row: PositionRow; lot: Lot | undefined }) {
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

export function PriceCell({ row }: { row: PositionRow }) {
  return (
    <PriceFlash price={row.isPriced ? row.currentPrice : null}>
      <PriceText row={row} />
    </PriceFlash>
  )
}

const toMissingLabel = (reason: MissingPrice) => (reason === 'expired' || reason === 'matured' ? reason : 'no price')

function PriceText({ row }: { row: PositionRow }) {
  if (row.missingPrice === 'pending') return <Skeleton className="ml-auto h-4 w-16" />
  if (row.missingPrice !== null) {
    return (
      <TwoLines
        first={<span className="text-muted-foreground">{formatMoney(row.currentPrice)}</span>}
        second={<span className="text-warning">{toMissingLabel(row.missingPrice)}</span>}
        title={toMissingPriceText(row.missingPrice)}
      />
    )
  }
  return (
    <TwoLines
      first={formatMoney(row.currentPrice)}
      title={row.quote ? toQuoteText(row.quote) : undefined}
      second={
        row.quote?.source === 'stated' ? (
          <span className="text-subtle-foreground">{formatDate(row.quote.asOf)}</span>
        ) : (
          row.dayChangePercent !== null && <Change percent={row.dayChangePercent} />
        )
      }
    />
  )
}

export function ValueCell({ row, lot }: { row: PositionRow; lot: Lot | undefined }) {
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
