import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeCovarianceMatrix } from './covariance-matrix.ts'
import { shrinkLedoitWolf, shrinkOracleApproximating } from './covariance-shrinkage.ts'
import { computeEigenvalues } from './eigenvalues.ts'
import { computeEqualRiskContributionWeights } from './equal-risk-contribution.ts'
import { computeHierarchicalRiskParity } from './hierarchical-risk-parity.ts'
import { computeLongOnlyMinimumVarianceWeights, computeMinimumVarianceWeights } from './minimum-variance.ts'
import { propertyRuns } from './property-runs.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { computeCovariance } from './regression.ts'
import { computeHerfindahlIndex, computeRiskContributions, computeRiskShares } from './risk-contributions.ts'
import { orderBySingleLinkage } from './single-linkage.ts'
import { multiplyVector, type SquareMatrix } from './square-matrix.ts'
import { toReturnMatrix } from './test-matrices.ts'

const square = (rows: number[][]): SquareMatrix => ({
  tickers: rows.map((_, i) => `T${i}`),
  size: rows.length,
  values: Float64Array.from(rows.flat()),
})
const panel = (rows: number, columns: number, seed: number) => {
  const normal = createNormalSource(createRandomSource(seed))
  const common = Float64Array.from({ length: columns }, normal)
  return toReturnMatrix(
    Array.from({ length: rows }, (_, i) =>
      Float64Array.from({ length: columns }, (_, t) => 0.01 * (1 + 0.3 * i) * (normal() + 0.7 * common[t]!)),
    ),
  )
}
const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0)
const variance = (w: Float64Array, s: SquareMatrix) =>
  multiplyVector(s, w).reduce((total, v, i) => total + v * w[i]!, 0)

describe('covariance', () => {
  test('every cell is the covariance of its pair', () => {
    const returns = panel(4, 30, 1)
    const covariance = computeCovarianceMatrix(returns)
    const row = (i: number) => returns.values.subarray(i * 30, (i + 1) * 30)
    expect(covariance.values[6]).toBeCloseTo(computeCovariance(row(1), row(2))!, 16)
    expect(() => computeCovarianceMatrix(toReturnMatrix([[0.1]]))).toThrow('at least 2 are needed')
    expect(() => computeCovarianceMatrix(toReturnMatrix([[0.1, Number.POSITIVE_INFINITY]]))).toThrow('returns[1]')
  })

  test.each([shrinkLedoitWolf, shrinkOracleApproximating])('%o keeps the trace and becomes invertible', (shrink) => {
    // 12 tickers in 8 days: the sample has at most 7 eigenvalues above zero
    const returns = panel(12, 8, 2)
    const sample = computeCovarianceMatrix(returns)
    const shrunk = shrink(returns)
    expect(shrunk.shrinkage).toBeGreaterThan(0)
    expect(shrunk.shrinkage).toBeLessThanOrEqual(1)
    const trace = (matrix: SquareMatrix) => sum(computeEigenvalues(matrix))
    expect(trace(shrunk)).toBeCloseTo((trace(sample) * 7) / 8, 12)
    expect(computeEigenvalues(shrunk)[11]!).toBeGreaterThan(1e-6)
    expect(() => computeMinimumVarianceWeights(sample)).toThrow('covariance is not positive definite')
    expect(sum(computeMinimumVarianceWeights(shrunk))).toBeCloseTo(1, 12)
  })

  test('the more days, the less is shrunk', () => {
    expect(shrinkLedoitWolf(panel(5, 1000, 3)).shrinkage).toBeLessThan(shrinkLedoitWolf(panel(5, 20, 3)).shrinkage)
  })
})

describe('minimum variance', () => {
  test('two uncorrelated assets share in inverse proportion to their variances', () => {
    // 1/0.04 : 1/0.01 = 25 : 100
    const weights = computeMinimumVarianceWeights(
      square([
        [0.04, 0],
        [0, 0.01],
      ]),
    )
    expect(weights[0]).toBeCloseTo(0.2, 14)
    expect(
      computeLongOnlyMinimumVarianceWeights(
        square([
          [0.04, 0],
          [0, 0.01],
        ]),
      )[0],
    ).toBeCloseTo(0.2, 12)
  })

  test('where shorts would help, the long-only portfolio holds nothing instead', () => {
    const covariance = square([
      [0.04, 0.03],
      [0.03, 0.0225 * 1.2],
    ])
    expect(computeMinimumVarianceWeights(covariance)[0]!).toBeLessThan(0)
    expect([...computeLongOnlyMinimumVarianceWeights(covariance)]).toEqual([0, 1])
  })

  test('no random portfolio is better, and the optimality conditions hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 1, max: 500 }), (rows, seed) => {
        const covariance = computeCovarianceMatrix(panel(rows, 60, seed))
        const free = computeMinimumVarianceWeights(covariance)
        const long = computeLongOnlyMinimumVarianceWeights(covariance)
        expect(sum(free)).toBeCloseTo(1, 10)
        expect(sum(long)).toBeCloseTo(1, 10)
        expect(Math.min(...long)).toBeGreaterThanOrEqual(0)
        expect(variance(free, covariance)).toBeLessThanOrEqual(variance(long, covariance) * (1 + 1e-12))
        const marginal = multiplyVector(covariance, long)
        const level = variance(long, covariance)
        marginal.forEach((value, i) => {
          if (long[i]! > 0) expect(value / level).toBeCloseTo(1, 8)
          else expect(value / level).toBeGreaterThanOrEqual(1 - 1e-8)
        })
        const random = createRandomSource(seed)
        for (let k = 0; k < 20; k++) {
          const raw = Float64Array.from({ length: rows }, () => -Math.log(1 - random()))
          const guess = raw.map((value) => value / sum(raw))
          expect(variance(guess, covariance)).toBeGreaterThanOrEqual(level * (1 - 1e-10))
        }
      }),
      propertyRuns(40),
    )
  })

  test('bad matrices are named', () => {
    expect(() => computeMinimumVarianceWeights(square([[0]]))).toThrow(
      'covariance.values[0] is 0; expected a positive variance',
    )
    expect(() =>
      computeMinimumVarianceWeights(
        square([
          [1, Number.NaN],
          [0, 1],
        ]),
      ),
    ).toThrow('covariance.values[1] is NaN')
    expect(() => computeEqualRiskContributionWeights({ tickers: [], size: 2, values: new Float64Array(3) })).toThrow(
      '4 entries',
    )
    expect(computeMinimumVarianceWeights(square([]))).toHaveLength(0)
  })
})

describe('risk parity', () => {
  test('equal correlations: inverse volatility', () => {
    // volatilities 0.2 and 0.1: 5 : 10
    const weights = computeEqualRiskContributionWeights(
      square([
        [0.04, 0.006],
        [0.006, 0.01],
      ]),
    )
    expect(weights[0]).toBeCloseTo(1 / 3, 12)
  })

  test('a hedge that is held long takes more weight, and still contributes the same', () => {
    const covariance = square([
      [0.04, -0.012],
      [-0.012, 0.01],
    ])
    const weights = computeEqualRiskContributionWeights(covariance)
    for (const share of computeRiskContributions(weights, covariance).shares) expect(share).toBeCloseTo(0.5, 12)
    // two assets: inverse volatility, whatever the correlation
    expect(weights[0]).toBeCloseTo(1 / 3, 12)
  })

  test('every holding contributes the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 500 }), (rows, seed) => {
        const covariance = computeCovarianceMatrix(panel(rows, 40, seed))
        const weights = computeEqualRiskContributionWeights(covariance)
        expect(sum(weights)).toBeCloseTo(1, 12)
        for (const share of computeRiskContributions(weights, covariance).shares) expect(share).toBeCloseTo(1 / rows, 9)
      }),
      propertyRuns(30),
    )
  })
})

describe('risk contributions', () => {
  test('they sum to 1, and a hedge has a negative one', () => {
    const covariance = square([
      [0.0004, 0.0003],
      [0.0003, 0.0004],
    ])
    const { shares, volatility, diversificationRatio } = computeRiskContributions(Float64Array.of(1, -0.5), covariance)
    // variance = 0.0004 − 2·0.5·0.0003 + 0.25·0.0004 = 0.0002
    expect(volatility).toBeCloseTo(Math.sqrt(0.0002 * 252), 14)
    expect(shares[0]).toBeCloseTo((0.0004 - 0.00015) / 0.0002, 12)
    expect(shares[1]).toBeCloseTo(-0.25, 12)
    expect(diversificationRatio).toBeCloseTo((1.5 * 0.02) / Math.sqrt(0.0002), 12)
  })

  test('straight from returns they are the same, and a gap only blurs them', () => {
    const returns = panel(5, 80, 6)
    const weights = Float64Array.of(0.5, 0.3, -0.2, 0.1, 0.3)
    const { shares } = computeRiskContributions(weights, computeCovarianceMatrix(returns))
    const direct = computeRiskShares(returns, weights)!
    direct.forEach((share, i) => {
      expect(share).toBeCloseTo(shares[i]!, 10)
    })
    returns.values[3] = Number.NaN
    expect(sum(computeRiskShares(returns, weights)!)).toBeCloseTo(1, 1)
    expect(computeRiskShares(toReturnMatrix([[0.1]]), Float64Array.of(1))).toBeNull()
    expect(computeRiskShares(toReturnMatrix([[0.1, 0.1]]), Float64Array.of(1))).toBeNull()
  })

  test('a portfolio without risk', () => {
    const covariance = square([
      [1, 1],
      [1, 1],
    ])
    expect(computeRiskContributions(Float64Array.of(1, -1), covariance)).toEqual({
      volatility: 0,
      shares: new Float64Array(2),
      diversificationRatio: null,
    })
    expect(computeHerfindahlIndex(Float64Array.of(0))).toBeNull()
    expect(computeHerfindahlIndex(Float64Array.of(1, -1))).toBe(0.5)
  })
})

describe('hierarchical risk parity', () => {
  test('neighbours in the tree stand side by side', () => {
    // points on a line at 0, 10, 1, 12: nearest joins are (0,1), (10,12), then both groups
    const at = [0, 10, 1, 12]
    const distances = Float64Array.from(at.flatMap((a) => at.map((b) => Math.abs(a - b))))
    expect(orderBySingleLinkage(distances, 4)).toEqual([0, 2, 1, 3])
    expect(orderBySingleLinkage(new Float64Array(0), 0)).toEqual([])
    expect(orderBySingleLinkage(new Float64Array(1), 1)).toEqual([0])
  })

  test('two assets: inverse variance', () => {
    const { weights, order } = computeHierarchicalRiskParity(
      square([
        [0.04, 0.01],
        [0.01, 0.01],
      ]),
    )
    expect(weights[0]).toBeCloseTo(0.2, 14)
    expect(order).toEqual(['T0', 'T1'])
  })

  test('weights are positive and sum to 1, even when the covariance is singular', () => {
    const { weights } = computeHierarchicalRiskParity(computeCovarianceMatrix(panel(20, 10, 4)))
    expect(sum(weights)).toBeCloseTo(1, 12)
    expect(Math.min(...weights)).toBeGreaterThan(0)
  })
})
