// Tests: hedge-view.test.ts

import { HEDGE_RANGES, type HedgeAnalysis, type HedgeStrategy } from '@ballast/contract'
import {
  countHedgeDays,
  createLegLookup,
  type LegLookup,
  type PricedHedge,
  repriceHedge,
  type VolatilityAnswer,
} from '@ballast/quant'
import type { CurvePoint } from '../../components/charts/curve-chart.tsx'
import { dateUnderlyings } from '../../components/options/date-underlyings.ts'

/** Where the sliders stand. */
export interface SliderState {
  marketPercent: number
  /** Trading days from now. */
  days: number
  /** Implied volatility times this; null lets it answer the move by the rule that the search priced with. */
  volatilityFactor: number | null
}

export const SLIDER_RANGES = {
  // Down to any fall that can be asked about, the deepest crisis included.
  market: { least: -HEDGE_RANGES.shockPercent.most, most: 30, step: 1 },
  volatility: { least: 0.5, most: 3, step: 0.05 },
} as const

/** A strategy with its options, ready to be priced as often as a slider moves. */
export interface Repricer {
  hedge: PricedHedge
  lookup: LegLookup
}

export function createRepricer(
  { repricing, asOf }: Pick<HedgeAnalysis, 'repricing' | 'asOf'>,
  strategy: HedgeStrategy,
): Repricer {
  const underlyings = dateUnderlyings(repricing, asOf)
  return {
    hedge: { ...repricing, underlyings, legs: strategy.legs, fees: strategy.cost.fees },
    lookup: createLegLookup(underlyings),
  }
}

/** Day from which a strategy's days count: that of the quotes of its options. */
export function findToday(analysis: Pick<HedgeAnalysis, 'repricing' | 'asOf'>, { legs }: HedgeStrategy): string {
  const underlyings = dateUnderlyings(analysis.repricing, analysis.asOf)
  const own = underlyings.find(({ ticker }) => ticker === legs[0]?.underlying)
  return own?.today ?? analysis.asOf.slice(0, 10)
}

/** Trading days until the last of the strategy's options is over; 0 without options. */
export function countDaysToExpiry(today: string, { legs }: Pick<HedgeStrategy, 'legs'>): number {
  return Math.max(0, ...legs.map(({ expiry }) => countHedgeDays(today, expiry).tradingDays))
}

/** Profit of book, hedge and both in the state that the sliders say. */
export function repriceAt({ hedge, lookup }: Repricer, { marketPercent, days, volatilityFactor }: SliderState) {
  const volatility: VolatilityAnswer =
    volatilityFactor === null ? { kind: 'rule', scale: 1 } : { kind: 'factor', factor: volatilityFactor }
  return repriceHedge(hedge, { marketReturn: marketPercent / 100, horizonDays: days, volatility }, lookup)
}

/** Both curves of profit over moves of the market, everything else as the sliders say. */
export function toProfitCurves(
  repricer: Repricer,
  state: SliderState,
): { hedged: CurvePoint[]; unhedged: CurvePoint[] } {
  const hedged: CurvePoint[] = []
  const unhedged: CurvePoint[] = []
  const { least, most } = SLIDER_RANGES.market
  for (let x = least; x <= most; x += 2) {
    const at = repriceAt(repricer, { ...state, marketPercent: x })
    hedged.push({ x, y: at.hedged })
    unhedged.push({ x, y: at.unhedged })
  }
  return { hedged, unhedged }
}

const PAYOFF_ENDS = { least: -40, most: 20 } as const

/**
 * Computes what a strategy adds to the portfolio's profit or takes from it, over moves of the market: of options at
 * expiry from the legs themselves, of sales and purchases between the moves that were computed.
 */
export function toPayoff(analysis: Pick<HedgeAnalysis, 'repricing' | 'asOf'>, strategy: HedgeStrategy): CurvePoint[] {
  if (strategy.legs.length === 0 || strategy.trades.length > 0) {
    return strategy.table
      .filter(({ marketPercent }) => marketPercent >= PAYOFF_ENDS.least && marketPercent <= PAYOFF_ENDS.most)
      .map(({ marketPercent, unhedged, hedgedAtExpiry }) => ({ x: marketPercent, y: hedgedAtExpiry - unhedged }))
      .sort((a, b) => a.x - b.x)
  }
  const { hedge, lookup } = createRepricer(analysis, strategy)
  const points: CurvePoint[] = []
  for (let x = PAYOFF_ENDS.least; x <= PAYOFF_ENDS.most; x += 1) {
    const shock = { marketReturn: x / 100, horizonDays: 0, volatility: { kind: 'expiry' } } as const
    points.push({ x, y: repriceHedge(hedge, shock, lookup).hedge })
  }
  return points
}

/** Market moves at which a payoff changes its sign, between the points. */
export function findCrossings(points: readonly CurvePoint[]): number[] {
  const crossings: number[] = []
  for (const [place, right] of points.entries()) {
    const left = points[place - 1]
    if (left && left.y !== 0 && Math.sign(left.y) !== Math.sign(right.y)) {
      crossings.push(left.x + ((right.x - left.x) * left.y) / (left.y - right.y))
    }
  }
  return crossings
}
