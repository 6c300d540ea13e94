import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMarket, INDEX_CHAIN } from '../hedge/test-chains.ts'
import { propertyRuns } from '../property-runs.ts'
import { createRandomSource } from '../random.ts'
import { analyzeOptionChain, type ChainQuote } from './chain-analysis.ts'
import { fitSviSurface } from './fit-svi.ts'
import { type FitExpiry, toSsviSlice } from './ssvi.ts'
import { evaluateSvi, type SviSlice } from './svi.ts'
import { expectNearQuotes, expectNoArbitrage } from './test-smile-conditions.ts'

/** Quotes without error on a slice, at so many standard deviations from the forward. */
function quote(slice: SviSlice, years: number, distances: readonly number[], halfSpread = 1e-5): FitExpiry {
  const atmVolatility = Math.sqrt(evaluateSvi(slice, 0) / years)
  const points = distances.map((z) => {
    const k = z * atmVolatility * Math.sqrt(years)
    return { k, volatility: Math.sqrt(evaluateSvi(slice, k) / years), halfSpread }
  })
  return { years, atmVolatility, points }
}

const WIDE = Array.from({ length: 21 }, (_, i) => -3 + 0.25 * i)

function largestError(slice: SviSlice, { years, points }: FitExpiry): number {
  return Math.max(...points.map(({ k, volatility }) => Math.abs(Math.sqrt(evaluateSvi(slice, k) / years) - volatility)))
}

const drawnShape = fc.record({
  rho: fc.double({ min: -0.8, max: 0.4, noNaN: true }),
  eta: fc.double({ min: 0.4, max: 1.1, noNaN: true }),
})

describe('quotes on a slice', () => {
  test('give it back, wherever it came from', () => {
    fc.assert(
      fc.property(drawnShape, fc.double({ min: 0.1, max: 0.7, noNaN: true }), (shape, volatility) => {
        const years = 0.25
        const expiry = quote(toSsviSlice(shape, volatility ** 2 * years), years, WIDE)
        expect(largestError(fitSviSurface([expiry])[0]!, expiry)).toBeLessThan(1e-6)
      }),
      propertyRuns(60),
    )
  })

  test('that is no slice of SSVI are met all the same', () => {
    // The paper's repaired example: its call wing is not the one that its put wing and skew would give in SSVI.
    const repaired = { a: -0.0305199, b: 0.1027148, rho: 0.1007068, m: 0.2724404, sigma: 0.412398 }
    const expiry = quote(repaired, 1, WIDE)
    expect(largestError(fitSviSurface([expiry])[0]!, expiry)).toBeLessThan(2e-5)
  })

  test('narrow quotes are followed, wide ones hardly', () => {
    const expiry = quote(toSsviSlice({ rho: -0.5, eta: 1 }, 0.01), 0.25, WIDE, 0.001)
    const points = expiry.points.map((point, i) =>
      i === 6 ? { ...point, volatility: point.volatility + 0.1, halfSpread: 1 } : point,
    )
    expect(largestError(fitSviSurface([{ ...expiry, points }])[0]!, expiry)).toBeLessThan(0.0002)
  })
})

describe('quotes that could be arbitraged', () => {
  const toSmile = (svi: SviSlice, { years, atmVolatility }: FitExpiry) => {
    return { forward: 100, years, atmVolatility, svi, pointCount: 9 }
  }
  const range = { lowest: -0.4, highest: 0.4 }

  test('on Vogt’s slice, whose density is negative: the fit’s is not', () => {
    const vogt = { a: -0.041, b: 0.1331, rho: 0.306, m: 0.3586, sigma: 0.4153 }
    const expiry = quote(
      vogt,
      1,
      Array.from({ length: 40 }, (_, i) => -8 + 0.5 * i),
      0.002,
    )
    const [slice] = fitSviSurface([expiry])
    expectNoArbitrage([toSmile(slice!, expiry)], range)
    expect(largestError(slice!, expiry)).toBeLessThan(0.02)
  })

  test('a later expiry that is worth less is lifted above the earlier one', () => {
    const early = quote(toSsviSlice({ rho: -0.5, eta: 1 }, 0.02), 0.25, WIDE)
    const late = quote(toSsviSlice({ rho: -0.5, eta: 1 }, 0.015), 0.5, WIDE)
    const slices = fitSviSurface([early, late])
    expectNoArbitrage([toSmile(slices[0]!, early), toSmile(slices[1]!, late)], range)
    expect(evaluateSvi(slices[1]!, 0)).toBeLessThan(0.021)
  })

  test('whatever is drawn, no smile allows a butterfly or a calendar spread', () => {
    const random = createRandomSource(7)
    for (let round = 0; round < propertyRuns(40).numRuns; round++) {
      const count = 2 + Math.floor(4 * random())
      const expiries = Array.from({ length: count }, (_, i) => {
        const years = 0.05 * (i + 1) ** 2
        const volatility = 0.15 + 0.4 * random()
        const slice = toSsviSlice({ rho: 1.6 * random() - 0.8, eta: 1.1 * random() + 0.01 }, volatility ** 2 * years)
        const strikes = 2 + Math.floor(20 * random())
        const clean = quote(
          slice,
          years,
          Array.from({ length: strikes }, () => 6 * random() - 3),
        )
        const points = clean.points.map((point) => ({
          ...point,
          volatility: point.volatility * (0.9 + 0.2 * random()),
          halfSpread: 0.001 + 0.02 * random(),
        }))
        return { ...clean, points }
      })
      const ks = expiries.flatMap(({ points }) => points.map(({ k }) => k))
      const bounds = { lowest: Math.min(...ks), highest: Math.max(...ks) }
      const slices = fitSviSurface(expiries)
      expectNoArbitrage(
        slices.map((slice, i) => toSmile(slice, expiries[i]!)),
        bounds,
      )
    }
  })
})

describe('expiries with few strikes', () => {
  const shape = { rho: -0.6, eta: 0.9 }

  test('borrow the lean and the curvature of the others', () => {
    const full = quote(toSsviSlice(shape, 0.01), 0.25, WIDE)
    const few = quote(toSsviSlice(shape, 0.016), 0.4, [-0.5, 0, 0.4])
    const [, slice] = fitSviSurface([full, few])
    const outside = quote(toSsviSlice(shape, 0.016), 0.4, [-2.5, -1.5, 1.5])
    expect(largestError(slice!, outside)).toBeLessThan(0.001)
  })

  test('fewer than five quotes in all are no smile', () => {
    const [slice] = fitSviSurface([quote(toSsviSlice(shape, 0.01), 0.25, [-1, 0, 1])])
    expect(slice).toMatchObject({ b: 0 })
  })

  test('do not move those with many, even when their quotes are of another world', () => {
    const [early, late] = [quote(toSsviSlice(shape, 0.01), 0.25, WIDE), quote(toSsviSlice(shape, 0.02), 0.5, WIDE)]
    const wild = { years: 0.4, atmVolatility: 0.9, points: [{ k: 0, volatility: 0.9, halfSpread: 0.01 }] }
    const [first, between, last] = fitSviSurface([early, wild, late])
    expect(largestError(first!, early)).toBeLessThan(1e-5)
    expect(largestError(last!, late)).toBeLessThan(1e-5)
    expect(evaluateSvi(between!, 0)).toBeLessThanOrEqual(evaluateSvi(last!, 0))
  })
})

describe('simulated chains', () => {
  const rangeOf = (quotes: readonly { strike: number }[], spot: number) => ({
    lowest: Math.log(Math.min(...quotes.map(({ strike }) => strike)) / spot),
    highest: Math.log(Math.max(...quotes.map(({ strike }) => strike)) / spot),
  })

  test.each(['XSIM', 'YSIM'])('%s: as near as the spreads, without arbitrage', (ticker) => {
    const path = new URL(`../../reference/chains/polygon-chain-${ticker}.json`, import.meta.url)
    const file = JSON.parse(readFileSync(path, 'utf8')) as ReferenceChain
    const quotes = file.pages.flatMap(({ results }) => results).map((listed) => toQuote(listed, file.asOf))
    const market = { spot: file.spot, rate: file.r, style: 'european', trailingYield: file.q } as const
    const { expiries } = analyzeOptionChain(quotes, market)
    expect(expectNearQuotes(expiries)).toBeGreaterThan(1)
    expectNoArbitrage(
      expiries.map(({ smile }) => smile!),
      rangeOf(quotes, file.spot),
    )
  })

  test.each([-0.4, -0.25, 0, 0.2])('a lean of %d: as near as the spreads, without arbitrage', (slope) => {
    const { chain, spot } = createMarket({ ...INDEX_CHAIN, slope, halfSpread: 0.02 }, createRandomSource(1))
    expect(expectNearQuotes(chain.expiries)).toBe(4)
    expectNoArbitrage(
      chain.expiries.map(({ smile }) => smile!),
      rangeOf(chain.contracts, spot),
    )
  })
})

interface ReferenceChain {
  readonly spot: number
  readonly asOf: string
  readonly r: number
  readonly q: number
  readonly pages: readonly { readonly results: readonly ReferenceContract[] }[]
}

interface ReferenceContract {
  readonly details: {
    readonly contract_type: 'call' | 'put'
    readonly strike_price: number
    readonly expiration_date: string
  }
  readonly last_quote: { readonly bid: number; readonly ask: number }
}

function toQuote({ details, last_quote }: ReferenceContract, asOf: string): ChainQuote {
  const { contract_type: type, strike_price: strike, expiration_date: expiry } = details
  const years = (Date.parse(expiry) - Date.parse(asOf)) / (365 * 86_400_000)
  return { type, strike, expiry, years, ...last_quote, volume: null, openInterest: null }
}
