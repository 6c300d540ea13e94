import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readChainFile } from '../../conformance/chain-files.ts'
import { toHedgeUnderlying } from '../hedge/option-lines.ts'
import { createLegLookup, repriceLeg } from '../hedge/reprice-hedge.ts'
import { analyzeOptionChain, type ChainQuote } from './chain-analysis.ts'
import { expectNearQuotes, expectNoArbitrage } from './test-smile-conditions.ts'

const SHARED = resolve(import.meta.dirname, '../../../..', process.env.BALLAST_SHARED ?? '../shared')
const CHAINS = join(SHARED, 'data/providers/chains')
const YAHOO = join(SHARED, 'data/providers/yahoo')

const DAY = 86_400_000

if (existsSync(CHAINS) && existsSync(YAHOO)) {
  describe('a recorded chain of 1,967 contracts', () => {
    // Recorded 2021-11-22; spot then about 342, quoted in cents, expiries from four days to two years.
    const [, ...lines] = readFileSync(join(CHAINS, 'msft-2021-11-22.csv'), 'utf8').trim().split('\n')
    const quotes = lines.map((line): ChainQuote => {
      const [type, strike, bid, ask, expiry = ''] = line.trim().split(',')
      return {
        type: type === 'call' ? 'call' : 'put',
        strike: Number(strike),
        bid: Number(bid),
        ask: Number(ask),
        expiry,
        years: (Date.parse(expiry) - Date.parse('2021-11-22')) / (365 * DAY),
        volume: null,
        openInterest: null,
      }
    })
    // Rates of that week: bills near zero, two years 0.6 %.
    const { contracts, expiries, term } = analyzeOptionChain(quotes, { spot: 342, rate: 0.003, style: 'american' })

    test('every expiry has a forward by parity within two per cent of the spot, and a smile that falls', () => {
      expect(expiries).toHaveLength(17)
      for (const { forward, smile, skew } of expiries) {
        expect(forward.source).toBe('parity')
        expect(Math.abs(forward.forward / 342 - 1)).toBeLessThan(0.02)
        expect(smile!.atmVolatility).toBeGreaterThan(0.15)
        expect(smile!.atmVolatility).toBeLessThan(0.4)
        expect(skew!.riskReversal).toBeLessThan(0.02)
      }
      expect(term!.volatility30).toBeGreaterThan(0.2)
      expect(term!.expectedMove).toBeLessThan(40)
    })

    test('every smile is as near the quotes as their spreads, and none allows arbitrage', () => {
      expect(expectNearQuotes(expiries)).toBe(17)
      // Out of the money and clean, strikes are quoted from 100 to 500.
      const range = { lowest: Math.log(100 / 342), highest: Math.log(500 / 342) }
      expectNoArbitrage(
        expiries.map(({ smile }) => smile!),
        range,
      )
    })

    test('today every clean quote is worth its mid, within half its spread', () => {
      const market = {
        ticker: 'MSFT',
        role: 'single-name',
        today: '2021-11-22',
        spot: 342,
        beta: 1,
        rate: 0.003,
        style: 'american',
      } as const
      const underlying = toHedgeUnderlying({ ...market, multiplier: 100, chain: { contracts, expiries } })!
      const lookup = createLegLookup([underlying])
      const now = { marketReturn: 0, horizonDays: 0, volatility: { kind: 'rule', scale: 0 } } as const
      let checked = 0
      for (const { type, strike, expiry, state, bid, ask } of contracts) {
        if (state !== 'ok') continue
        const mid = 0.5 * (bid! + ask!)
        const intrinsic = Math.max(0, type === 'call' ? 342 - strike : strike - 342)
        const leg = { underlying: 'MSFT', type, strike, expiry, contracts: 1, premium: mid, multiplier: 100 }
        const miss = Math.abs(repriceLeg(leg, now, lookup) - Math.max(mid, intrinsic))
        expect(miss, `${expiry} ${type} ${strike}`).toBeLessThanOrEqual(0.5 * (ask! - bid!) + 1e-9)
        checked++
      }
      expect(checked).toBeGreaterThan(1300)
    })

    test('most quotes are clean, and each clean one is explained by its volatility', () => {
      const clean = contracts.filter(({ state }) => state === 'ok')
      expect(clean.length / contracts.length).toBeGreaterThan(0.7)
      for (const { impliedVolatility, valuation } of contracts) {
        expect(impliedVolatility === null || (impliedVolatility >= 0.01 && impliedVolatility <= 5)).toBe(true)
        if (valuation !== null) expect(Object.values(valuation).every(Number.isFinite)).toBe(true)
      }
      const outOfTheMoney = clean.filter(({ type, strike }) => (type === 'call') === strike > 342)
      const repriced = outOfTheMoney.filter(({ valuation, mark }) => Math.abs(valuation!.price - mark!) < 1e-9 * 342)
      expect(repriced.length / outOfTheMoney.length).toBeGreaterThan(0.99)
    })
  })

  describe('recorded replies of a provider, taken before the open: zeros and placeholders', () => {
    const files = readdirSync(YAHOO).filter((name) => /^options-[^-]*(-USD|\.L)?\.json$/.test(name))

    test.each(files)('%s is read without a number that is not one', (name) => {
      const body = JSON.parse(readFileSync(join(YAHOO, name), 'utf8')) as {
        recordedAt: string
        body?: { optionChain?: { result?: { quote?: { regularMarketPrice?: number } }[] } }
      }
      const spot = body.body?.optionChain?.result?.[0]?.quote?.regularMarketPrice ?? 100
      const quotes = readChainFile(body).map((contract): ChainQuote => {
        const years = Math.max(1, Date.parse(contract.expiry) - Date.parse(body.recordedAt)) / (365 * DAY)
        return { ...contract, years, providerVolatility: contract.impliedVolatility }
      })
      const analysis = analyzeOptionChain(quotes, { spot, rate: 0.04, style: 'american' })
      expect(analysis.contracts).toHaveLength(quotes.length)
      const figures = [analysis.figures, analysis.term, ...analysis.expiries.map(({ smile }) => smile)]
      // JSON writes NaN and Infinity as null, so they are caught on the way.
      JSON.stringify(figures, (key, value: unknown) => {
        if (typeof value === 'number') expect(value, key).toSatisfy(Number.isFinite)
        return value
      })
      for (const { impliedVolatility, state } of analysis.contracts) {
        if (state !== 'ok') continue
        expect(impliedVolatility === null || Number.isFinite(impliedVolatility)).toBe(true)
      }
    })
  })
} else {
  console.warn(`\n*** ${SHARED} is absent: the recorded option chains were NOT read. ***\n`)
  test('the recorded data is absent, so no recorded option chain was read', () => {
    expect(existsSync(CHAINS) && existsSync(YAHOO)).toBe(false)
  })
}
