import { describe, expect, test } from 'vitest'
import { analyzeOptionChain } from '../options/chain-analysis.ts'
import { createRandomSource } from '../random.ts'
import type { LineRules, OptionMarket } from './hedge-market.ts'
import { collectCoveringLines, collectOptionLines, hedgeDays, toHedgeLeg, toHedgeUnderlying } from './option-lines.ts'
import { createMarket, createQuotes, INDEX_CHAIN, toExpiry } from './test-chains.ts'

const rules: LineRules = {
  type: 'put',
  days: { least: 60, most: 120 },
  delta: { least: 0.03, most: 0.45 },
  moneyness: { least: 0.75, most: 1.2 },
}
const market = createMarket(INDEX_CHAIN, createRandomSource(1))

/** The same market after its quotes were changed. */
function withQuotes(change: (quote: ReturnType<typeof createQuotes>[number]) => object): OptionMarket {
  const quotes = createQuotes(INDEX_CHAIN, createRandomSource(1)).map((quote) => ({ ...quote, ...change(quote) }))
  return { ...market, chain: analyzeOptionChain(quotes, { spot: 600, rate: 0.04, style: 'american' }) }
}

describe('the lines of a chain', () => {
  test('keep to type, days, delta and strikes, in order of expiry and strike', () => {
    const { lines } = collectOptionLines(market, rules)
    expect(lines.length).toBeGreaterThan(10)
    for (const line of lines) {
      expect(line.type).toBe('put')
      expect([63, 98]).toContain(line.daysToExpiry)
      expect(Math.abs(line.delta)).toBeGreaterThanOrEqual(0.03)
      expect(Math.abs(line.delta)).toBeLessThanOrEqual(0.45)
      expect(line.strike).toBeGreaterThanOrEqual(450)
      // a tenth of 5,000 open contracts
      expect(line).toMatchObject({ mostBought: 500, mostSold: 500 })
    }
    const keys = lines.map(({ expiry, strike }) => `${expiry} ${String(strike).padStart(5, '0')}`)
    expect(keys).toEqual([...keys].sort())
  })

  test('and the reasons for which others are not among them add up to the chain', () => {
    const { lines, rejected } = collectOptionLines(market, rules)
    const puts = market.chain.contracts.filter(({ type }) => type === 'put').length
    expect(lines.length + Object.values(rejected).reduce((sum, count) => sum + count, 0)).toBe(puts)
    expect(rejected['too-short']).toBeGreaterThan(0)
    expect(rejected['too-long']).toBeGreaterThan(0)
    expect(rejected['delta-out-of-range']).toBeGreaterThan(0)
  })

  test('without open interest or trades are illiquid', () => {
    const { lines, rejected } = collectOptionLines(
      withQuotes(() => ({ openInterest: 99, volume: 19 })),
      rules,
    )
    expect(lines).toEqual([])
    expect(rejected.illiquid).toBeGreaterThan(0)
  })

  test('without a bid may be bought and not sold', () => {
    const { lines } = collectOptionLines(
      withQuotes(({ strike }) => (strike <= 540 ? { bid: 0 } : {})),
      rules,
    )
    const [cheap] = lines
    expect(cheap).toMatchObject({ bid: 0, mostBought: 500, mostSold: 0 })
    expect(cheap!.volatility).toBeGreaterThan(0.1)
  })

  test('without a bid are not bought for less than somebody bids for a lower put', () => {
    const belied = (ask: number) =>
      collectOptionLines(
        withQuotes(({ type, strike }) => (type === 'put' && strike === 570 ? { bid: 0, ask } : {})),
        rules,
      ).lines.filter(({ strike }) => strike === 570)
    expect(belied(0.01)).toEqual([])
    const bidBelow = collectOptionLines(market, rules).lines.find(({ strike }) => strike === 560)!.bid
    expect(belied(bidBelow + 3).length).toBeGreaterThan(0)
  })

  test('crossed or wide are no clean quotes', () => {
    const { lines, rejected } = collectOptionLines(
      withQuotes(({ bid, ask }) => ({ bid: ask, ask: bid })),
      rules,
    )
    expect(lines).toEqual([])
    expect(rejected['no-clean-quote']).toBeGreaterThan(0)
  })
})

describe('what repricing needs of a market', () => {
  test('is its smiles, and its volatility of 30 days', () => {
    const underlying = toHedgeUnderlying(market)!
    expect(underlying.expiries.map(({ expiry }) => expiry)).toEqual(market.chain.expiries.map(({ expiry }) => expiry))
    expect(underlying.volatility30).toBeCloseTo(0.17, 2)
    expect(underlying).toMatchObject({ kind: 'price', response: 0.9, volatilityCap: 0.9, beta: 1 })
    expect(toHedgeUnderlying({ ...market, role: 'single-name' })).toMatchObject({ response: 0.55, volatilityCap: 2 })
  })

  test('of a volatility index is the volatility of the index that it follows', () => {
    const volatility = { ...market, role: 'volatility' } as const
    expect(toHedgeUnderlying(volatility, 0.21)).toMatchObject({ kind: 'volatility', volatility30: 0.21, beta: 0 })
    expect(toHedgeUnderlying(volatility)).toBeNull()
  })

  test('of an empty chain is nothing', () => {
    const chain = analyzeOptionChain([], { spot: 600, rate: 0.04, style: 'american' })
    expect(toHedgeUnderlying({ ...market, chain })).toBeNull()
    expect(collectOptionLines({ ...market, chain }, rules)).toEqual({ lines: [], rejected: {} })
  })

  test('a leg is bought at the ask and sold at the bid', () => {
    const [line] = collectOptionLines(market, rules).lines
    expect(toHedgeLeg(line!, 3)).toMatchObject({ contracts: 3, premium: line!.ask, strike: line!.strike })
    expect(toHedgeLeg(line!, -3)).toMatchObject({ contracts: -3, premium: line!.bid })
  })
})

describe('lines for a horizon', () => {
  const { type, delta, moneyness } = rules

  test('expire on its last day or later, by calendar days', () => {
    expect(hedgeDays(96)).toEqual({ least: 96, most: 200 })
    expect(hedgeDays(10)).toEqual({ least: 30, most: 200 })
    expect(hedgeDays(365)).toEqual({ least: 365, most: 425 })
    const { lines, endsEarly } = collectCoveringLines(market, toExpiry(96), { type, delta, moneyness })
    expect(endsEarly).toBe(false)
    expect([...new Set(lines.map(({ daysToExpiry }) => daysToExpiry))]).toEqual([98, 140])
  })

  test('longer than the chain are those of its latest expiry, and say so', () => {
    const { lines, endsEarly } = collectCoveringLines(market, toExpiry(365), { type, delta, moneyness })
    expect(endsEarly).toBe(true)
    expect([...new Set(lines.map(({ daysToExpiry }) => daysToExpiry))]).toEqual([140])
  })

  test('are none where a chain ends within a month', () => {
    const near = createMarket({ ...INDEX_CHAIN, days: [14, 21] }, createRandomSource(1))
    expect(collectCoveringLines(near, toExpiry(96), { type, delta, moneyness })).toMatchObject({
      lines: [],
      endsEarly: false,
    })
  })
})
