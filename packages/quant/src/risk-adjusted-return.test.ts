import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from './property-runs.ts'
import { computeCompoundSharpeRatio, computeSharpeRatio } from './sharpe-ratio.ts'
import { computeDownsideDeviation, computeNegativeReturnSortinoRatio, computeSortinoRatio } from './sortino-ratio.ts'
import {
  computeAnnualizedReturn,
  computeCalendarAnnualizedReturn,
  computeTotalReturn,
  isWorthAnnualizing,
} from './total-return.ts'

const of = (...values: number[]) => Float64Array.from(values)
const ROOT = Math.sqrt(252)
const returns = fc
  .array(fc.integer({ min: -200, max: 200 }), { minLength: 3, maxLength: 60 })
  .map((basisPoints) => Float64Array.from(basisPoints, (n) => n / 10_000))
  .filter((series) => new Set(series).size > 1)

describe('Sharpe ratio', () => {
  test('mean over deviation, a year', () => {
    // returns 2 % and 0 %: mean 1 %, sd √(0.0002) = 1.4142 %; ratio 0.7071·√252
    expect(computeSharpeRatio(of(0.02, 0), { riskFreeRate: 0 })).toBeCloseTo(Math.SQRT1_2 * ROOT, 12)
    // the 3 % a year come off the mean: (0.01 − 0.03/252)/0.014142
    expect(computeSharpeRatio(of(0.02, 0))).toBeCloseTo(((0.01 - 0.03 / 252) / Math.sqrt(0.0002)) * ROOT, 12)
  })

  test('undefined without risk', () => {
    expect(computeSharpeRatio(of())).toBeNull()
    expect(computeSharpeRatio(of(0.1))).toBeNull()
    expect(computeSharpeRatio(of(0.001, 0.001, 0.001))).toBeNull()
    expect(computeCompoundSharpeRatio(of(0.1, 0.1), 0.2)).toBeNull()
    expect(computeCompoundSharpeRatio(of(0.1, 0.2), null)).toBeNull()
  })

  test('with nothing to beat, leverage changes nothing', () => {
    fc.assert(
      fc.property(returns, (r) => {
        const levered = computeSharpeRatio(
          r.map((x) => 2 * x),
          { riskFreeRate: 0 },
        )
        expect(levered).toBeCloseTo(computeSharpeRatio(r, { riskFreeRate: 0 })!, 9)
      }),
      propertyRuns(50),
    )
  })
})

describe('Sortino ratio', () => {
  test('days without a shortfall count as zero in the mean, they are not left out', () => {
    // one shortfall of 2 % in four days: √(0.0004/4) = 1 % a day
    expect(computeDownsideDeviation(of(-0.02, 0.01, 0.03, 0), { riskFreeRate: 0 })).toBeCloseTo(0.01 * ROOT, 14)
    // mean 0.5 %·252 / (1 %·√252)
    expect(computeSortinoRatio(of(-0.02, 0.01, 0.03, 0), { riskFreeRate: 0 })).toBeCloseTo(0.5 * ROOT, 12)
  })

  test('undefined when nothing fell short', () => {
    expect(computeDownsideDeviation(of())).toBeNull()
    expect(computeDownsideDeviation(of(0.01, 0.02))).toBe(0)
    expect(computeSortinoRatio(of(0.01, 0.02))).toBeNull()
    expect(computeSortinoRatio(of(-0.01))).toBeNull()
    expect(computeNegativeReturnSortinoRatio(of(-0.01, 0.02))).toBeNull()
    expect(computeNegativeReturnSortinoRatio(of(-0.01, -0.01, 0.02))).toBeNull()
    expect(() => computeDownsideDeviation(of(Number.NEGATIVE_INFINITY))).toThrow('returns[0]')
  })

  test('the downside is never more than the whole deviation about the target', () => {
    fc.assert(
      fc.property(returns, (r) => {
        const whole = Math.sqrt((r.reduce((sum, x) => sum + x * x, 0) / r.length) * 252)
        expect(computeDownsideDeviation(r, { riskFreeRate: 0 })!).toBeLessThanOrEqual(whole + 1e-12)
      }),
      propertyRuns(50),
    )
  })
})

describe('total and annualised return', () => {
  test('known sums', () => {
    expect(computeTotalReturn(of(100, 90, 121))).toBeCloseTo(0.21, 14)
    // two years of trading days: √1.21 − 1
    expect(computeAnnualizedReturn(0.21, 504)).toBeCloseTo(0.1, 12)
    expect(computeAnnualizedReturn(0.21, 252)).toBeCloseTo(0.21, 12)
    expect(computeCalendarAnnualizedReturn(0.21, 1461)).toBeCloseTo(1.21 ** 0.25 - 1, 12)
  })

  test('degenerate input', () => {
    expect(computeTotalReturn(of(5))).toBe(0)
    expect(() => computeTotalReturn(of())).toThrow('values has 0 entries')
    expect(computeAnnualizedReturn(0.1, 0)).toBeNull()
    expect(computeAnnualizedReturn(-1, 10)).toBe(-1)
    expect(computeAnnualizedReturn(1e9, 1)).toBeNull()
    expect(() => computeAnnualizedReturn(-1.1, 10)).toThrow('totalReturn is -1.1')
    expect(() => computeAnnualizedReturn(0.1, 1.5)).toThrow('returns is 1.5')
    expect([isWorthAnnualizing(59), isWorthAnnualizing(60)]).toEqual([false, true])
  })
})
