import { readFileSync } from 'node:fs'
import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { analyseChain } from '../options/analyse-chain.ts'
import { drawCompany, toDailyGrowth } from './after-anchor.ts'
import { SIMULATED_INSTRUMENTS } from './instruments.ts'
import { toKey } from './random.ts'
import { createSimulatedChain } from './simulated-chain.ts'
import { createSimulatedMarket } from './simulated-market.ts'

/** Closes that make-golden-closes.py computed, which shares no code and no method with this market. */
const GOLDEN = JSON.parse(readFileSync(new URL('golden-closes.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, number>
>
const ANCHOR = '2025-09-30'
const market = createSimulatedMarket()

function getReturns(ticker: string, from: string, through: string): Float64Array {
  const { closes } = market.getCloses(ticker, parseIsoDate(from), parseIsoDate(through))!
  return closes.slice(1).map((close, day) => Math.log(close / closes[day]!))
}

const excessKurtosis = (values: Float64Array) => {
  const { mean } = computeMean(values)
  const deviations = values.map((value) => value - mean)
  return (values.length * sum(deviations.map((x) => x ** 4))) / sum(deviations.map((x) => x * x)) ** 2 - 3
}
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
const computeMean = (values: Float64Array) => ({ mean: sum(values) / values.length })

/** Mean autocorrelation of the sizes of daily moves at one to five days. */
function computeClustering(returns: Float64Array): number {
  const sizes = returns.map(Math.abs)
  const { mean } = computeMean(sizes)
  const deviations = sizes.map((size) => size - mean)
  const lagged = (lag: number) => sum(deviations.slice(lag).map((x, i) => x * deviations[i]!))
  return sum([1, 2, 3, 4, 5].map(lagged)) / 5 / lagged(0)
}

describe('closes after the anchor are those of a second method', () => {
  test.each(Object.entries(GOLDEN))('%s, to seven digits', (ticker, closes) => {
    expect(Object.keys(closes)).toHaveLength(8)
    for (const [date, close] of Object.entries(closes)) {
      const day = parseIsoDate(date)
      // Both round to seven digits, and logarithms add where the other method multiplies.
      expect(market.getCloses(ticker, day, day)!.closes[0]! / close, date).toBeCloseTo(1, 6)
    }
  })
})

describe('the benchmark keeps the character of its history', () => {
  const past = getReturns('SPY', '1998-01-02', ANCHOR)

  test.each(['2026-09-30', '2026-11-20', '2027-06-30', '2027-12-31', '2029-12-31', '2032-12-31', '2035-12-31'])(
    'until %s its tails are fat and its wild days come together',
    (through) => {
      const returns = getReturns('SPY', ANCHOR, through)
      expect(excessKurtosis(returns)).toBeGreaterThan(5)
      expect(computeClustering(returns)).toBeGreaterThan(0.8 * computeClustering(past))
    },
  )

  test('its volatility over ten years is near that of its history', () => {
    const volatility = (returns: Float64Array) => Math.sqrt((252 * sum(returns.map((x) => x * x))) / returns.length)
    expect(volatility(getReturns('SPY', ANCHOR, '2035-12-31')) / volatility(past)).toBeGreaterThan(0.8)
    expect(volatility(getReturns('SPY', ANCHOR, '2035-12-31')) / volatility(past)).toBeLessThan(1.1)
  })
})

describe('what things earn', () => {
  test('is at first what they earned before, and after a year cash and their beta times the premium', () => {
    expect(252 * toDailyGrowth(1.5, 0.4, 0)).toBeCloseTo(0.4, 12)
    expect(252 * toDailyGrowth(1.5, 0.4, 126)).toBeCloseTo((0.4 + 0.0975) / 2, 12)
    for (const beta of [-0.2, 0, 1, 1.9]) {
      expect(252 * toDailyGrowth(beta, 0.4, 252)).toBeCloseTo(0.03 + 0.045 * beta, 12)
      expect(252 * toDailyGrowth(beta, -0.4, 2000)).toBeCloseTo(0.03 + 0.045 * beta, 12)
    }
  })

  test('all companies together earn it over a generation: chance cancels, drift stays', { tags: ['full'] }, () => {
    const companies = [...SIMULATED_INSTRUMENTS.values()].filter(({ isFund }) => !isFund)
    const surplus = companies.map(({ ticker, beta }) => {
      const { closes } = market.getCloses(ticker, parseIsoDate('2026-10-01'), parseIsoDate('2046-10-01'))!
      const simple = closes.slice(1).map((close, day) => close / closes[day]! - 1)
      const ofMarket = market.getCloses('SPY', parseIsoDate('2026-10-01'), parseIsoDate('2046-10-01'))!.closes
      const benchmark = ofMarket.slice(1).map((close, day) => close / ofMarket[day]! - 1)
      // What is left over beta times the benchmark is cash less the cash that the benchmark's share holds.
      return 252 * (computeMean(simple).mean - beta * computeMean(benchmark).mean) - 0.03 * (1 - beta)
    })
    expect(Math.abs(sum(surplus) / surplus.length)).toBeLessThan(0.02)
  })
})

test('shares fall with the market a little more than they rise with it', () => {
  const benchmark = getReturns('SPY', ANCHOR, '2045-12-31')
  const ratios = ['AAPL', 'JPM', 'KO', 'XLK', 'IWM'].map((ticker) => {
    const returns = getReturns(ticker, ANCHOR, '2045-12-31')
    const slope = (isKept: (x: number) => boolean) => {
      const kept = [...benchmark].flatMap((x, i) => (isKept(x) ? [i] : []))
      const [x, y] = [kept.map((i) => benchmark[i]!), kept.map((i) => returns[i]!)]
      const [mx, my] = [sum(x) / x.length, sum(y) / y.length]
      return sum(x.map((value, i) => (value - mx) * (y[i]! - my))) / sum(x.map((value) => (value - mx) ** 2))
    }
    return slope((x) => x < 0) / slope((x) => x > 0)
  })
  const mean = sum(ratios) / ratios.length
  // (1 + 0.08) / (1 − 0.08) is 1.17.
  expect(mean).toBeGreaterThan(1.05)
  expect(mean).toBeLessThan(1.35)
})

describe('companies report', () => {
  const days = Array.from({ length: 3650 }, (_, n) => parseIsoDate('2025-10-01') + n)

  test('four times a year they move several times as much by themselves, never beyond a bound', () => {
    const draws = new Float64Array(days.map((day) => drawCompany(toKey('T:AAPL'), day)))
    const large = days.filter((_day, i) => Math.abs(draws[i]!) > 4.5)
    expect(large.length).toBeGreaterThan(8)
    expect(large.length).toBeLessThan(40)
    expect(new Set(large.map((day) => formatIsoDate(day).slice(0, 7))).size).toBe(large.length)
    expect(Math.max(...draws.map(Math.abs))).toBeLessThanOrEqual(9)
    expect(sum(draws.map((x) => x * x)) / draws.length).toBeCloseTo(1, 0)
  })

  test.each(['AAPL', 'NVDA', 'JPM', 'KO', 'PLTR'])('%s has fatter tails than the history before', (ticker) => {
    const [after, before] = [getReturns(ticker, ANCHOR, '2035-12-31'), getReturns(ticker, '1998-01-02', ANCHOR)]
    expect(excessKurtosis(after)).toBeGreaterThan(excessKurtosis(before))
  })
})

test.each(['SPY', 'AAPL', 'VXX'])('the 25-delta skew of %s is two thirds of what it was', (ticker) => {
  const skewOn = (date: string) => {
    const { expiries } = analyseChain(createSimulatedChain(market, ticker, parseIsoDate(date), (all) => all)!)
    const quarter = expiries.toSorted((a, b) => Math.abs(a.years - 0.25) - Math.abs(b.years - 0.25))[0]!
    // Skew grows with the level of volatility.
    return quarter.skew!.riskReversal / quarter.smile!.atmVolatility
  }
  const [after, before] = [
    ['2026-03-02', '2026-06-01', '2026-11-20'],
    ['2025-03-03', '2025-06-02', '2025-09-02'],
  ].map((dates) => sum(dates.map(skewOn)) / dates.length)
  expect(after! / before!).toBeGreaterThan(0.6)
  expect(after! / before!).toBeLessThan(0.74)
})
