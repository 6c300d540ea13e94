import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Rebalancing, runSharesBacktest, runWeightsBacktest } from './backtest.ts'
import { createCashPath } from './backtest-holdings.ts'
import { describeBacktest } from './backtest-text.ts'
import { formatIsoDate, parseIsoDate } from './civil-day.ts'
import { computeRelativePerformance } from './performance.ts'
import type { PriceMatrix } from './price-matrix.ts'
import { propertyRuns } from './property-runs.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { compoundReturns, computeSimpleReturns } from './returns.ts'

const of = (...values: number[]) => Float64Array.from(values)

const toPrices = (rows: readonly ArrayLike<number>[], firstDay = '2024-01-02'): PriceMatrix => {
  const columns = rows[0]!.length
  const start = parseIsoDate(firstDay)
  return {
    dates: Int32Array.from({ length: columns }, (_, t) => start + t),
    tickers: rows.map((_, i) => `T${i}`),
    values: Float64Array.from(rows.flatMap((row) => Array.from(row))),
    rows: rows.length,
    columns,
  }
}
const walk = (columns: number, seed: number) => {
  const normal = createNormalSource(createRandomSource(seed))
  return compoundReturns(
    Float64Array.from({ length: columns - 1 }, () => 0.0004 + 0.015 * normal()),
    40,
  )
}

test('buy and hold by hand', () => {
  // 60,000 doubles, 40,000 halves: 140,000; the benchmark gains 10 %
  const { portfolioValues, benchmarkValues } = runWeightsBacktest({
    prices: toPrices([
      [10, 15, 20],
      [8, 6, 4],
    ]),
    weights: of(0.6, 0.4),
    benchmark: of(50, 52, 55),
  })
  expect([...portfolioValues]).toEqual([100_000, 120_000, 140_000])
  expect(benchmarkValues[2]).toBeCloseTo(110_000, 8)
})

test('both curves start with exactly what was invested', () => {
  const { portfolioValues, benchmarkValues } = runWeightsBacktest({
    prices: toPrices([
      [3, 4],
      [7, 9],
      [11, 13],
    ]),
    weights: of(0.1, 0.2, 0.7),
    benchmark: of(33, 34),
  })
  expect([portfolioValues[0], benchmarkValues[0]]).toEqual([100_000, 100_000])
})

test('the benchmark alone gives the benchmark: same curve, beta 1', () => {
  const market = walk(300, 1)
  const curves = runWeightsBacktest({ prices: toPrices([market]), weights: of(1), benchmark: market })
  curves.portfolioValues.forEach((value, t) => {
    expect(value).toBeCloseTo(curves.benchmarkValues[t]!, 6)
  })
  expect(computeRelativePerformance(curves.portfolioValues, curves.benchmarkValues).beta).toBeCloseTo(1, 10)
})

describe('rebalancing', () => {
  const zigzag = Float64Array.from({ length: 121 }, (_, t) => (Math.floor(t / 31) % 2 === 0 ? 100 : 80) + (t % 3))
  const steady = Float64Array.from({ length: 121 }, () => 100)
  const run = (rebalance: Rebalancing, weights = of(0.5, 0.5)) =>
    runWeightsBacktest({ prices: toPrices([zigzag, steady], '2024-01-01'), weights, benchmark: steady, rebalance })

  test('pays on prices that come back, as buying low and selling high must', () => {
    const end = (rebalance: Rebalancing) => run(rebalance).portfolioValues[120]!
    expect(end('monthly')).toBeGreaterThan(end('none'))
    expect(end('daily')).toBeGreaterThan(end('monthly'))
  })

  test('daily equals compounding the weighted returns', () => {
    const a = computeSimpleReturns(zigzag)
    const b = computeSimpleReturns(steady)
    const compounded = compoundReturns(
      a.map((value, t) => 0.5 * value + 0.5 * b[t]!),
      100_000,
    )
    run('daily').portfolioValues.forEach((value, t) => {
      expect(value).toBeCloseTo(compounded[t]!, 6)
    })
  })

  test.each([
    ['monthly', ['2024-01-31', '2024-02-29', '2024-03-31']],
    ['quarterly', ['2024-03-31']],
    ['annual', []],
  ] as const)('%s happens at the last close of the period, never on the final date', (rebalance, expected) => {
    // 2024-01-01 … 2024-04-30. A reset shows where the curve parts from the one that was held since the last reset
    const rising = Float64Array.from({ length: 121 }, (_, t) => 100 + t)
    const { dates, portfolioValues } = runWeightsBacktest({
      prices: toPrices([rising, steady], '2024-01-01'),
      weights: of(0.5, 0.5),
      benchmark: steady,
      rebalance,
    })
    const resets: string[] = []
    let base = 0
    for (let t = 1; t < dates.length; t++) {
      const held = portfolioValues[base]! * (0.5 * (rising[t]! / rising[base]!) + 0.5)
      if (Math.abs(held / portfolioValues[t]! - 1) > 1e-12) {
        base = t - 1
        resets.push(formatIsoDate(dates[base]!))
      }
    }
    expect(resets).toEqual(expected)
    expect(formatIsoDate(dates[120]!)).toBe('2024-04-30')
  })

  test('what is not invested stays as it is', () => {
    expect(run('none', of(0, 0)).portfolioValues[120]).toBe(100_000)
  })
})

test('cash grows by the risk-free rate', () => {
  const cash = createCashPath(253)
  const { portfolioValues } = runWeightsBacktest({ prices: toPrices([cash]), weights: of(1), benchmark: cash })
  expect(portfolioValues[252]).toBeCloseTo(100_000 * (1 + 0.03 / 252) ** 252, 6)
})

test('buy and hold does not depend on the order or scale of the prices', () => {
  const weight = fc.integer({ min: 1, max: 100 })
  fc.assert(
    fc.property(fc.tuple(weight, weight, weight), fc.integer({ min: 2, max: 1000 }), (raw, scale) => {
      const total = raw[0] + raw[1] + raw[2]
      const weights = raw.map((one) => one / total)
      const rows = [walk(30, 3), walk(30, 4), walk(30, 5)]
      const run = (r: Float64Array[], w: number[]) =>
        runWeightsBacktest({ prices: toPrices(r), weights: Float64Array.from(w), benchmark: rows[0]! }).portfolioValues
      const one = run(rows, weights)
      const other = run([rows[2]!.map((p) => p * scale), rows[1]!, rows[0]!], [weights[2]!, weights[1]!, weights[0]!])
      one.forEach((value, t) => {
        expect(other[t]! / value).toBeCloseTo(1, 12)
      })
    }),
    propertyRuns(20),
  )
})

test('shares held throughout: the benchmark starts at the value of the first day', () => {
  const { portfolioValues, benchmarkValues } = runSharesBacktest({
    prices: toPrices([
      [10, 11],
      [20, 18],
    ]),
    shares: of(5, 2.5),
    benchmark: of(4, 5),
  })
  expect([...portfolioValues]).toEqual([100, 100])
  expect([...benchmarkValues]).toEqual([100, 125])
})

test('bad input is named', () => {
  const prices = toPrices([[1, 2]])
  const good = { prices, weights: of(1), benchmark: of(1, 2) }
  expect(() => runWeightsBacktest({ ...good, weights: of(1, 2) })).toThrow('weights has 2')
  expect(() => runWeightsBacktest({ ...good, benchmark: of(1) })).toThrow('benchmark has 1')
  expect(() => runWeightsBacktest({ ...good, prices: toPrices([[1, Number.NaN]]) })).toThrow('prices.values[1] is NaN')
  expect(() => runWeightsBacktest({ ...good, weights: of(Number.NaN) })).toThrow('weights[0] is NaN')
  expect(() => runWeightsBacktest({ ...good, weights: of(1e308) })).toThrow('weights[0] is 1e+308')
  const rebalance = 'weekly' as Rebalancing
  expect(() => runWeightsBacktest({ ...good, rebalance })).toThrow('rebalance "weekly" is not known')
  expect(() => runWeightsBacktest({ ...good, initialValue: 0 })).toThrow('initialValue[0] is 0')
  expect(() => runSharesBacktest({ prices, shares: of(0), benchmark: of(1, 2) })).toThrow('worth 0 on 2024-01-02')
})

test('shorts can lose more than everything, and then there is no return to show', () => {
  expect(() =>
    runWeightsBacktest({ prices: toPrices([[1, 1, 4]]), weights: of(-0.5), benchmark: of(1, 1, 1) }),
  ).toThrow('worth -50000 on 2024-01-04: what it owes, by shorts or a loan, is more than it owns')
})

test('the verdict, letter for letter', () => {
  const verdict = {
    scenarioName: 'COVID crash',
    first: '2020-02-19',
    last: '2020-03-23',
    portfolioReturn: -0.30124,
    comparison: {
      name: 'SPY',
      portfolioReturn: -0.30124,
      benchmarkReturn: -0.33921,
      portfolioDrawdown: 0.35,
      benchmarkDrawdown: 0.34,
    },
  }
  expect(describeBacktest(verdict)).toBe(
    'Over COVID crash (2020-02-19 to 2020-03-23) the portfolio lost 30.12%. It outperformed the benchmark (SPY) by 3.80 percentage points, with higher downside risk.',
  )
  const comparison = { ...verdict.comparison, portfolioReturn: 0, benchmarkReturn: 0.1, portfolioDrawdown: 0.34 }
  expect(describeBacktest({ ...verdict, portfolioReturn: 0, comparison })).toBe(
    'Over COVID crash (2020-02-19 to 2020-03-23) the portfolio gained 0.00%. It underperformed the benchmark (SPY) by 10.00 percentage points.',
  )
  expect(describeBacktest({ ...verdict, comparison: null })).toBe(
    'Over COVID crash (2020-02-19 to 2020-03-23) the portfolio lost 30.12%.',
  )
})
