import { isTradingDay, parseIsoDate } from '@ballast/quant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INDEX_KNOTS } from './index-knots.ts'
import { SIMULATED_INSTRUMENTS } from './instruments.ts'
import { createSimulatedMarket, type SimulatedCloses, type SimulatedMarket } from './simulated-market.ts'

/** Closes up to the anchor date, written down from a first, independent program. Those after it: after-anchor.test.ts. */
const GOLDEN: Record<string, [date: string, close: number][]> = {
  SPY: [
    ['2008-09-15', 123.9262],
    ['2020-03-23', 222.788],
    ['2024-08-05', 516.4262],
    ['2025-09-30', 666],
  ],
  AAPL: [
    ['2008-09-15', 0.3902309],
    ['2020-03-23', 25.11816],
    ['2024-08-05', 118.4501],
    ['2025-09-30', 255],
  ],
  XLE: [
    ['2008-09-15', 24.03267],
    ['2020-03-23', 9.164782],
    ['2024-08-05', 42.20932],
    ['2025-09-30', 89],
  ],
  TLT: [
    ['2008-09-15', 42.43554],
    ['2020-03-23', 103.8264],
    ['2024-08-05', 71.56173],
    ['2025-09-30', 89],
  ],
  VXX: [
    ['2020-03-23', 901.5167],
    ['2024-08-05', 144.1984],
    ['2025-09-30', 33],
  ],
  PLTR: [
    ['2024-08-05', 44.48585],
    ['2025-09-30', 182],
  ],
}

const market = createSimulatedMarket()
const FIRST_DAY = parseIsoDate('1998-01-02')

function getCloses(ticker: string, from: string, through: string, source: SimulatedMarket = market): SimulatedCloses {
  const closes = source.getCloses(ticker, parseIsoDate(from), parseIsoDate(through))
  if (!closes) throw new Error(`${ticker} is not simulated`)
  return closes
}

function computeDrawdownPercent(closes: Float64Array): number {
  let peak = 0
  let depth = 0
  for (const close of closes) {
    peak = Math.max(peak, close)
    depth = Math.max(depth, 1 - close / peak)
  }
  return 100 * depth
}

describe('known closes', () => {
  for (const [ticker, closes] of Object.entries(GOLDEN)) {
    test(`${ticker} matches to all seven digits`, () => {
      for (const [date, close] of closes)
        expect(getCloses(ticker, date, date)).toEqual({ dates: [date], closes: Float64Array.of(close) })
    })
  }

  test('the benchmark passes through every real index close that it is pinned to', () => {
    const { dates, closes } = getCloses('SPY', '1998-01-02', '2025-09-30')
    const [, lastKnot] = INDEX_KNOTS.at(-1)!
    for (const [date, knot] of INDEX_KNOTS) {
      expect(closes[dates.indexOf(date)]! / 666, date).toBeCloseTo(knot / lastKnot, 6)
    }
  })
})

describe('shape', () => {
  test.each([
    ['dot-com bust', '2000-03-24', '2002-10-09', 50.7],
    ['financial crisis', '2007-10-09', '2009-03-09', 56.8],
    ['debt ceiling', '2011-07-22', '2011-10-03', 21.0],
    ['fourth quarter of 2018', '2018-09-20', '2018-12-24', 24.8],
    ['pandemic', '2020-02-19', '2020-03-23', 34.8],
    ['bear market of 2022', '2022-01-03', '2022-10-12', 27.5],
    ['carry trade of 2024', '2024-07-16', '2024-08-05', 8.5],
    ['tariffs of 2025', '2025-02-19', '2025-04-08', 22.3],
  ])('the benchmark draws down in the %s as designed, within half a point', (_name, from, through, percent) => {
    expect(Math.abs(computeDrawdownPercent(getCloses('SPY', from, through).closes) - percent)).toBeLessThan(0.5)
  })

  test.each([
    ['XLK', '2000-03-24', '2002-10-09', -82],
    ['XLK', '2007-10-09', '2009-03-09', -53],
    ['XLF', '2007-10-09', '2009-03-09', -83],
    ['XLK', '2020-02-19', '2020-03-23', -31],
    ['TLT', '2022-01-03', '2022-10-12', -30],
  ])('%s earns its published return between %s and %s, within a point', (ticker, from, through, percent) => {
    const { closes } = getCloses(ticker, from, through)
    expect(Math.abs(100 * (closes.at(-1)! / closes[0]! - 1) - percent)).toBeLessThan(1)
  })

  test('there are 106 companies and 240 funds, each with a name of its own and a positive price on trading days only', {
    tags: ['full'],
  }, () => {
    const instruments = [...SIMULATED_INSTRUMENTS.values()]
    expect(instruments.filter(({ isFund }) => !isFund)).toHaveLength(106)
    expect(instruments.filter(({ isFund }) => isFund)).toHaveLength(240)
    expect(new Set(instruments.map(({ name }) => name)).size).toBe(346)
    const seen = new Set<string>()
    for (const { ticker, anchorPrice } of instruments) {
      const { dates, closes } = getCloses(ticker, '1998-01-02', '2026-11-20')
      expect(dates.length).toBe(closes.length)
      expect(closes.every((close) => Number.isFinite(close) && close > 0)).toBe(true)
      expect(closes[dates.indexOf('2025-09-30')]).toBe(anchorPrice)
      for (const date of dates) seen.add(date)
    }
    for (const date of seen) expect(isTradingDay(parseIsoDate(date)), date).toBe(true)
  })
})

describe('stability', () => {
  // Of every sector and class there is one among each five.
  const TICKERS = [...SIMULATED_INSTRUMENTS.keys()].filter((_, place) => place % 5 === 0)
  const somewhere = fc.tuple(
    fc.constantFrom(...TICKERS),
    fc.integer({ min: FIRST_DAY, max: parseIsoDate('2027-12-31') }),
  )

  test('a close does not depend on what was asked before, nor on how far the market has been computed', {
    tags: 'full',
  }, () => {
    const reference = createSimulatedMarket()
    for (const ticker of TICKERS) reference.getCloses(ticker, FIRST_DAY, parseIsoDate('2027-12-31'))
    fc.assert(
      fc.property(fc.array(somewhere, { minLength: 1, maxLength: 6 }), (requests) => {
        const fresh = createSimulatedMarket()
        for (const [ticker, day] of requests) {
          expect(fresh.getCloses(ticker, day - 400, day)).toEqual(reference.getCloses(ticker, day - 400, day))
        }
      }),
      { numRuns: 12 },
    )
  })

  test('what a caller does to its arrays is its own business', () => {
    getCloses('SPY', '2025-09-30', '2025-09-30').closes[0] = 0
    expect(getCloses('SPY', '2025-09-30', '2025-09-30').closes[0]).toBe(666)
  })
})

describe('edges', () => {
  test('a ticker that is not simulated has no closes', () => {
    expect(market.getCloses('ZZZZ', FIRST_DAY, FIRST_DAY + 100)).toBeUndefined()
  })

  test('before its listing a company has an empty history, and a request across it starts at the first day', () => {
    expect(getCloses('PLTR', '2008-01-01', '2009-01-01')).toEqual({ dates: [], closes: new Float64Array() })
    expect(getCloses('PLTR', '2008-01-01', '2020-10-01').dates).toEqual(['2020-09-30', '2020-10-01'])
  })

  test('an empty range gives an empty history', () => {
    expect(getCloses('SPY', '2026-11-21', '2026-11-22').dates).toEqual([])
    expect(getCloses('SPY', '2026-11-20', '2026-11-19').dates).toEqual([])
  })
})
