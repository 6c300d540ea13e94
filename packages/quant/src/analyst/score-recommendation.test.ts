import { describe, expect, test } from 'vitest'
import { computeBlackScholesPrice } from '../options/black-scholes.ts'
import {
  type HorizonPrices,
  type RecommendationSnapshot,
  type SnapshotOption,
  scoreRecommendation,
} from './score-recommendation.ts'

const DAYS = 90
const days = Int32Array.from({ length: DAYS + 1 }, (_, t) => 20_000 + t)
const straight = (end: number) => Float64Array.from(days, (_, t) => 500 * (1 + (end * t) / DAYS))
const put: SnapshotOption = {
  symbol: 'SPY P450',
  underlying: 'SPY',
  type: 'put',
  strike: 475,
  expiryDay: 20_000 + DAYS,
  contracts: 2,
  multiplier: 100,
  premium: 6,
  volatility: 0.17,
  rate: 0.04,
  dividendYield: 0.012,
}
const snapshot: RecommendationSnapshot = {
  holdings: [{ ticker: 'SPY', shares: 200, price: 500 }],
  cash: 0,
  options: [],
  trades: [],
  optionTrades: [put],
  fee: 0.65,
}
const market = (end: number, overrides: Partial<HorizonPrices> = {}): HorizonPrices => ({
  days,
  closes: new Map([['SPY', straight(end)]]),
  marks: new Map(),
  index: straight(end),
  ...overrides,
})
const COST = (2 * 600 + 2 * 0.65) / 100_000

describe('a score', () => {
  test('of puts in a fall of 20 % is what they paid, in return and in drawdown', () => {
    const { unchanged, followed, improvement, isSuccess, marketReturn } = scoreRecommendation(snapshot, market(-0.2))
    expect(unchanged.totalReturn).toBeCloseTo(-0.2, 12)
    expect(unchanged.maxDrawdown).toBeCloseTo(0.2, 12)
    // 475 − 400 a share, twice a hundred
    expect(followed.totalReturn).toBeCloseTo(-0.2 + 0.15 - COST, 12)
    expect(improvement).toBeGreaterThan(0.25)
    expect(isSuccess).toBe(true)
    expect(marketReturn).toBeCloseTo(-0.2, 12)
  })

  test('says whether a promised limit was kept on every day, where the market fell no further than was promised for', () => {
    const promised = (claim: { limit: number; fall: number }) => {
      return scoreRecommendation({ ...snapshot, claim }, market(-0.2)).limit
    }
    // At expiry 475 − 400 a share, twice a hundred, less what they cost; before it the puts are worth more than that.
    expect(promised({ limit: 0.07, fall: 0.2 })).toMatchObject({ isWithinFall: true, isKept: true })
    expect(promised({ limit: 0.07, fall: 0.2 })?.marketFall).toBeCloseTo(0.2, 12)
    expect(promised({ limit: 0.07, fall: 0.2 })?.unchangedLoss).toBeCloseTo(0.2, 12)
    expect(promised({ limit: 0.05, fall: 0.2 })).toMatchObject({ isKept: false })
    expect(promised({ limit: 0.07, fall: 0.1 })).toMatchObject({ isWithinFall: false })
    expect(scoreRecommendation(snapshot, market(-0.2))).not.toHaveProperty('limit')
  })

  test('of puts that were not needed is their cost, as return and again as drawdown', () => {
    const { improvement, followed, isSuccess } = scoreRecommendation(snapshot, market(0))
    expect(followed.totalReturn).toBeCloseTo(-COST, 12)
    expect(improvement).toBeCloseTo(-2 * COST, 12)
    expect(isSuccess).toBe(false)
  })

  test('of a sale is less of both, and its proceeds stay', () => {
    const half = { ...snapshot, optionTrades: [], trades: [{ ticker: 'SPY', shares: -100, price: 500 }] }
    const { followed, improvement } = scoreRecommendation(half, market(-0.2))
    expect(followed.totalReturn).toBeCloseTo(-0.1, 12)
    expect(improvement).toBeCloseTo(0.2, 12)
    expect(scoreRecommendation(half, market(0.1)).improvement).toBeCloseTo(-0.05, 12)
  })

  test('compares with a blind sale of a fifth', () => {
    expect(scoreRecommendation(snapshot, market(-0.2)).blindImprovement).toBeCloseTo(0.08, 12)
    expect(scoreRecommendation(snapshot, market(0.1)).blindImprovement).toBeCloseTo(-0.02, 12)
  })

  test('marks options by quotes where there are any, else by the model', () => {
    const modelled = scoreRecommendation(snapshot, market(-0.05))
    expect(modelled.modelledShare).toBe(1)
    const exact = Float64Array.from(days, (day, t) => {
      return computeBlackScholesPrice({ ...put, spot: straight(-0.05)[t]!, years: (put.expiryDay - day) / 365 })
    })
    const quoted = scoreRecommendation(snapshot, market(-0.05, { marks: new Map([[put.symbol, exact]]) }))
    expect(quoted.modelledShare).toBe(0)
    expect(quoted.improvement).toBeCloseTo(modelled.improvement, 12)
    const half = exact.map((value, t) => (t % 2 === 0 ? Number.NaN : value))
    expect(scoreRecommendation(snapshot, market(0, { marks: new Map([[put.symbol, half]]) })).modelledShare).toBe(0.5)
  })

  test('keeps what an option paid at expiry, whatever comes', () => {
    const early = { ...snapshot, optionTrades: [{ ...put, expiryDay: 20_045 }] }
    const there = Float64Array.from(days, (_, t) => (t <= 45 ? 500 - (100 * t) / 45 : 400 + (100 * (t - 45)) / 45))
    const { followed } = scoreRecommendation(early, market(0, { closes: new Map([['SPY', there]]), index: there }))
    expect(followed.totalReturn).toBeCloseTo(0.15 - COST, 12)
    // An expiry on a day without a close settles at the close before it.
    const gap = Int32Array.from(days, (day) => (day >= 20_045 ? day + 1 : day))
    const shifted = scoreRecommendation(early, { ...market(0), days: gap, closes: new Map([['SPY', there]]) })
    expect(shifted.followed.totalReturn).toBeCloseTo((2 * 100 * (475 - there[44]!)) / 100_000 - COST, 12)
  })

  test('of what is delisted uses its last price, and says so', () => {
    const ends = straight(-0.2).map((value, t) => (t > 45 ? Number.NaN : value))
    const dead = { ...snapshot, optionTrades: [], holdings: [{ ticker: 'GONE', shares: 200, price: 500 }] }
    const { unchanged, carried } = scoreRecommendation(dead, market(0, { closes: new Map([['GONE', ends]]) }))
    expect(unchanged.totalReturn).toBeCloseTo(-0.1, 12)
    expect(carried).toEqual(['GONE'])
    expect(scoreRecommendation(dead, market(0, { closes: new Map() })).unchanged.totalReturn).toBe(0)
  })

  test('is the same to the bit, and looks at nothing but snapshot and horizon', () => {
    const again = scoreRecommendation(snapshot, market(-0.07))
    expect(scoreRecommendation(structuredClone(snapshot), market(-0.07))).toEqual(again)
    // The first close is the snapshot's own price, whatever a later revision of the day says.
    const revised = straight(-0.07)
    revised[0] = 499
    const closes = new Map([['SPY', revised]])
    const share = { ...snapshot, optionTrades: [] }
    expect(scoreRecommendation(share, market(-0.07, { closes })).unchanged).toEqual(again.unchanged)
  })

  test('refuses what cannot be', () => {
    expect(() => scoreRecommendation({ ...snapshot, holdings: [] }, market(0))).toThrow(/value of the book is 0/)
    expect(() => scoreRecommendation(snapshot, market(0, { days: days.slice(1) }))).toThrow(/equally long/)
    expect(() => scoreRecommendation(snapshot, market(0, { days: days.toReversed() }))).toThrow(/days\[1\]/)
    expect(() => scoreRecommendation(snapshot, market(0, { closes: new Map() }))).toThrow(/SPY/)
    const negative = new Map([['SPY', straight(0).fill(-1, 5, 6)]])
    expect(() => scoreRecommendation(snapshot, market(0, { closes: negative }))).toThrow(/SPY\[5\] is -1/)
  })
})
