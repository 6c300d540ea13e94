// Tests: overview-page.test.tsx

import type { Overview } from '@ballast/contract'
import type { ReactNode } from 'react'
import { CoverageChip } from '../../components/coverage-chip.tsx'
import { Change, MoneyChange } from '../../components/ui/change.tsx'
import { formatMoney, formatValue } from '../../lib/format.ts'
import { isFromToday } from './price-status.ts'

/** Figures of the portfolio's value and gains; a row without data is left out rather than shown as nothing. */
export function ValueFigures({ overview }: { overview: Overview }) {
  const { marketValue, dayChange, totalGain, moves, session, asOf, covers } = overview
  const isToday = session === 'open' || (asOf !== null && isFromToday(asOf, new Date()))
  return (
    <dl className="grid min-w-0 content-start print:grid-cols-1 max-lg:grid-cols-2 max-lg:gap-x-6 max-sm:grid-cols-1 lg:divide-y lg:pr-5 *:py-2.5 lg:*:first:pt-0">
      <div className="max-lg:col-span-full max-lg:pt-0">
        <dt className="text-label text-muted-foreground">Market value</dt>
        <dd className="truncate text-hero tabular" title={marketValue === null ? 'No data' : formatMoney(marketValue)}>
          {formatValue(marketValue)}
        </dd>
        <dd>
          <CoverageChip covers={covers.value} />
        </dd>
      </div>
      {dayChange && (
        <Row label={isToday ? 'Day change' : 'Day change, last session'}>
          <MoneyChange amount={dayChange.value} className="text-title" />
          {dayChange.percent !== null && <Change percent={dayChange.percent} className="font-medium" />}
        </Row>
      )}
      {totalGain && (
        <Row label="Total gain">
          <MoneyChange amount={totalGain.value} className="text-title" />
          {totalGain.percent !== null && <Change percent={totalGain.percent} className="font-medium" />}
          <CoverageChip covers={covers.gain} />
        </Row>
      )}
      {moves.length > 0 && (
        <div className="max-sm:hidden">
          <dt className="text-label text-muted-foreground">{isToday ? 'Moves today' : 'Moves, last session'}</dt>
          {moves.map((move) => (
            <dd
              key={move.ticker}
              className="mt-1.5 grid grid-cols-[minmax(52px,1fr)_auto_auto] items-baseline gap-2 text-table"
            >
              <span className="truncate font-semibold">{move.ticker}</span>
              <span className="text-muted-foreground tabular">{formatMoney(move.price)}</span>
              <Change percent={move.changePercent} className="justify-end text-right" />
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="max-sm:flex max-sm:items-baseline max-sm:gap-2 max-sm:py-0.5!">
      <dt className="text-label text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-2">{children}</dd>
    </div>
  )
}
