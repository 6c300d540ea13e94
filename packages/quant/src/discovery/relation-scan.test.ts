import { describe, expect, test } from 'vitest'
import { findRow, type ReturnMatrix } from '../price-matrix.ts'
import { propertyRuns } from '../property-runs.ts'
import { computeCorrelation } from '../regression.ts'
import { computePartialRelation } from './partial-relation.ts'
import { type ScanInput, scanRelations } from './relation-scan.ts'
import type { RelationScan } from './scanned-relation.ts'
import { createUniverse, type TestDay } from './test-universe.ts'

const holdings = [{ ticker: 'BOOK', value: 1000 }]
const noiseOnly = Object.fromEntries(
  Array.from({ length: 47 }, (_, i) => [`N${i}`, ({ market, noise }: TestDay) => (i / 30) * market + noise]),
)
/** Corr of own part 0.8 % and noise of 1 %: −0.54 of own + 0.94 of noise is ρ about −0.5 when both have their sizes. */
const planted = { AGAINST: ({ market, own, noise }: TestDay) => 0.4 * market - 0.8 * own + noise }
const STRONG = { STRONG: ({ market, own, noise }: TestDay) => 0.4 * market - 1.6 * own + noise }
const FOLLOWER = { FOLLOWER: ({ market, noise }: TestDay) => 1.3 * market + 0.2 * noise }

function scan(returns: ReturnMatrix, overrides: Partial<ScanInput> = {}): RelationScan {
  const assets = returns.tickers.filter((ticker) => ticker !== 'BOOK').map((ticker) => ({ ticker, group: 'any' }))
  return scanRelations({ returns, holdings, index: 'SPY', assets, ...overrides })
}
const find = (result: RelationScan, ticker: string) => result.relations.find((one) => one.ticker === ticker)!

describe('a partial correlation', () => {
  test('is that of the textbook formula', () => {
    const returns = createUniverse({ days: 90, seed: 3, assets: planted })
    const [a, b, i] = ['AGAINST', 'BOOK', 'SPY'].map((ticker) => findRow(returns, ticker)!) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    const [ab, ai, bi] = [computeCorrelation(a, b)!, computeCorrelation(a, i)!, computeCorrelation(b, i)!]
    const expected = (ab - ai * bi) / Math.sqrt((1 - ai * ai) * (1 - bi * bi))
    expect(computePartialRelation(a, b, i)!.correlation).toBeCloseTo(expected, 12)
  })

  test('takes only the days that all three have, and does not exist for the index itself', () => {
    const returns = createUniverse({ days: 90, seed: 3, assets: planted })
    const [a, b, i] = ['AGAINST', 'BOOK', 'SPY'].map((ticker) => findRow(returns, ticker)!) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    const gaps = i.map((value, t) => (t < 20 ? Number.NaN : value))
    expect(computePartialRelation(a, b, gaps)).toEqual(computePartialRelation(a.slice(20), b.slice(20), i.slice(20)))
    expect(computePartialRelation(i, b, i)).toBeNull()
    expect(computePartialRelation(a.slice(0, 29), b.slice(0, 29), i.slice(0, 29))).toBeNull()
  })
})

describe('a scan', () => {
  const returns = createUniverse({ days: 504, seed: 12, assets: { ...noiseOnly, ...STRONG, ...FOLLOWER } })
  const result = scan(returns)

  test('finds what was planted, and says how sure it is', () => {
    const { partial } = find(result, 'STRONG')
    expect(partial).toMatchObject({ isSignificant: true, stability: 1, observations: 90 })
    expect(partial!.correlation).toBeLessThan(-0.4)
    expect(partial!.qValue).toBeLessThan(0.05)
    expect(partial!.firstHalf! * partial!.secondHalf! * partial!.year!).toBeLessThan(0)
  })

  test('does not report what follows the market alone, however closely', () => {
    const follower = find(result, 'FOLLOWER')
    expect(follower.correlation).toBeGreaterThan(0.6)
    expect(follower.partial!.isSignificant).toBe(false)
    expect(find(result, 'SPY').partial).toBeNull()
  })

  test('counts its tests by family', () => {
    expect(result.families.partial).toMatchObject({ tests: 49 })
    expect(result.families.lagged.tests).toBe(490)
    expect(result.families.tailGain.tests).toBe(50)
    expect(result.tests).toBe(49 + 490 + 100)
    expect(result.days).toEqual({ window: 90, tail: 504 })
  })

  test('finds a lead of two days, and says which way', () => {
    const series = createUniverse({ days: 504, seed: 9, assets: noiseOnly })
    const [late, book, index] = ['N0', 'BOOK', 'SPY'].map((ticker) => findRow(series, ticker)!) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    for (let t = 2; t < late.length; t++) late[t] = book[t - 2]! - 1.1 * index[t - 2]! + 0.1 * late[t]!
    expect(find(scan(series), 'N0').lags.map(({ lag }) => lag)).toEqual([2])
  })

  test('says what it leaves out, and why', () => {
    const young = createUniverse({ days: 504, seed: 8, assets: noiseOnly })
    findRow(young, 'N1')!.fill(Number.NaN, 0, 460)
    findRow(young, 'N2')!.fill(Number.NaN)
    findRow(young, 'N3')!.fill(Number.NaN, 0, 380)
    const assets = ['N1', 'N2', 'N3', 'MISSING'].map((ticker) => ({ ticker, group: 'any' }))
    const { leftOut, relations } = scan(young, { assets })
    expect(leftOut).toEqual([
      { ticker: 'N1', reason: 'too-few-days' },
      { ticker: 'N2', reason: 'no-history' },
      { ticker: 'MISSING', reason: 'no-history' },
    ])
    expect(relations.map(({ ticker, tail }) => [ticker, tail])).toEqual([['N3', null]])
  })

  test('compares a holding with the rest of the book, not with itself', () => {
    const two = [
      { ticker: 'BOOK', value: 500 },
      { ticker: 'N0', value: 500 },
    ]
    const held = find(scan(returns, { holdings: two }), 'N0')
    expect(held.isHeld).toBe(true)
    expect(held.partial!.correlation).toBeCloseTo(find(result, 'N0').partial!.correlation, 10)
    expect(held.correlation).not.toBeCloseTo(find(result, 'N0').correlation, 2)
  })

  test('is the same whatever the order of the universe, and repeats to the bit', () => {
    const assets = [...result.relations].reverse().map(({ ticker, group }) => ({ ticker, group }))
    expect(JSON.stringify(scan(returns))).toBe(JSON.stringify(result))
    expect(scan(returns, { assets }).relations.toReversed()).toEqual(result.relations)
  })

  test('refuses what cannot be', () => {
    expect(() => scan(returns, { index: 'DAX' })).toThrow(/index "DAX" is not known/)
    expect(() =>
      scan(returns, {
        assets: [
          { ticker: 'N0', group: '' },
          { ticker: 'N0', group: '' },
        ],
      }),
    ).toThrow(/N0/)
    expect(() => scan(returns, { falseDiscoveryRate: 0 })).toThrow(/falseDiscoveryRate is 0/)
  })

  test('of an empty book relates nothing', () => {
    expect(scan(returns, { holdings: [] })).toMatchObject({ relations: [], significant: 0, tests: 0 })
  })
})

describe('over many histories', () => {
  // 200 in the long run.
  const seeds = Array.from({ length: Math.min(200, propertyRuns(25).numRuns) }, (_, i) => 1000 + i)

  test('a planted relation is found and at most a tenth of what is found is chance', { tags: 'full' }, () => {
    let [found, shares, tailShares] = [0, 0, 0]
    for (const seed of seeds) {
      const { relations } = scan(createUniverse({ days: 504, seed, assets: { ...noiseOnly, ...planted } }))
      const significant = relations.filter(({ partial }) => partial?.isSignificant)
      const isFound = significant.some(({ ticker }) => ticker === 'AGAINST')
      const tails = relations.filter(({ tail, ticker }) => ticker !== 'AGAINST' && (tail?.isGain || tail?.isAmplifier))
      if (isFound) found++
      shares += significant.length === 0 ? 0 : (significant.length - (isFound ? 1 : 0)) / significant.length
      if (tails.length > 0) tailShares++
    }
    expect(found / seeds.length).toBeGreaterThan(0.75)
    // The share of chance is itself an average over few histories: three standard errors are allowed.
    const slack = 3 * Math.sqrt((0.1 * 0.9) / seeds.length)
    expect(shares / seeds.length).toBeLessThan(0.1 + (seeds.length < 200 ? slack : 0))
    // Two families of the tail, both of chance alone.
    expect(tailShares / seeds.length).toBeLessThan(0.2 + slack)
  })
})
