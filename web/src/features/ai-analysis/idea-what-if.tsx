// Tests: ai-analysis-page.test.tsx

import type { Discovery, DiscoveryRun } from '@ballast/contract'
import { RotateCcw } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { type Curve, CurveChart } from '../../components/charts/curve-chart.tsx'
import { formatMove } from '../../components/options/market-move-chart.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Slider } from '../../components/ui/slider.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { countOf, formatAxisMoney, formatMoney, formatPercent, formatPercentChange } from '../../lib/format.ts'
import {
  type IdeaState,
  measureIdea,
  repriceIdea,
  toIdeaCurve,
  toPriceRange,
  VOLATILITY_RANGE,
} from './idea-repricing.ts'

const START: IdeaState = { pricePercent: 0, days: 0, volatilityFactor: 1 }

/** The position repriced while a slider moves: price of the underlying, time, volatility. */
export function IdeaWhatIf({ run, idea }: { run: DiscoveryRun; idea: Discovery }) {
  const [state, setState] = useState(START)
  const { days, volatilityFactor } = state
  // The figures follow each key at once; the picture follows when the machine has time.
  const drawn = useDeferredValue(state)
  const priceRange = useMemo(() => toPriceRange(idea), [idea])
  const outcome = measureIdea(idea, state)
  const curve = useMemo(
    () => toIdeaCurve(idea, { pricePercent: 0, days: drawn.days, volatilityFactor: drawn.volatilityFactor }),
    [idea, drawn.days, drawn.volatilityFactor],
  )
  const curves = useMemo<Curve[]>(
    () => [{ id: 'profit', label: 'Profit', points: curve, colour: 'var(--chart-1)', area: true }],
    [curve],
  )
  const chart = useChartFrame(
    useMemo(() => toChartData(run, idea, curves, drawn.days), [run, idea, curves, drawn.days]),
  )
  const money = (profit: number) => formatMoney(profit, { decimals: 0, signed: true })
  const spot = idea.pricing.spot * (1 + state.pricePercent / 100)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        <Slider
          label={`Price of ${idea.ticker}`}
          value={state.pricePercent}
          {...priceRange}
          step={1}
          text={`${formatMoney(spot)} (${formatMove(state.pricePercent)})`}
          onChange={(pricePercent) => setState({ ...state, pricePercent })}
        />
        <Slider
          label="Days from now"
          value={days}
          least={0}
          most={idea.daysToExpiry}
          step={1}
          text={days >= idea.daysToExpiry ? 'At expiry' : countOf(days, 'day')}
          onChange={(next) => setState({ ...state, days: next })}
        />
        <Slider
          label="Implied volatility"
          value={volatilityFactor}
          {...VOLATILITY_RANGE}
          text={formatPercent(100 * idea.pricing.impliedVolatility * volatilityFactor, 1)}
          onChange={(factor) => setState({ ...state, volatilityFactor: factor })}
        />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <dl aria-live="polite" className="grid grow grid-cols-3 gap-3">
          <SmallStat label="Per share" figure={formatMoney(repriceIdea(idea, state))} />
          <SmallStat label="Position" figure={formatMoney(outcome.value, { decimals: 0 })} />
          <SmallStat
            label="Profit"
            figure={money(outcome.profit)}
            caption={`${formatPercentChange(outcome.returnPercent, 0)} of its cost`}
          />
        </dl>
        <span className="flex">
          <Button size="sm" variant="ghost" onClick={() => setState(START)}>
            <RotateCcw aria-hidden="true" />
            Reset
          </Button>
          <ChartTools chart={chart} />
        </span>
      </div>
      <ChartFigure chart={chart} findingShown>
        <CurveChart
          label={`Profit of the position by move of ${idea.ticker}`}
          curves={curves}
          marks={[{ x: drawn.pricePercent, label: formatMove(drawn.pricePercent), tone: 'primary' }]}
          height={220}
          formatX={(move) => `${idea.ticker} ${formatMove(move)}`}
          formatXTick={formatMove}
          formatY={money}
          formatYTick={formatAxisMoney}
        />
      </ChartFigure>
    </div>
  )
}

function toChartData(run: DiscoveryRun, idea: Discovery, curves: readonly Curve[], days: number): ChartData {
  const points = curves[0]?.points ?? []
  const money = (profit: number) => formatMoney(profit, { decimals: 0, signed: true })
  const best = points.toSorted((a, b) => b.y - a.y)[0]
  const when = days >= idea.daysToExpiry ? 'At expiry' : days === 0 ? 'Now' : `After ${countOf(days, 'day')}`
  return {
    title: `What if ${idea.ticker}`,
    finding: best
      ? `${when} the position gains most at ${formatMove(best.x)} of ${idea.ticker}: ${money(best.y)}.`
      : 'Nothing to draw.',
    asOf: run.asOf,
    simulated: run.simulated,
    columns: [
      { header: `Move of ${idea.ticker}`, format: formatMove },
      { header: 'Profit', format: money },
    ],
    rows: points.map(({ x, y }) => [x, y]),
    legend: curves.map(({ label, colour }) => ({ label, colour })),
  }
}
