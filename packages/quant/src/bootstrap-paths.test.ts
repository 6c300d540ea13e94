import { describe, expect, test } from 'vitest'
import { computeVolatilityScale, estimateTailLosses, simulateBlockPaths } from './bootstrap-paths.ts'
import { computeCvar } from './expected-shortfall.ts'
import { computeStandardDeviation } from './moments.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { computeCorrelation } from './regression.ts'
import { computeHistoricalVar } from './value-at-risk.ts'

const normal = createNormalSource(createRandomSource(31))
const benchmark = Float64Array.from({ length: 2520 }, () => 0.0003 + 0.01 * normal())
const portfolio = benchmark.map((value) => 1.2 * value + 0.004 * normal())
const simulate = (options: Partial<Parameters<typeof simulateBlockPaths>[0]> = {}) =>
  simulateBlockPaths({ portfolio, benchmark, horizon: 21, random: createRandomSource(1), ...options })

describe('simulated paths', () => {
  test('independent normal days spread with the root of the horizon (second method: theory)', () => {
    const paths = simulate({ paths: 20_000 })
    const daily = computeStandardDeviation(portfolio)!
    const spread = computeStandardDeviation(paths.portfolio.map(Math.log1p))!
    expect(spread / (daily * Math.sqrt(21))).toBeCloseTo(1, 1)
    // 95 % of a lognormal with the history's mean: error bar of the quantile about 2 %
    const mean = portfolio.reduce((sum, r) => sum + Math.log1p(r), 0) / portfolio.length
    const expected = 1 - Math.exp(21 * mean - 1.645 * daily * Math.sqrt(21))
    expect(Math.abs(computeHistoricalVar(paths.portfolio)! / expected - 1)).toBeLessThan(0.06)
  })

  test('portfolio and benchmark are drawn together, so that their bond is kept', () => {
    const paths = simulate()
    const bond = computeCorrelation(portfolio, benchmark)!
    expect(Math.abs(computeCorrelation(paths.portfolio, paths.benchmark)! - bond)).toBeLessThan(0.03)
  })

  test('the same seed gives the same paths, another seed others', () => {
    expect(simulate()).toEqual(simulate())
    expect(simulate({ random: createRandomSource(2) })).not.toEqual(simulate())
  })

  test('rescaling to a calmer or wilder today scales the spread', () => {
    const spread = (volatilityScale: number) =>
      computeStandardDeviation(simulate({ volatilityScale }).portfolio.map(Math.log1p))!
    expect(spread(1.5) / spread(1)).toBeCloseTo(1.5, 1)
  })

  test('rescaling turns about the mean: what never varied stays what it was', () => {
    const steady = new Float64Array(30).fill(0.01)
    const paths = simulate({ portfolio: steady, benchmark: steady, volatilityScale: 1.7, paths: 3 })
    for (const total of paths.portfolio) expect(total).toBeCloseTo(1.01 ** 21 - 1, 12)
  })

  test('one block as long as the history is the history, from some day on', () => {
    const short = Float64Array.of(0.1, -0.05, 0.02)
    const paths = simulateBlockPaths({
      portfolio: short,
      benchmark: short,
      horizon: 3,
      blockLength: 3,
      paths: 5,
      random: createRandomSource(1),
    })
    for (const total of paths.portfolio) expect(total).toBeCloseTo(1.1 * 0.95 * 1.02 - 1, 12)
  })

  test('days that one side misses are left out; nothing can lose more than everything', () => {
    const wild = Float64Array.of(Number.NaN, -0.9, -0.9, -0.9)
    const paths = simulateBlockPaths({
      portfolio: wild,
      benchmark: wild,
      horizon: 5,
      blockLength: 1,
      paths: 3,
      random: createRandomSource(1),
      volatilityScale: 1.8,
    })
    for (const total of paths.portfolio) {
      expect(total).toBeGreaterThan(-1)
      expect(total).toBeLessThan(-0.99)
    }
  })

  test('bad input is named', () => {
    expect(() => simulate({ horizon: 0 })).toThrow('horizon is 0')
    expect(() => simulate({ paths: 1.5 })).toThrow('paths is 1.5')
    expect(() => simulate({ volatilityScale: 0 })).toThrow('volatilityScale is 0')
    expect(() => simulate({ benchmark: benchmark.subarray(1) })).toThrow('benchmark has 2519')
    expect(() => simulate({ portfolio: new Float64Array(2520).fill(Number.NaN) })).toThrow(
      'days with a return on both sides has 0',
    )
  })
})

test('the scale of volatility is kept within bounds', () => {
  expect(computeVolatilityScale(0.3, 0.2)).toBeCloseTo(1.5, 12)
  expect(computeVolatilityScale(0.9, 0.2)).toBe(1.8)
  expect(computeVolatilityScale(0.05, 0.2)).toBe(0.6)
  expect(() => computeVolatilityScale(0, 0.2)).toThrow('volatilityNow is 0')
})

describe('tail losses', () => {
  const losses = estimateTailLosses(simulate().portfolio, createRandomSource(3))

  test('deeper in the tail is worse, and each estimate lies in its interval', () => {
    expect(losses.cvar95.value).toBeGreaterThan(losses.var95.value)
    expect(losses.var99.value).toBeGreaterThan(losses.var95.value)
    expect(losses.cvar99.value).toBeGreaterThan(losses.var99.value)
    for (const { value, low, high } of Object.values(losses)) {
      expect(low).toBeLessThanOrEqual(value)
      expect(high).toBeGreaterThanOrEqual(value)
    }
  })

  test('more paths narrow the interval', () => {
    const width = (paths: number) => {
      const { low, high } = estimateTailLosses(simulate({ paths }).portfolio, createRandomSource(3)).cvar95
      return high - low
    }
    expect(width(4000)).toBeLessThan(width(250))
  })

  test.each([1, 2, 7, 19, 20, 21, 100, 101, 333, 2000])(
    'of %i paths, an interval is that of resamples written out',
    (paths) => {
      const returns = Float64Array.from(benchmark.subarray(0, paths), (value) => Math.round(value * 500) / 500)
      const random = createRandomSource(paths)
      const draws = Array.from({ length: 40 }, () => returns.map(() => returns[Math.floor(random() * paths)]!))
      const { var95, cvar95, var99, cvar99 } = estimateTailLosses(returns, createRandomSource(paths), { resamples: 40 })
      const bounds = (measure: (draw: Float64Array) => number | null) => {
        const sorted = draws.map((draw) => measure(draw)!).sort((a, b) => a - b)
        return [sorted[2]!, sorted[37]!]
      }
      const given = [var95, cvar95, var99, cvar99].flatMap(({ low, high }) => [low, high])
      const expected = [
        ...bounds((draw) => computeHistoricalVar(draw)),
        ...bounds((draw) => computeCvar(draw)),
        ...bounds((draw) => computeHistoricalVar(draw, { confidence: 0.99 })),
        ...bounds((draw) => computeCvar(draw, { confidence: 0.99 })),
      ]
      for (const [place, value] of given.entries()) expect(value).toBeCloseTo(expected[place]!, 14)
    },
  )

  test('bad input is named', () => {
    expect(() => estimateTailLosses(new Float64Array(0), createRandomSource(1))).toThrow('totalReturns has 0')
    expect(() => estimateTailLosses(Float64Array.of(1), createRandomSource(1), { resamples: 0 })).toThrow(
      'resamples is 0',
    )
  })
})
