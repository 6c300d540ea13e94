import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { computeAmericanPrice } from './american.ts'
import { analyzeOptionChain, type ChainQuote } from './chain-analysis.ts'
import {
  type ChainFigureContract,
  computeChainFigures,
  findUnusualStrikes,
  isInTheMoney,
  selectNearTermExpiries,
} from './chain-figures.ts'

const market = { spot: 100, rate: 0.04, style: 'american' } as const

function quoteAt(type: 'call' | 'put', strike: number, change: Partial<ChainQuote> = {}): ChainQuote {
  const years = change.years ?? 30 / 365
  const volatility = 0.25 - 0.1 * Math.log(strike / 100)
  const { price } = computeAmericanPrice({
    type,
    spot: 100,
    strike,
    years,
    rate: 0.04,
    dividendYield: 0.01,
    volatility,
  })
  const [bid, ask] = [Math.max(0.01, price - 0.02), price + 0.02]
  return { type, strike, expiry: '2026-12-18', years, bid, ask, volume: 10, openInterest: 100, ...change }
}

const strikes = Array.from({ length: 13 }, (_, i) => 85 + 2.5 * i)
const chain = strikes.flatMap((strike) => [quoteAt('call', strike), quoteAt('put', strike)])

describe('a chain made from a known smile', () => {
  const analysis = analyzeOptionChain(chain, market)

  test('gives the smile back: volatilities within half a point', () => {
    for (const { strike, impliedVolatility } of analysis.contracts) {
      expect(impliedVolatility).toBeCloseTo(0.25 - 0.1 * Math.log(strike / 100), 2)
    }
    const [expiry] = analysis.expiries
    expect(expiry?.smile?.atmVolatility).toBeCloseTo(0.25, 2)
    expect(expiry?.skew?.riskReversal).toBeLessThan(0)
  })

  test('gives the dividend yield back from parity, as far as American quotes keep it', () => {
    expect(analysis.expiries[0]?.forward.source).toBe('parity')
    expect(Math.abs(analysis.expiries[0]!.forward.dividendYield - 0.01)).toBeLessThan(0.01)
  })

  test('the term summary rests on the one expiry there is', () => {
    expect(analysis.term?.volatility30).toBe(analysis.expiries[0]?.smile?.atmVolatility)
    expect(analysis.term?.slope).toBe(0)
  })

  test('call and put of a strike share one volatility, and each has its own Greeks', () => {
    const [call, put] = analysis.contracts.slice(12, 14)
    expect(call?.impliedVolatility).toBe(put?.impliedVolatility)
    expect(call!.valuation!.delta - put!.valuation!.delta).toBeCloseTo(Math.exp(-0.01 * (30 / 365)), 2)
  })
})

test('broken quotes never reach an average', () => {
  const broken = [
    quoteAt('put', 90, { bid: 0, ask: 0 }),
    quoteAt('put', 92.5, { bid: 9, ask: 1 }),
    quoteAt('call', 110, { bid: 0.5, ask: 40 }),
  ]
  const clean = chain.filter(({ type, strike }) => !broken.some((one) => one.type === type && one.strike === strike))
  const { contracts, figures } = analyzeOptionChain([...clean, ...broken], market)
  expect(contracts.slice(-3).map(({ state }) => state)).toEqual(['no-quote', 'crossed', 'wide'])
  expect(figures.validVolatilityCount).toBe(chain.length - 3)
  expect(figures.averageImpliedVolatility).toBeGreaterThan(0.2)
  expect(figures.averageImpliedVolatility).toBeLessThan(0.3)
})

test('a strike whose out-of-the-money side is broken takes the other side, early exercise allowed for', () => {
  const deep = quoteAt('put', 107.5)
  const others = chain.filter(({ strike }) => strike !== 107.5)
  const { contracts } = analyzeOptionChain([...others, deep, quoteAt('call', 107.5, { bid: 0, ask: 0 })], market)
  expect(contracts.at(-2)?.impliedVolatility).toBeCloseTo(0.25 - 0.1 * Math.log(1.075), 2)
})

test('a provider that is five points off is named where both should be good', () => {
  const doubtful = { providerVolatility: 0.4 }
  const quotes = chain.map((quote) => ({ ...quote, ...doubtful }))
  const { contracts } = analyzeOptionChain(quotes, market)
  const atTheMoney = contracts.find(({ strike }) => strike === 100)
  expect(atTheMoney?.disagreesWithProvider).toBe(true)
  expect(contracts.find(({ strike, type }) => strike === 85 && type === 'put')?.disagreesWithProvider).toBe(false)
})

test('an adjusted contract has no volatility and no Greeks, though its strike has others', () => {
  const adjusted = quoteAt('call', 100, { isAdjusted: true })
  const { contracts, figures } = analyzeOptionChain([...chain, adjusted], market)
  expect(contracts.at(-1)).toMatchObject({ state: 'adjusted', impliedVolatility: null, valuation: null })
  expect(contracts.find(({ strike, state }) => strike === 100 && state === 'ok')?.valuation).not.toBeNull()
  expect(figures.validVolatilityCount).toBe(chain.length)
})

test('an empty chain is empty, not an error', () => {
  const analysis = analyzeOptionChain([], market)
  expect(analysis).toMatchObject({ contracts: [], expiries: [], term: null })
  expect(analysis.figures).toMatchObject({ putCallRatio: null, sentiment: null, averageImpliedVolatility: null })
})

describe('the simulated chains: known volatilities and Greeks', () => {
  interface Listed {
    readonly implied_volatility: number
    readonly greeks: { readonly delta: number; readonly gamma: number; readonly theta: number; readonly vega: number }
    readonly details: {
      readonly contract_type: 'call' | 'put'
      readonly strike_price: number
      readonly expiration_date: string
    }
    readonly last_quote: { readonly bid: number; readonly ask: number }
    readonly open_interest: number
    readonly day: { readonly volume: number }
  }

  test.each(['XSIM', 'YSIM'])('%s', (ticker) => {
    const path = new URL(`../../reference/chains/polygon-chain-${ticker}.json`, import.meta.url)
    const file = JSON.parse(readFileSync(path, 'utf8')) as {
      spot: number
      asOf: string
      r: number
      q: number
      pages: { results: Listed[] }[]
    }
    const listed = file.pages.flatMap(({ results }) => results)
    const quotes = listed.map(({ details, last_quote, open_interest, day }) => ({
      type: details.contract_type,
      strike: details.strike_price,
      expiry: details.expiration_date,
      years: (Date.parse(details.expiration_date) - Date.parse(file.asOf)) / (365 * 86_400_000),
      bid: last_quote.bid,
      ask: last_quote.ask,
      volume: day.volume,
      openInterest: open_interest,
    }))
    const { contracts } = analyzeOptionChain(quotes, {
      spot: file.spot,
      rate: file.r,
      style: 'european',
      trailingYield: file.q,
    })
    let compared = 0
    for (const [i, contract] of contracts.entries()) {
      const { impliedVolatility, valuation } = contract
      const { greeks, implied_volatility } = listed[i]!
      // Cents on a wing's price are many volatility points, so compare where delta says the price is all volatility.
      if (impliedVolatility === null || Math.abs(greeks.delta) < 0.15 || Math.abs(greeks.delta) > 0.85) continue
      expect(Math.abs(impliedVolatility - implied_volatility)).toBeLessThan(0.02)
      expect(Math.abs(valuation!.delta - greeks.delta)).toBeLessThan(0.02)
      expect(Math.abs(valuation!.vega / 100 / greeks.vega - 1)).toBeLessThan(0.05)
      expect(Math.abs(valuation!.theta / 365 / greeks.theta - 1)).toBeLessThan(0.1)
      compared++
    }
    expect(compared).toBeGreaterThan(20)
  })
})

describe('chain figures', () => {
  const contract = (change: Partial<ChainFigureContract>): ChainFigureContract => ({
    type: 'call',
    strike: 100,
    expiry: '2026-12-18',
    volume: 0,
    openInterest: 0,
    impliedVolatility: null,
    ...change,
  })

  test.each([
    [121, 100, 'bearish', 'Balanced'], // 1.21; (100 − 121)/221 = −9.5 %
    [120, 100, 'neutral', 'Balanced'], // exactly 1.2 is not above it
    [80, 100, 'neutral', 'Balanced'],
    [79, 100, 'bullish', 'Balanced'],
    [66, 100, 'bullish', 'Heavy call volume'], // 34/166 = 20.5 %
    [151, 100, 'bearish', 'Heavy put volume'], // 51/251 = 20.3 %
    [150, 100, 'bearish', 'Balanced'], // exactly 20 % is not above it
    [5, 0, null, 'Heavy put volume'],
    [0, 0, null, 'Balanced'],
  ] as const)('puts %d, calls %d: %s, %s', (puts, calls, sentiment, volumePattern) => {
    const figures = computeChainFigures([contract({ volume: calls }), contract({ type: 'put', volume: puts })])
    expect(figures).toMatchObject({ sentiment, volumePattern, putCallRatio: calls > 0 ? puts / calls : null })
  })

  test('placeholders of a provider (0, 1e−5, 9) and quotes in a bad state stay out of the average volatility', () => {
    const volatilities = [0.2, 0.4, 0, 1e-5, 9, null]
    const contracts = volatilities.map((impliedVolatility) => contract({ impliedVolatility }))
    const wide = contract({ impliedVolatility: 3, state: 'wide' })
    const figures = computeChainFigures([...contracts, wide])
    expect(figures.averageImpliedVolatility).toBeCloseTo(0.3, 15)
    expect(figures.validVolatilityCount).toBe(2)
  })

  test('unusual is above twice the mean of all, idle contracts included; busiest first, five at most', () => {
    // Mean (60 + 50 + 50 + 40 + 21 + 19)/24 = 10, so that everything above 20 stands out.
    const idle = Array.from({ length: 18 }, (_, i) => contract({ strike: 200 + i }))
    const busy = [
      contract({ strike: 120, volume: 50, openInterest: 25 }),
      contract({ strike: 101, volume: 50 }),
      contract({ strike: 90, volume: 60 }),
      contract({ strike: 110, volume: 40 }),
      contract({ strike: 130, volume: 21 }),
      contract({ strike: 135, volume: 19 }),
    ]
    const { unusual, unusualCount } = computeChainFigures([...idle, ...busy], 100)
    expect(unusual.map((one) => one.contract.strike)).toEqual([90, 101, 120, 110, 130])
    expect(unusual.map((one) => one.timesAverage)).toEqual([6, 5, 5, 4, 2.1])
    expect(unusual.map((one) => one.volumeToOpenInterest)).toEqual([null, null, 2, null, null])
    expect(unusualCount).toBe(5)
    const many = Array.from({ length: 7 }, (_, i) => contract({ strike: i + 1, volume: 100 }))
    const crowd = computeChainFigures([...many, ...Array.from({ length: 30 }, () => contract({}))])
    expect(crowd.unusual.map((one) => one.contract.strike)).toEqual([1, 2, 3, 4, 5])
    expect(crowd.unusualCount).toBe(7)
  })

  test('per strike, calls and puts count together', () => {
    const contracts = [
      contract({ strike: 100, volume: 30 }),
      contract({ strike: 100, type: 'put', volume: 30 }),
      contract({ strike: 105, volume: 10 }),
      contract({ strike: 110, volume: 5 }),
      contract({ strike: 115, volume: null }),
    ]
    // 75 over four strikes: mean 18.75
    expect(findUnusualStrikes(contracts)).toEqual({ averageVolume: 18.75, strikes: [{ strike: 100, volume: 60 }] })
    expect(findUnusualStrikes([])).toEqual({ averageVolume: 0, strikes: [] })
  })

  test('in the money is strict: at the spot neither call nor put is', () => {
    const at = (type: 'call' | 'put') => [99, 100, 101].map((strike) => isInTheMoney({ type, strike }, 100))
    expect(at('call')).toEqual([true, false, false])
    expect(at('put')).toEqual([false, false, true])
  })

  test('near-term expiries: within 45 days, at least two, at most six', () => {
    expect(selectNearTermExpiries([90, 3, 10, 10, -1, 40])).toEqual([3, 10, 40])
    expect(selectNearTermExpiries([200, 100, 60])).toEqual([60, 100])
    expect(selectNearTermExpiries([1, 2, 3, 4, 5, 6, 7, 8])).toEqual([1, 2, 3, 4, 5, 6])
    expect(selectNearTermExpiries([])).toEqual([])
  })
})
