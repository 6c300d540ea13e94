import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as quant from './index.ts'
import { propertyRuns } from './property-runs.ts'

/**
 * Whatever goes in, no figure that comes out is NaN or infinite: it is a number, null, or a typed error that names the
 * argument. (Matrices and rolling series mark missing cells with NaN, as their pages say; they are not figures.)
 */

const wild = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -500, max: 500 }).map((n) => n / 10_000) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, Number.NaN, -1, 1, -0.999_999, 1e-300, -1e-17, 1e9) },
  { weight: 1, arbitrary: fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, -1e200, 1e160) },
)
const series = (arbitrary: fc.Arbitrary<number>) =>
  fc.array(arbitrary, { maxLength: 70 }).map((x) => Float64Array.from(x))
const tame = fc.integer({ min: -500, max: 500 }).map((n) => n / 10_000)
const anySeries = fc.oneof(series(wild), series(tame), series(fc.constantFrom(0.01, 0.01)))
const pair = fc
  .tuple(anySeries, anySeries, fc.boolean())
  .map(([x, y, isCut]) =>
    isCut ? [x.slice(0, Math.min(x.length, y.length)), y.slice(0, Math.min(x.length, y.length))] : [x, y],
  )
const values = fc.oneof(
  series(fc.integer({ min: 1, max: 1000 })),
  series(
    fc.oneof(
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(0, -3, Number.NaN, Number.POSITIVE_INFINITY, 1e-320, 1e308),
    ),
  ),
)

function findUnreal(result: unknown, path = 'result'): string | null {
  if (typeof result === 'number') return Number.isFinite(result) ? null : `${path} is ${result}`
  if (typeof result !== 'object' || result === null || ArrayBuffer.isView(result)) return null
  for (const [key, value] of Object.entries(result)) {
    const found = findUnreal(value, `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

function expectRealOrTyped(compute: () => unknown): void {
  let result: unknown
  try {
    result = compute()
  } catch (error) {
    expect(error).toBeInstanceOf(quant.QuantInputError)
    expect((error as quant.QuantInputError).argument).not.toBe('')
    return
  }
  expect(findUnreal(result)).toBeNull()
}

const ofReturns: Record<string, (r: Float64Array) => unknown> = {
  computeMean: quant.computeMean,
  computeMoments: quant.computeMoments,
  computeStandardDeviation: quant.computeStandardDeviation,
  computeVolatility: quant.computeVolatility,
  computePopulationVolatility: quant.computePopulationVolatility,
  computeEwmaVolatility: quant.computeEwmaVolatility,
  computeSharpeRatio: quant.computeSharpeRatio,
  computeCompoundSharpeRatio: (r) => quant.computeCompoundSharpeRatio(r, 0.1),
  computeDownsideDeviation: quant.computeDownsideDeviation,
  computeSortinoRatio: quant.computeSortinoRatio,
  computeNegativeReturnSortinoRatio: quant.computeNegativeReturnSortinoRatio,
  computeHistoricalVar: quant.computeHistoricalVar,
  computeGaussianVar: quant.computeGaussianVar,
  computeCvar: quant.computeCvar,
  computeCvarBeyondQuantile: quant.computeCvarBeyondQuantile,
  computeCvarOfWorstDays: quant.computeCvarOfWorstDays,
  computeCvarAsEmpyrical: quant.computeCvarAsEmpyrical,
  computeTailRisk: quant.computeTailRisk,
  computeCornishFisherVar: quant.computeCornishFisherVar,
  computeCornishFisherCvar: quant.computeCornishFisherCvar,
  computeDistributionShape: quant.computeDistributionShape,
  computeQuantile: (r) => quant.computeQuantile(r, 0.3),
  countDays: quant.countDays,
  computeWinRate: quant.computeWinRate,
  computeWinRateOfMovingDays: quant.computeWinRateOfMovingDays,
}

const ofPairs: Record<string, (r: Float64Array, b: Float64Array) => unknown> = {
  fitRegression: quant.fitRegression,
  fitFactorRegression: (r, b) => quant.fitFactorRegression(r, [b, b.map((value, t) => value * ((t % 3) - 1))]),
  computeBeta: quant.computeBeta,
  computeCorrelation: quant.computeCorrelation,
  computeCovariance: quant.computeCovariance,
  computeSpearmanCorrelation: quant.computeSpearmanCorrelation,
  computeJensenAlpha: quant.computeJensenAlpha,
  computeCompoundJensenAlpha: quant.computeCompoundJensenAlpha,
  computeTrackingError: quant.computeTrackingError,
  computeInformationRatio: quant.computeInformationRatio,
  computeCaptureRatios: quant.computeCaptureRatios,
  computeDimsonBeta: quant.computeDimsonBeta,
}

const ofValues: Record<string, (v: Float64Array) => unknown> = {
  computeTotalReturn: quant.computeTotalReturn,
  computeMaxDrawdown: quant.computeMaxDrawdown,
  computeDrawdownDuration: quant.computeDrawdownDuration,
  computePerformance: quant.computePerformance,
  computeRelativePerformance: (v) => quant.computeRelativePerformance(v, v),
}

describe('functions of returns', () => {
  test.each(Object.entries(ofReturns))('%s', (_, compute) => {
    fc.assert(
      fc.property(anySeries, (r) => expectRealOrTyped(() => compute(r))),
      propertyRuns(150),
    )
  })
})

describe('functions of two series', () => {
  test.each(Object.entries(ofPairs))('%s', (_, compute) => {
    fc.assert(
      fc.property(pair, ([r, b]) => expectRealOrTyped(() => compute(r!, b!))),
      propertyRuns(150),
    )
  })
})

describe('functions of values', () => {
  test.each(Object.entries(ofValues))('%s', (_, compute) => {
    fc.assert(
      fc.property(values, (v) => expectRealOrTyped(() => compute(v))),
      propertyRuns(150),
    )
  })
})

describe('a single figure that is no number is named in the error', () => {
  const r = Float64Array.from({ length: 30 }, (_, t) => 0.01 * Math.sin(t * t))
  const b = r.toReversed()
  const v = quant.compoundReturns(r)
  const matrix = (values: number[]) => ({ tickers: ['A', 'B'], size: 2, values: Float64Array.from(values) })
  const calls: readonly [string, string, (figure: number) => unknown][] = [
    ['computeSharpeRatio', 'riskFreeRate', (riskFreeRate) => quant.computeSharpeRatio(r, { riskFreeRate })],
    ['computeDownsideDeviation', 'riskFreeRate', (riskFreeRate) => quant.computeDownsideDeviation(r, { riskFreeRate })],
    ['computeSortinoRatio', 'riskFreeRate', (riskFreeRate) => quant.computeSortinoRatio(r, { riskFreeRate })],
    [
      'computeNegativeReturnSortinoRatio',
      'riskFreeRate',
      (riskFreeRate) => quant.computeNegativeReturnSortinoRatio(r, { riskFreeRate }),
    ],
    ['computeJensenAlpha', 'riskFreeRate', (riskFreeRate) => quant.computeJensenAlpha(r, b, { riskFreeRate })],
    ['computePerformance', 'riskFreeRate', (riskFreeRate) => quant.computePerformance(v, { riskFreeRate })],
    ['createCashPath', 'riskFreeRate', (riskFreeRate) => quant.createCashPath(5, { riskFreeRate })],
    ['computeCompoundSharpeRatio', 'annualizedReturn', (annual) => quant.computeCompoundSharpeRatio(r, annual)],
    ['computeCalmarRatio', 'annualizedReturn', (annual) => quant.computeCalmarRatio(annual, 0.1)],
    ['computeCalmarRatio', 'maxDrawdown', (depth) => quant.computeCalmarRatio(0.1, depth)],
    ['computeHerfindahlIndex', 'weights', (weight) => quant.computeHerfindahlIndex(Float64Array.of(1, weight))],
    ['computeEigenvalues', 'matrix.values', (cell) => quant.computeEigenvalues(matrix([1, 0, cell, 1]))],
    ['shrinkBeta', 'estimate.beta', (beta) => quant.shrinkBeta({ beta, standardError: 0.1 }, 1)],
  ]

  test.each(calls)('%s: %s', (_, argument, compute) => {
    for (const figure of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => compute(figure)).toThrow(expect.objectContaining({ name: 'QuantInputError', argument }))
    }
  })

  test('an accuracy that does not exist', () => {
    const option = { type: 'put', spot: 1, strike: 1, years: 1, rate: 0, dividendYield: 0, volatility: 0.2 } as const
    const accuracy = 'exact' as quant.AmericanAccuracy
    expect(() => quant.computeAmericanPrice(option, accuracy)).toThrow('accuracy "exact" is not known')
  })
})

test('a ratio beyond all numbers is none', () => {
  expect(quant.computeCalmarRatio(0.1, 1e-320)).toBeNull()
  expect(quant.computeCompoundSharpeRatio(Float64Array.of(0.01, -0.01), 1e308)).toBeNull()
  expect(quant.computeGaussianVar(Float64Array.of(0.01, -0.01), { confidence: 1e-320 })).toBeLessThan(0)
})
