import { describe, expect, test } from 'vitest'
import { createMarket, INDEX_CHAIN } from '../hedge/test-chains.ts'
import { findRow } from '../price-matrix.ts'
import { createRandomSource } from '../random.ts'
import { type AssetOptions, type Discovery, type DiscoveryInput, discoverIdeas } from './discover-ideas.ts'
import { createUniverse, type TestDay } from './test-universe.ts'

const opposing =
  (size: number) =>
  ({ market, own, noise }: TestDay) =>
    -0.3 * market - size * own + 0.6 * noise
const ASSETS: Record<string, (day: TestDay) => number> = {
  A1: opposing(1.2),
  A2: opposing(1.3),
  A3: opposing(1.4),
  B1: opposing(1.5),
  C1: ({ market, own, noise }) => market + 1.3 * own + 0.6 * noise,
  D1: ({ market, noise }) => market + noise,
  E1: ({ noise }) => noise,
}
const groupOf = (ticker: string) => ticker.slice(0, 1)
const openChain = (ticker: string, atmVolatility = 0.16): AssetOptions => ({
  premiumClass: 'other',
  market: createMarket(
    { ...INDEX_CHAIN, ticker, role: 'other-index', spot: 100, strikeStep: 1, atmVolatility, slope: 0 },
    createRandomSource(1),
  ),
})

function createInput(overrides: Partial<DiscoveryInput> = {}): DiscoveryInput {
  const returns = createUniverse({ days: 1260, seed: 21, assets: ASSETS })
  return {
    returns,
    holdings: [{ ticker: 'BOOK', value: 90_000 }],
    index: 'SPY',
    assets: ['SPY', ...Object.keys(ASSETS)].map((ticker) => ({ ticker, group: groupOf(ticker) })),
    value: 100_000,
    options: ['SPY', ...Object.keys(ASSETS)].map((ticker) => openChain(ticker)),
    ...overrides,
  }
}

const input = createInput()
const result = discoverIdeas(input)
const tickersOf = ({ ideas }: Discovery) => ideas.map(({ side }) => side.ticker)

describe('a discovery', () => {
  test('shows contracts that are in their chains, at their quotes', () => {
    expect(result.ideas.length).toBeGreaterThan(2)
    for (const { line, cost, maxLoss, contracts, costShare, breakEven } of result.ideas) {
      const { market } = input.options.find((one) => one.market.ticker === line.underlying)!
      const quote = market.chain.contracts.find(
        ({ expiry, strike, type }) => expiry === line.expiry && strike === line.strike && type === line.type,
      )!
      expect([quote.bid, quote.ask]).toEqual([line.bid, line.ask])
      expect(line.daysToExpiry).toBeGreaterThanOrEqual(30)
      expect(line.daysToExpiry).toBeLessThanOrEqual(120)
      expect(Math.abs(line.delta)).toBeGreaterThanOrEqual(0.15)
      expect(Math.abs(line.delta)).toBeLessThanOrEqual(0.4)
      expect(cost).toBeCloseTo(100 * quote.ask!, 10)
      expect(maxLoss).toBeCloseTo(cost + 0.65, 10)
      expect(breakEven).toBeCloseTo(line.strike + (line.type === 'call' ? 1 : -1) * line.ask, 10)
      expect(costShare).toBeCloseTo((contracts * maxLoss) / 100_000, 12)
      expect(contracts === 1 || costShare <= 0.005).toBe(true)
    }
  })

  test('shows nothing of which one contract is too large for the book', () => {
    const dearest = Math.max(...result.ideas.map(({ maxLoss }) => maxLoss))
    const small = discoverIdeas(createInput({ value: dearest / 0.03 - 1 }))
    expect([...small.ideas, ...small.others].every(({ costShare }) => costShare <= 0.03)).toBe(true)
    expect(small.ideas.length).toBeGreaterThan(0)
    const tiny = discoverIdeas(createInput({ value: 50 }))
    expect(tiny.ideas).toEqual([])
    expect(tiny.nothingFound).toBe('nothing-passed')
    expect(tiny.considered.some(({ rule }) => rule === 'too-large')).toBe(true)
  })

  test('buys calls on what moves against the book, and turns the sign of puts', () => {
    for (const { side, kind, conditionalReturn, effectiveCorrelation } of result.ideas) {
      if (side.role !== 'protective') continue
      expect(side.type).toBe(side.ticker === 'C1' ? 'put' : 'call')
      expect(kind).toBe('hedge')
      expect(conditionalReturn).toBeGreaterThan(0)
      expect(effectiveCorrelation).toBeLessThan(0)
    }
  })

  test('knows for each side why, and calls the other side contrary', () => {
    const rolesOf = (ticker: string) =>
      ['call', 'put'].map((type) => {
        const { side } = result.candidates.find((one) => one.side.ticker === ticker && one.side.type === type)!
        return [side.role, side.reasons.includes(ticker === 'C1' ? 'moves-with' : 'moves-against')]
      })
    expect(rolesOf('B1')).toEqual([
      ['protective', true],
      ['contrary', true],
    ])
    expect(rolesOf('C1')).toEqual([
      ['contrary', true],
      ['protective', true],
    ])
  })

  test('takes one contract of an asset and two of a group, best first', () => {
    const tickers = tickersOf(result)
    expect(new Set(tickers).size).toBe(tickers.length)
    expect(tickers.filter((ticker) => groupOf(ticker) === 'A')).toHaveLength(2)
    expect(result.considered.some(({ rule, side }) => rule === 'list-full' && groupOf(side.ticker) === 'A')).toBe(true)
    const scores = result.ideas.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  test('keeps what else may be shown at hand, sized alike and none of it twice', () => {
    const ids = [...result.ideas, ...result.others].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(result.others.length).toBeGreaterThan(result.ideas.length)
    for (const { contracts, costShare, cost } of result.others) {
      expect(costShare).toBeCloseTo((contracts * (cost + 0.65)) / 100_000, 12)
    }
  })

  test('leaves what is not related alone, chain or not', () => {
    const priced = new Set(result.candidates.map(({ side }) => side.ticker))
    expect(priced.has('D1') || priced.has('E1') || priced.has('SPY')).toBe(false)
    expect(result.related).toBe(result.scan.significant)
  })

  test('is the same in any order of universe and chains, and repeats to the bit', () => {
    const turned = { ...input, assets: input.assets.toReversed(), options: input.options.toReversed() }
    expect(JSON.stringify(discoverIdeas(input))).toBe(JSON.stringify(result))
    expect(JSON.stringify(discoverIdeas(turned).ideas)).toBe(JSON.stringify(result.ideas))
  })

  test('sells no dear puts as hedges, and shows long shots only beyond the noise', () => {
    const dear = discoverIdeas({ ...input, options: input.options.map(({ market }) => openChain(market.ticker, 0.6)) })
    expect(dear.ideas.filter(({ side }) => side.type === 'put')).toEqual([])
    expect(dear.ideas.every(({ kind }) => kind === 'hedge')).toBe(true)
    const cheap = discoverIdeas({
      ...input,
      options: input.options.map(({ market }) => openChain(market.ticker, 0.07)),
    })
    for (const { fair } of cheap.ideas.filter(({ kind }) => kind === 'long-shot')) {
      expect(fair).toMatchObject({ insideNoise: false })
      expect(fair.mispricing).toBeGreaterThan(0)
    }
  })

  test('says why there is nothing', () => {
    const none = (overrides: Partial<DiscoveryInput>) => {
      const { ideas, nothingFound } = discoverIdeas(createInput(overrides))
      expect(ideas).toEqual([])
      return nothingFound
    }
    expect(none({ holdings: [] })).toBe('no-history')
    expect(none({ assets: [{ ticker: 'E1', group: 'E' }] })).toBe('nothing-significant')
    expect(none({ options: [] })).toBe('no-options')
    const far = { ...openChain('A1'), market: { ...openChain('A1').market, chain: { contracts: [], expiries: [] } } }
    expect(none({ options: [far] })).toBe('nothing-passed')
  })

  test('holds no figure that is not a number', () => {
    const returns = createUniverse({ days: 1260, seed: 21, assets: ASSETS })
    findRow(returns, 'A1')!.fill(0)
    findRow(returns, 'A2')!.fill(Number.NaN, 0, 1200)
    for (const found of [result, discoverIdeas(createInput({ returns }))]) {
      const text = JSON.stringify(found, (_, value: unknown) =>
        typeof value === 'number' && !Number.isFinite(value) ? 'UNREAL' : value,
      )
      expect(text).not.toContain('UNREAL')
    }
  })

  test('refuses what cannot be', () => {
    expect(() => discoverIdeas(createInput({ value: 0 }))).toThrow(/value is 0/)
    expect(() => discoverIdeas(createInput({ budget: 2 }))).toThrow(/budget is 2/)
    expect(() => discoverIdeas(createInput({ fee: -1 }))).toThrow(/fee is -1/)
  })
})
