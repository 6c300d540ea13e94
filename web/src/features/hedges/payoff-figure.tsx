// Tests: hedges-page.test.tsx

import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { useMemo } from 'react'
import { type Curve, CurveChart } from '../../components/charts/curve-chart.tsx'
import { formatMove } from '../../components/options/market-move-chart.tsx'
import { formatAxisMoney, formatMoney, formatNumber } from '../../lib/format.ts'
import { findCrossings, toPayoff } from './reprice-view.ts'

/** Chart of what the strategy adds to the portfolio or takes from it, over moves of the market. */
export function PayoffFigure({ analysis, strategy }: { analysis: HedgeAnalysis; strategy: HedgeStrategy }) {
  const { curves, marks, caption } = useMemo(() => toDrawing(analysis, strategy), [analysis, strategy])
  return (
    <figure className="min-w-0">
      <CurveChart
        label={`Gain or loss from ${strategy.instrument}, by market move`}
        curves={curves}
        marks={marks}
        height={104}
        formatX={formatMove}
        formatXTick={(move) => (move === 0 ? 'Now' : formatMove(move))}
        formatY={(profit) => formatMoney(profit, { decimals: 0, signed: true })}
        formatYTick={formatAxisMoney}
      />
      <figcaption className="mt-0.5 text-label text-muted-foreground">{caption}</figcaption>
    </figure>
  )
}

function toDrawing(analysis: HedgeAnalysis, strategy: HedgeStrategy) {
  const points = toPayoff(analysis, strategy)
  const curves: Curve[] = [{ id: 'added', label: 'Adds', points, colour: 'var(--chart-1)', area: true }]
  const crossings = strategy.legs.length > 0 ? findCrossings(points) : []
  const marks = crossings.map((x) => ({ x, label: `Breakeven ${formatMove(x)}`, tone: 'subtle' as const }))
  const names = [...new Set(strategy.legs.map(({ underlying }) => underlying))]
  const moves = names.flatMap((ticker) => {
    const beta = analysis.repricing.underlyings.find((known) => known.ticker === ticker)?.beta
    return beta === undefined || beta === 1 || beta === 0 ? [] : `${ticker} by its beta of ${formatNumber(beta)}`
  })
  const basis = strategy.legs.length > 0 ? 'Profit of the options at expiry' : 'Change of the portfolio’s profit'
  return {
    curves,
    marks,
    caption: `${basis}, by market move${moves.length > 0 ? `, ${moves.join(', ')}` : ''}`,
  }
}
