import type { Discovery, DiscoveryRun } from '@ballast/contract'
import {
  computeAmericanPrice,
  computeBlackScholesPrice,
  createLegLookup,
  type LegLookup,
  type OptionInputs,
  type PricedHedge,
  repriceHedge,
} from '@ballast/quant'
import type { CurvePoint } from '../../components/charts/curve-chart.tsx'
import { dateUnderlyings } from '../../components/options/date-underlyings.ts'

/** Where the sliders of an idea stand. */
export interface IdeaState {
  /** Move of the underlying. */
  pricePercent: number
  /** Calendar days from now. */
  days: number
  /** Implied volatility times this. */
  volatilityFactor: number
}

export const VOLATILITY_RANGE = { least: 0.5, most: 3, step: 0.05 } as const

const DEVIATIONS_SHOWN = 2.5
const PRICE_LIMITS = { least: 20, most: 300 } as const

/** Moves of the underlying to look at, in percent: as far as it may come by the expiry, to the next ten. */
export function toPriceRange({ pricing }: Discovery): { least: number; most: number } {
  const reach = DEVIATIONS_SHOWN * pricing.impliedVolatility * Math.sqrt(pricing.years)
  const toTens = (percent: number) =>
    Math.min(PRICE_LIMITS.most, Math.max(PRICE_LIMITS.least, 10 * Math.ceil(percent / 10)))
  return { least: -Math.min(90, toTens(100 * (1 - Math.exp(-reach)))), most: toTens(100 * Math.expm1(reach)) }
}

const CURVE_STEPS = 50

/** Value per share of the contract when price, time and volatility are as the sliders say. */
export function repriceIdea(idea: Discovery, { pricePercent, days, volatilityFactor }: IdeaState): number {
  const { pricing, contractType: type, strike, daysToExpiry } = idea
  const left = daysToExpiry === 0 ? 0 : Math.max(0, 1 - days / daysToExpiry)
  // What the forward implies, as for every other valuation of the contract.
  const spot = pricing.forward * Math.exp((pricing.dividendYield - pricing.rate) * pricing.years)
  const inputs: OptionInputs = {
    type,
    spot: spot * (1 + pricePercent / 100),
    strike,
    years: pricing.years * left,
    rate: pricing.rate,
    dividendYield: pricing.dividendYield,
    volatility: pricing.impliedVolatility * volatilityFactor,
  }
  return pricing.style === 'american' ? computeAmericanPrice(inputs).price : computeBlackScholesPrice(inputs)
}

export interface IdeaOutcome {
  /** Value of the whole position, in dollars. */
  value: number
  profit: number
  /** Profit over what was paid, in percent; null when nothing was. */
  returnPercent: number | null
}

/** Measures the value and gain of the whole position then, commissions included. */
export function measureIdea(idea: Discovery, state: IdeaState): IdeaOutcome {
  const multiplier = idea.legs[0]?.multiplier ?? 100
  const value = idea.contracts * multiplier * repriceIdea(idea, state)
  const profit = value - idea.totalCost
  return { value, profit, returnPercent: idea.totalCost > 0 ? (100 * profit) / idea.totalCost : null }
}

/** Profit of the whole position over moves of its underlying, days and volatility as the sliders say. */
export function toIdeaCurve(idea: Discovery, state: IdeaState): CurvePoint[] {
  const { least, most } = toPriceRange(idea)
  return Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
    const x = least + ((most - least) * step) / CURVE_STEPS
    return { x, y: measureIdea(idea, { ...state, pricePercent: x }).profit }
  })
}

/** The portfolio with the idea in it, ready to be priced as often as a slider moves. */
export interface IdeaInBook {
  hedge: PricedHedge
  lookup: LegLookup
}

export function createIdeaInBook(
  { repricing, asOf }: Pick<DiscoveryRun, 'repricing' | 'asOf'>,
  idea: Discovery,
): IdeaInBook {
  const underlyings = dateUnderlyings(repricing, asOf)
  return {
    hedge: { ...repricing, underlyings, legs: idea.legs, fees: idea.fees },
    lookup: createLegLookup(underlyings),
  }
}

/** Profit of portfolio, idea and both after a move of the market, volatility answering by rule. */
export function repriceInBook({ hedge, lookup }: IdeaInBook, marketPercent: number, horizonDays: number) {
  return repriceHedge(
    hedge,
    { marketReturn: marketPercent / 100, horizonDays, volatility: { kind: 'rule', scale: 1 } },
    lookup,
  )
}
