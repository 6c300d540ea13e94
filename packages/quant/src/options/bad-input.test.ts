import { describe, expect, test } from 'vitest'
import * as quant from '../index.ts'

/**
 * Whatever number is broken anywhere in the arguments, the answer is a QuantInputError that names an argument, or a
 * result without NaN and Infinity; in columns NaN marks a missing cell. Every number of every argument is broken in
 * turn.
 */

const option = {
  type: 'put',
  spot: 100,
  strike: 95,
  years: 0.5,
  rate: 0.04,
  dividendYield: 0.01,
  volatility: 0.25,
} as const
const { volatility: _volatility, ...contract } = option
const quoted = { ...contract, price: 5 }
const svi = { a: 0.01, b: 0.1, rho: -0.5, m: -0.05, sigma: 0.2 }
const smile = { forward: 101, years: 0.5, atmVolatility: 0.25, svi, pointCount: 9 }
const points = [80, 90, 100, 110, 120].map((strike) => ({ strike, volatility: 0.25, halfSpread: 0.01 }))
const smileQuotes = { forward: 101, years: 0.5, points }
const shock = { marketReturn: -0.2, horizonDays: 21, volatility30: 0.2, response: 0.9, cap: 0.9 }
const shocked = {
  type: 'put',
  strike: 95,
  style: 'american',
  spot: 100,
  rate: 0.04,
  dividendYield: 0.01,
  smile,
  quotedVolatility: 0.3,
} as const
const strategy = {
  shares: 100,
  spot: 100,
  legs: [{ type: 'put', strike: 95, contracts: 1, premium: 3, multiplier: 100 }],
} as const
const market = { years: 0.5, rate: 0.04, dividendYield: 0.01, volatilities: [0.25] }
const portfolio = {
  value: 100_000,
  beta: 1.1,
  fees: 5,
  lines: [{ option: shocked, contracts: 3, premium: 2, multiplier: 100, beta: 1 }],
}
const quote = {
  type: 'put',
  strike: 95,
  bid: 4,
  ask: 4.2,
  expiry: '2027-01-15',
  years: 0.15,
  volume: 10,
  openInterest: 100,
  providerVolatility: 0.3,
  quotedAt: 2,
} as const
const chainMarket = { spot: 100, rate: 0.04, style: 'american', trailingYield: 0.01, lastSession: 1 } as const
const figureContract = {
  type: 'call',
  strike: 100,
  expiry: '2027-01-15',
  volume: 5,
  openInterest: 7,
  impliedVolatility: 0.2,
} as const

/** Each with arguments of its own type, which is why they are called with `never`. */
type Call = [(...args: never[]) => unknown, unknown[]]
const calls: Record<string, Call> = {
  computeBlackScholes: [quant.computeBlackScholes, [option]],
  computeEuropeanLowerBound: [quant.computeEuropeanLowerBound, [contract]],
  computeBlack76: [quant.computeBlack76, [{ ...option, forward: 100 }]],
  computeImpliedVolatility: [quant.computeImpliedVolatility, [quoted]],
  computeAmericanPrice: [quant.computeAmericanPrice, [option]],
  computeAmericanImpliedVolatility: [quant.computeAmericanImpliedVolatility, [quoted]],
  computeBaroneAdesiWhaley: [quant.computeBaroneAdesiWhaley, [option]],
  computeBjerksundStensland: [quant.computeBjerksundStensland, [option]],
  computeLeisenReimer: [quant.computeLeisenReimer, [option, { steps: 51, style: 'american' }]],
  isEarlyAssignmentLikely: [quant.isEarlyAssignmentLikely, [{ price: 5, intrinsicValue: 4 }, 1]],
  computeImpliedForward: [
    quant.computeImpliedForward,
    [[{ strike: 100, callMid: 5, putMid: 4 }], { spot: 100, rate: 0.04, years: 0.5, trailingYield: 0.01 }],
  ],
  classifyQuotes: [quant.classifyQuotes, [[quote], { ...chainMarket, years: 0.15, dividendYield: 0.01 }]],
  computePriceBounds: [quant.computePriceBounds, ['put', 95, { ...chainMarket, years: 0.15, dividendYield: 0.01 }]],
  assessTradability: [quant.assessTradability, ['ok', { openInterest: 1000, volume: 10, daysToExpiry: 30 }]],
  computeAtmVolatility: [quant.computeAtmVolatility, [points, 101]],
  fitVolatilitySmiles: [quant.fitVolatilitySmiles, [[smileQuotes]]],
  computeSmileError: [quant.computeSmileError, [smile, points]],
  createFlatSmile: [quant.createFlatSmile, [0.2, { forward: 101, years: 0.5 }]],
  computeQuoteFactor: [quant.computeQuoteFactor, [smile, { strike: 95, volatility: 0.3, logReturn: -0.1, years: 0.4 }]],
  computeSviVariance: [quant.computeSviVariance, [svi, 0.1]],
  computeDurrlemanFunction: [quant.computeDurrlemanFunction, [svi, 0.1]],
  computeSmileVolatility: [quant.computeSmileVolatility, [smile, 95]],
  computeDeltaSkew: [quant.computeDeltaSkew, [smileQuotes, 0.01, 0.25]],
  interpolateTermVolatility: [quant.interpolateTermVolatility, [[{ years: 0.1, volatility: 0.2 }], 0.2]],
  computeTermSummary: [quant.computeTermSummary, [[{ years: 0.1, volatility: 0.2 }], 100]],
  computeChainFigures: [quant.computeChainFigures, [[figureContract, { ...figureContract, type: 'put' }], 100]],
  findUnusualVolume: [
    quant.findUnusualVolume,
    [[figureContract, { ...figureContract, volume: 0 }, { ...figureContract, volume: 0 }]],
  ],
  findUnusualStrikes: [quant.findUnusualStrikes, [[figureContract]]],
  analyzeOptionChain: [quant.analyzeOptionChain, [[quote, { ...quote, type: 'call', bid: 9, ask: 9.4 }], chainMarket]],
  computeShockedVolatility: [quant.computeShockedVolatility, [0.2, 30, shock]],
  computeVolatilityRank: [quant.computeVolatilityRank, [0.3, [0.2, 0.4]]],
  repriceUnderShock: [quant.repriceUnderShock, [shocked, shock, { beta: 1.2 }]],
  computeShockedVixForward: [quant.computeShockedVixForward, [20, { before: 18, after: 30 }, 0.1]],
  computeStrategyOutcome: [quant.computeStrategyOutcome, [strategy]],
  computeProfitAtExpiry: [quant.computeProfitAtExpiry, [strategy, 90]],
  computeProfitBeforeExpiry: [quant.computeProfitBeforeExpiry, [{ ...strategy, legs: [] }, 90, market]],
  computeStrategyGreeks: [quant.computeStrategyGreeks, [strategy, market]],
  computeHedgeTable: [quant.computeHedgeTable, [portfolio, { horizonDays: 21, volatility30: 0.2 }, [-0.2, 0.1]]],
  computeHedgeCost: [quant.computeHedgeCost, [portfolio]],
  findHedgeBreakEven: [quant.findHedgeBreakEven, [portfolio]],
  computeBookGreeks: [
    quant.computeBookGreeks,
    [
      [{ spot: 100, beta: 1, quantity: 2, multiplier: 100, option: { delta: 0.5, gamma: 0.01, theta: -3, vega: 9 } }],
      600,
    ],
  ],
  computeShockReturn: [quant.computeShockReturn, [1.2, -0.2]],
  computeIndexHedgeSize: [
    quant.computeIndexHedgeSize,
    [
      { value: 1e5, beta: 1 },
      { indexPrice: 600, delta: -0.3, multiplier: 100 },
    ],
  ],
  computeScenarioHedgeSize: [
    quant.computeScenarioHedgeSize,
    [{ loss: 1e4, limit: 5e3, shockedValue: 30, ask: 5, fee: 1, multiplier: 100 }],
  ],
  computeHedgeCarry: [
    quant.computeHedgeCarry,
    [{ cost: 100, proceedsAtRoll: 50, daysToRoll: 40, daysToExpiry: 60 }, 1e5],
  ],
  computeHedgeEfficiency: [quant.computeHedgeEfficiency, [100, 10]],
  computeExerciseProbability: [quant.computeExerciseProbability, [option]],
  computeExpectedPayoff: [quant.computeExpectedPayoff, [{ ...option, volatilityUncertainty: 0.3 }]],
}

const hedgeLeg = {
  underlying: 'IDX',
  type: 'put',
  strike: 95,
  expiry: 'soon',
  contracts: 2,
  premium: 3,
  multiplier: 100,
} as const
const hedged: quant.PricedHedge = {
  book: { value: 2e4, exposures: [{ value: 2e4, beta: 1.1 }], options: [{ ...hedgeLeg, strike: 90, premium: 2 }] },
  legs: [hedgeLeg, { ...hedgeLeg, underlying: 'VOL', type: 'call', strike: 22 }],
  fees: 1.3,
  underlyings: [
    {
      ticker: 'IDX',
      kind: 'price',
      today: '2026-11-20',
      spot: 100,
      beta: 1,
      style: 'american',
      rate: 0.04,
      volatility30: 0.2,
      response: 0.9,
      volatilityCap: 0.9,
      expiries: [
        { expiry: 'soon', smile, dividendYield: 0.01, quotes: [{ type: 'put', strike: 95, volatility: 0.3 }] },
      ],
    },
    {
      ticker: 'VOL',
      kind: 'volatility',
      today: '2026-11-20',
      spot: 20,
      beta: 0,
      style: 'european',
      rate: 0.04,
      volatility30: 0.2,
      response: 0.9,
      volatilityCap: 0.9,
      expiries: [{ expiry: 'soon', smile: { ...smile, forward: 21, atmVolatility: 0.9 }, dividendYield: 0 }],
    },
  ],
}
const hedgeCalls: Record<string, Call> = {
  'repriceHedge by rule': [
    quant.repriceHedge,
    [hedged, { marketReturn: -0.2, horizonDays: 21, volatility: { kind: 'rule', scale: 1 } }],
  ],
  'repriceHedge by factor': [
    quant.repriceHedge,
    [hedged, { marketReturn: 0.1, horizonDays: 21, volatility: { kind: 'factor', factor: 1.5 } }],
  ],
  'repriceHedge at expiry': [
    quant.repriceHedge,
    [hedged, { marketReturn: -0.1, horizonDays: 21, volatility: { kind: 'expiry' } }],
  ],
  createLossLimits: [quant.createLossLimits, [{ limit: 0.15, shock: -0.2 }]],
  completeHedgeRequest: [quant.completeHedgeRequest, [{ limit: 0.15, shock: -0.2, horizonDays: 63, fee: 0.65 }]],
  computeMostContracts: [quant.computeMostContracts, [1e5, { spot: 600, beta: 1 }, 100]],
}

const BROKEN = [Number.NaN, Infinity, -Infinity, 0, -1, 1e308, 5e-324]

/** Each way to replace one number in a value by a broken one. */
function* breakEach(value: unknown, path = ''): Generator<[string, unknown]> {
  if (typeof value === 'number') {
    for (const broken of BROKEN) yield [`${path} = ${broken}`, broken]
  } else if (Array.isArray(value)) {
    for (const [i, part] of value.entries()) {
      for (const [where, broken] of breakEach(part, `${path}[${i}]`)) yield [where, value.with(i, broken)]
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      for (const [where, broken] of breakEach(part, `${path}.${key}`)) yield [where, { ...value, [key]: broken }]
    }
  }
}

/** Numbers of a result that are none, by path; echoed input (the contracts of a chain) is not a result. */
function findUndefined(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    ['contract', 'contracts'].includes(key) ? [] : findUndefined(part, `${path}.${key}`),
  )
}

describe('no broken number travels', () => {
  test.each(Object.entries({ ...calls, ...hedgeCalls }))('%s', (_, [compute, args]) => {
    expect(findUndefined(compute(...(args as never[])))).toEqual([])
    for (const [where, broken] of breakEach(args)) {
      let result: unknown
      try {
        result = compute(...(broken as never[]))
      } catch (error) {
        expect(error, where).toBeInstanceOf(quant.QuantInputError)
        continue
      }
      expect(findUndefined(result), where).toEqual([])
    }
  })
})
