import {
  computeBlackScholesPrice,
  computeIndexHedgeSize,
  computeProfitAtExpiry,
  computeProfitBeforeExpiry,
  computeStrategyGreeks,
  computeStrategyOutcome,
  createFlatSmile,
  type OptionType,
  type PricedHedge,
  repriceHedge,
  type VolatilityAnswer,
} from '../src/index.ts'
import type { Recorder } from './recorder.ts'
import { type Schema, statesSchema } from './registry.ts'

interface ProfitPoint {
  readonly price: number
  readonly pnl: number
}

interface HedgeCase {
  readonly id: string
  readonly shares: number
  readonly spot: number
  readonly r: number
  readonly q: number
  readonly T: number
  readonly legs: readonly {
    readonly type: OptionType
    readonly strike: number
    readonly sigma: number
    readonly contracts: number
    readonly premium: number
  }[]
  readonly netCost: number
  readonly netCostPercentOfPosition?: number | null
  readonly maxLoss: number | null
  readonly maxGain: number | null
  readonly breakevens: readonly number[]
  readonly deltaShares: number
  readonly gammaShares: number
  readonly thetaPerDay: number
  readonly vegaPerPoint: number
  readonly pnlAtExpiry: readonly ProfitPoint[]
  readonly pnlAtHalfTime: readonly ProfitPoint[]
}

interface IndexHedgeCase {
  readonly portfolioValue: number
  readonly beta: number
  readonly indexPrice: number
  readonly putDelta: number
  readonly contractsFullNotional: number
  readonly contractsDeltaNeutral: number
}

/** Costs, extremes, break-evens, Greeks and profits of hedges, and sizes of index hedges. */
export const hedgeStrategies: Schema = {
  name: 'hedge-strategies/1',
  recognises: statesSchema('hedge-strategies/1'),
  check: (content, recorder) => {
    const { cases, indexHedges = [] } = content as { cases: HedgeCase[]; indexHedges?: IndexHedgeCase[] }
    for (const one of cases) recorder.attempt(one.id, () => checkHedge(one, recorder))
    for (const [index, one] of indexHedges.entries()) {
      const id = `index hedge ${index}`
      recorder.attempt(id, () => checkIndexHedge(id, one, recorder))
    }
  },
}

function checkHedge(one: HedgeCase, recorder: Recorder): void {
  const { id, shares, spot, T: years, r: rate, q: dividendYield, legs } = one
  const money = { absolute: 1e-9 * spot * 100, relative: 1e-10 }
  for (const [i, leg] of legs.entries()) {
    const premium = computeBlackScholesPrice({ ...leg, spot, years, rate, dividendYield, volatility: leg.sigma })
    recorder.compareNumber(id, `legs[${i}].premium`, premium, leg.premium, { absolute: 1e-12 * spot, relative: 1e-9 })
  }
  const strategy = { shares, spot, legs }
  const outcome = computeStrategyOutcome(strategy)
  recorder.compareNumber(id, 'netCost', outcome.netCost, one.netCost, money)
  recorder.compareNumber(id, 'maxLoss', outcome.maxLoss, one.maxLoss, money)
  recorder.compareNumber(id, 'maxGain', outcome.maxGain, one.maxGain, money)
  recorder.compareExactly(id, 'number of breakevens', outcome.breakEvens.length, one.breakevens.length)
  for (const [i, expected] of one.breakevens.entries()) {
    recorder.compareNumber(id, `breakevens[${i}]`, outcome.breakEvens[i], expected, { absolute: 1e-9 * spot })
  }
  if (typeof one.netCostPercentOfPosition === 'number' && shares !== 0) {
    const share = outcome.netCost / (shares * spot)
    recorder.compareNumber(id, 'netCostPercentOfPosition', share, one.netCostPercentOfPosition, { absolute: 1e-12 })
  }
  const market = { years, rate, dividendYield, volatilities: legs.map(({ sigma }) => sigma) }
  const greeks = computeStrategyGreeks(strategy, market)
  for (const field of ['deltaShares', 'gammaShares', 'thetaPerDay', 'vegaPerPoint'] as const) {
    recorder.compareNumber(id, field, greeks[field], one[field], { absolute: 1e-9, relative: 1e-9 })
  }
  for (const { price, pnl } of one.pnlAtExpiry) {
    recorder.compareNumber(id, `profit at expiry at ${price}`, computeProfitAtExpiry(strategy, price), pnl, money)
  }
  checkRepricing(one, recorder)
  for (const { price, pnl } of one.pnlAtHalfTime) {
    const half = computeProfitBeforeExpiry(strategy, price, { ...market, years: years / 2 })
    recorder.compareNumber(id, `profit at half time at ${price}`, half, pnl, money)
  }
}

/** The same profits from the function that tickets and sliders are repriced with: shares as a book, legs as its hedge. */
function checkRepricing(
  { id, shares, spot, T: years, r: rate, q: dividendYield, legs, ...one }: HedgeCase,
  recorder: Recorder,
): void {
  const forward = spot * Math.exp((rate - dividendYield) * years)
  // Each leg has a volatility of its own, so each gets an expiry of its own.
  const listExpiries = (left: number) =>
    legs.map(({ sigma }, i) => ({
      expiry: `leg ${i}`,
      smile: createFlatSmile(sigma, { forward, years: left }),
      dividendYield,
    }))
  const underlying = {
    ticker: 'SHARE',
    today: '2026-11-20',
    kind: 'price',
    spot,
    beta: 1,
    style: 'european',
    rate,
    volatility30: 0.2,
  } as const
  const toHedge = (left: number): PricedHedge => ({
    book: { value: shares * spot, exposures: [{ value: shares * spot, beta: 1 }], options: [] },
    legs: legs.map((leg, i) => ({ ...leg, underlying: 'SHARE', expiry: `leg ${i}`, multiplier: 100 })),
    fees: 0,
    underlyings: [{ ...underlying, response: 0, volatilityCap: 2, expiries: listExpiries(left) }],
  })
  const money = { absolute: 1e-8 * spot * 100, relative: 1e-9 }
  const compare = (name: string, points: readonly ProfitPoint[], left: number, volatility: VolatilityAnswer) => {
    const hedge = toHedge(left)
    for (const { price, pnl } of points) {
      const { hedged } = repriceHedge(hedge, { marketReturn: price / spot - 1, horizonDays: 0, volatility })
      recorder.compareNumber(id, `repriced at ${name} at ${price}`, hedged, pnl, money)
    }
  }
  compare('expiry', one.pnlAtExpiry, years, { kind: 'expiry' })
  compare('half time', one.pnlAtHalfTime, years / 2, { kind: 'factor', factor: 1 })
}

function checkIndexHedge(id: string, one: IndexHedgeCase, recorder: Recorder): void {
  const { indexPrice, putDelta: delta } = one
  const found = computeIndexHedgeSize({ value: one.portfolioValue, beta: one.beta }, { indexPrice, delta })
  for (const field of ['contractsFullNotional', 'contractsDeltaNeutral'] as const) {
    recorder.compareNumber(id, field, found[field], one[field], { relative: 1e-12 })
  }
}
