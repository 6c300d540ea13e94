// Tests: hedges-page.test.tsx

import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { toHedgeDate } from '@ballast/quant'
import { RotateCcw } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import type { Curve } from '../../components/charts/curve-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import { formatMove, MarketMoveChart } from '../../components/options/market-move-chart.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Slider } from '../../components/ui/slider.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { countOf, formatDate, formatMoney, formatNumber, formatShare } from '../../lib/format.ts'
import {
  countDaysToExpiry,
  createRepricer,
  findToday,
  repriceAt,
  SLIDER_RANGES,
  type SliderState,
  toProfitCurves,
} from './reprice-view.ts'

interface WhatIfCardProps {
  analysis: HedgeAnalysis
  strategy: HedgeStrategy
}

/** The chosen package repriced while a slider moves, by the code that searched it. */
export function WhatIfCard({ analysis, strategy }: WhatIfCardProps) {
  const today = findToday(analysis, strategy)
  const longest = countDaysToExpiry(today, strategy)
  const start: SliderState = {
    marketPercent: -Math.round(analysis.request.shockPercent),
    days: Math.min(analysis.request.horizonDays, longest),
    volatilityFactor: null,
  }
  const [state, setState] = useState(start)
  const repricer = useMemo(() => createRepricer(analysis, strategy), [analysis, strategy])
  const now = repriceAt(repricer, state)
  const { days, volatilityFactor } = state
  // The figures follow each key at once; the picture follows when the machine has time.
  const drawn = useDeferredValue(state)
  const curves = useMemo(
    () =>
      toCurves(
        toProfitCurves(repricer, { marketPercent: 0, days: drawn.days, volatilityFactor: drawn.volatilityFactor }),
      ),
    [repricer, drawn.days, drawn.volatilityFactor],
  )
  const chart = useChartFrame(useMemo(() => toChartData(analysis, curves, drawn.days), [analysis, curves, drawn.days]))
  const picture = useMemo(
    () => (
      <div className="min-w-0">
        <LineLegend series={curves} />
        <div className="mt-2">
          <MarketMoveChart chart={chart} curves={curves} marketPercent={drawn.marketPercent} height={280} />
        </div>
      </div>
    ),
    [chart, curves, drawn.marketPercent],
  )
  const { value } = analysis.riskAssessment
  const share = (profit: number) => `${formatShare((100 * profit) / value).replace(/^(?=\d)/, '+')} of value`
  const money = (profit: number) => formatMoney(profit, { decimals: 0, signed: true })
  return (
    <Card
      folded
      title="What if"
      description={`${strategy.instrument}, repriced here as you move`}
      actions={
        <>
          <Button size="sm" variant="ghost" onClick={() => setState(start)}>
            <RotateCcw aria-hidden="true" />
            Reset
          </Button>
          <ChartTools chart={chart} />
        </>
      }
    >
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid content-start gap-4">
          <Slider
            label="Market move"
            value={state.marketPercent}
            {...SLIDER_RANGES.market}
            text={formatMove(state.marketPercent)}
            onChange={(marketPercent) => setState({ ...state, marketPercent })}
          />
          <Slider
            label="Days from now"
            value={days}
            least={0}
            most={longest}
            step={1}
            text={describeDay(today, days, longest)}
            onChange={(next) => setState({ ...state, days: next })}
          />
          <Switch
            label="Volatility follows the market move"
            checked={volatilityFactor === null}
            onCheckedChange={(byRule) => setState({ ...state, volatilityFactor: byRule ? null : 1 })}
          />
          <Slider
            label="Implied volatility"
            value={volatilityFactor ?? 1}
            {...SLIDER_RANGES.volatility}
            text={volatilityFactor === null ? 'By rule' : `× ${formatNumber(volatilityFactor)}`}
            onChange={(factor) => setState({ ...state, volatilityFactor: factor })}
          />
          <dl aria-live="polite" className="grid grid-cols-3 gap-3 border-t pt-4">
            <SmallStat label="Without" figure={money(now.unhedged)} caption={share(now.unhedged)} />
            <SmallStat label="Hedge" figure={money(now.hedge)} caption="after its cost" />
            <SmallStat label="With" figure={money(now.hedged)} caption={share(now.hedged)} />
          </dl>
          <dl className="grid gap-1 text-[13px] leading-[18px]">
            {strategy.legs.map((leg, place) => (
              <div key={leg.symbol} className="flex justify-between gap-3">
                <dt className="truncate text-muted-foreground">
                  {formatNumber(leg.contracts, { decimals: 0, signed: true })} × {leg.underlying} {leg.strike}{' '}
                  {leg.type}
                </dt>
                <dd className="tabular">{formatMoney(now.legValues[place], { decimals: 0 })}</dd>
              </div>
            ))}
          </dl>
        </div>
        {picture}
      </div>
    </Card>
  )
}

function describeDay(today: string, days: number, longest: number): string {
  if (days === 0) return 'Now'
  const date = formatDate(toHedgeDate(today, days).date)
  return days >= longest ? `At expiry, ${date}` : `${countOf(days, 'trading day')}, ${date}`
}

function toCurves({ hedged, unhedged }: ReturnType<typeof toProfitCurves>): Curve[] {
  return [
    { id: 'without', label: 'Without', points: unhedged, colour: 'var(--subtle-foreground)', dashed: true },
    { id: 'with', label: 'With the hedge', points: hedged, colour: 'var(--chart-1)', area: true },
  ]
}

function toChartData(analysis: HedgeAnalysis, curves: readonly Curve[], days: number): ChartData {
  const money = (profit: number) => formatMoney(profit, { decimals: 0, signed: true })
  const [without, withHedge] = curves
  const worst = withHedge?.points.toSorted((a, b) => a.y - b.y)[0]
  return {
    title: 'What if',
    finding: worst
      ? `Worst point shown, after ${countOf(days, 'trading day')}: the market moves ${formatMove(worst.x)}, and the hedged portfolio changes by ${money(worst.y)}.`
      : 'Nothing to draw.',
    asOf: analysis.asOf,
    simulated: analysis.simulated,
    columns: [
      { header: 'Market move', format: formatMove },
      { header: 'Without', format: money },
      { header: 'With the hedge', format: money },
    ],
    rows: (withHedge?.points ?? []).map(({ x, y }, place) => [x, without?.points[place]?.y ?? null, y]),
    legend: curves.map(({ label, colour }) => ({ label, colour })),
  }
}
