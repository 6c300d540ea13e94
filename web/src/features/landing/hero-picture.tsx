// Tests: landing.test.tsx

import { EXAMPLES, MARKET_INDEX } from '@ballast/contract'
import { useState } from 'react'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import {
  formatCount,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPercentChange,
  formatShare,
  formatValue,
} from '../../lib/format.ts'
import { FallChart } from './fall-chart.tsx'
import { HERO_FALLS } from './hero-data.ts'

const FIRST_SHOWN = '2008'
const { falls, cost } = EXAMPLES.hedge_analysis
const ASKED = falls[1]

/** The promise as a picture: what the sample portfolio lost in a past fall of the simulated market, computed, not drawn. */
export function HeroPicture() {
  const [id, setId] = useState(FIRST_SHOWN)
  const fall = HERO_FALLS.find((candidate) => candidate.id === id) ?? HERO_FALLS[0]
  if (!fall) return null
  const lost = (fall.portfolio[fall.trough] ?? 0) - (fall.portfolio[fall.peak] ?? 0)
  return (
    <figure className="min-w-0 rounded-dialog border bg-card shadow-dialog">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 pt-4 sm:px-5 sm:pt-[18px]">
        <div>
          <p className="text-[13px] text-muted-foreground leading-[18px]">
            If {fall.label} came again, {EXAMPLES.portfolio} in {fall.name}
          </p>
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="text-stat tabular sm:text-[32px] sm:leading-10">
              {formatMoney(lost, { decimals: 0, signed: true })}
            </span>
            <span className="text-body text-muted-foreground">from high to low, $100,000 invested</span>
          </p>
        </div>
        <ToggleGroup
          label="Which fall"
          value={fall.id}
          onValueChange={setId}
          options={HERO_FALLS.map(({ id: value, label }) => ({ value, label }))}
        />
      </div>
      <FallChart fall={fall} />
      <dl className="grid grid-cols-2 gap-y-3 border-t px-4 py-3.5 sm:grid-cols-4 sm:px-5">
        <Figure label="Beta" value={formatNumber(fall.beta)} />
        <Figure label="Volatility" value={formatPercent(fall.volatilityPercent, 1)} />
        <Figure label="Max drawdown" value={formatPercentChange(-fall.maxDrawdownPercent, 1)} />
        <Figure label="Diversification" value={`${formatCount(fall.diversificationScore)} of 100`} />
      </dl>
      <p className="border-t px-4 py-3 text-body sm:px-5">
        {EXAMPLES.portfolio} is worth {formatValue(EXAMPLES.value)} now. A hedge for {formatValue(cost)} limits its loss
        to {formatValue(-ASKED.hedged)} if the market falls {formatCount(-ASKED.marketPercent)}%. Without it, the loss
        is {formatValue(-ASKED.unhedged)}. Selling {formatShare(100 * (1 - ASKED.hedged / ASKED.unhedged))} of every
        position limits it as well, without a premium.
      </p>
      <figcaption className="border-t px-4 py-2.5 text-caption text-subtle-foreground sm:px-5">
        Simulated data: a sample portfolio at the weights of Nov 20, 2026, replayed from {formatDate(fall.from)} to{' '}
        {formatDate(fall.through)}. At its low it stood {formatPercent(fall.maxDrawdownPercent, 1)} under its high;{' '}
        {MARKET_INDEX} fell {formatPercent(fall.benchmarkMaxDrawdownPercent, 1)}.
      </figcaption>
    </figure>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="border-l pl-4 sm:first:border-l-0 sm:first:pl-0 max-sm:odd:border-l-0 max-sm:odd:pl-0">
      <dt className="text-caption text-muted-foreground">{label}</dt>
      <dd className="font-semibold text-title tabular">{value}</dd>
    </div>
  )
}
