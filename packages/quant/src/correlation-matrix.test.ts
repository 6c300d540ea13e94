import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeCorrelationInterval } from './correlation-interval.ts'
import { computeCorrelationMatrix, computeMeanCorrelation } from './correlation-matrix.ts'
import { computeEigenvalues } from './eigenvalues.ts'
import { computeGramMatrix } from './gram-matrix.ts'
import { getRow } from './price-matrix.ts'
import { propertyRuns } from './property-runs.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { computeRanks, computeSpearmanCorrelation, computeSpearmanMatrix } from './rank-correlation.ts'
import { computeCorrelation } from './regression.ts'
import { createEquicorrelatedReturns, toReturnMatrix } from './test-matrices.ts'

const of = (...values: number[]) => Float64Array.from(values)
const randomPanel = (rows: number, columns: number, seed: number) => {
  const normal = createNormalSource(createRandomSource(seed))
  const common = Float64Array.from({ length: columns }, normal)
  return toReturnMatrix(
    Array.from({ length: rows }, () =>
      Float64Array.from({ length: columns }, (_, t) => 0.01 * (normal() + 0.5 * common[t]!)),
    ),
  )
}

test('the tiled Gram matrix equals a plain double loop, for any number of rows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 9 }), (rows, columns) => {
      const { values } = randomPanel(rows, columns, rows * 31 + columns)
      const gram = computeGramMatrix(values, rows, columns)
      expect(gram).toHaveLength(rows * rows)
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < rows; j++) {
          let sum = 0
          for (let t = 0; t < columns; t++) sum += values[i * columns + t]! * values[j * columns + t]!
          expect(gram[i * rows + j]).toBeCloseTo(sum, 14)
          expect(gram[i * rows + j]).toBe(gram[j * rows + i])
        }
      }
    }),
    propertyRuns(30),
  )
})

describe('correlation matrix', () => {
  test.each(['pairwise', 'all'] as const)('%s: every cell is the correlation of its pair', (complete) => {
    const panel = randomPanel(7, 100, 2)
    const matrix = computeCorrelationMatrix(panel, { complete })
    for (let i = 0; i < 7; i++) {
      expect(matrix.values[i * 7 + i]).toBe(1)
      for (let j = 0; j < 7; j++) {
        expect(matrix.values[i * 7 + j]).toBeCloseTo(computeCorrelation(getRow(panel, i), getRow(panel, j))!, 12)
        expect(matrix.values[i * 7 + j]).toBe(matrix.values[j * 7 + i])
        expect(Math.abs(matrix.values[i * 7 + j]!)).toBeLessThanOrEqual(1)
      }
    }
  })

  test('pairwise keeps the long pairs long; all cuts everyone to the common days', () => {
    const panel = randomPanel(3, 200, 3)
    getRow(panel, 2).fill(Number.NaN, 0, 120)
    const cut = (row: number) => getRow(panel, row).subarray(120)
    const pairwise = computeCorrelationMatrix(panel)
    const all = computeCorrelationMatrix(panel, { complete: 'all' })
    expect(pairwise.values[1]).toBeCloseTo(computeCorrelation(getRow(panel, 0), getRow(panel, 1))!, 12)
    expect(all.values[1]).toBeCloseTo(computeCorrelation(cut(0), cut(1))!, 12)
    expect(pairwise.values[2]).toBeCloseTo(computeCorrelation(cut(0), cut(2))!, 12)
    expect(all.values[2]).toBeCloseTo(pairwise.values[2]!, 12)
    expect(pairwise.values[6]).toBe(pairwise.values[2])
    expect(pairwise.values[7]).toBe(pairwise.values[5])
    expect(pairwise.values[7]).toBeCloseTo(computeCorrelation(cut(1), cut(2))!, 12)
  })

  test('a listing of twenty days is reported, not correlated with 0', () => {
    const panel = randomPanel(3, 100, 4)
    getRow(panel, 1).fill(Number.NaN, 0, 80)
    const matrix = computeCorrelationMatrix(panel)
    expect(matrix.insufficientHistory).toEqual([{ ticker: 'T1', days: 20 }])
    expect([...matrix.values].map(Number.isNaN)).toEqual([false, true, false, true, true, true, false, true, false])
  })

  test('two long histories that hardly overlap have no correlation', () => {
    const panel = randomPanel(2, 160, 5)
    getRow(panel, 0).fill(Number.NaN, 0, 60)
    getRow(panel, 1).fill(Number.NaN, 100)
    const matrix = computeCorrelationMatrix(panel)
    expect(matrix.insufficientHistory).toEqual([])
    expect(matrix.values[1]).toBeNaN()
    expect(computeCorrelationMatrix(panel, { complete: 'all' }).values[0]).toBeNaN()
  })

  test('a ticker that never moves has none either', () => {
    const panel = toReturnMatrix([new Float64Array(60).fill(0.001), getRow(randomPanel(1, 60, 6), 0)])
    expect([...computeCorrelationMatrix(panel).values]).toEqual([Number.NaN, Number.NaN, Number.NaN, 1])
  })

  test('memory that a worker shares gives the same bytes, and is only read', () => {
    const panel = randomPanel(6, 90, 11)
    const values = new Float64Array(new SharedArrayBuffer(panel.values.byteLength))
    values.set(panel.values)
    expect(computeCorrelationMatrix({ ...panel, values }).values).toEqual(computeCorrelationMatrix(panel).values)
    expect(values).toEqual(panel.values)
  })

  test('degenerate input', () => {
    expect(computeCorrelationMatrix(toReturnMatrix([])).values).toHaveLength(0)
    expect(() => computeCorrelationMatrix(toReturnMatrix([[1]]), { minimumReturns: 1 })).toThrow('minimumReturns is 1')
    const infinite = toReturnMatrix([of(1, Number.POSITIVE_INFINITY, 3)])
    expect(() => computeCorrelationMatrix(infinite, { minimumReturns: 2 })).toThrow('values[1] is Infinity')
  })

  test('scale and sign: scaling a row changes nothing, mirroring it flips its signs', () => {
    const panel = randomPanel(4, 80, 7)
    const before = computeCorrelationMatrix(panel)
    getRow(panel, 1).forEach((value, t) => {
      getRow(panel, 1)[t] = -3 * value
    })
    const after = computeCorrelationMatrix(panel)
    for (let j = 0; j < 4; j++) if (j !== 1) expect(after.values[4 + j]).toBeCloseTo(-before.values[4 + j]!, 12)
    expect(after.values[2]).toBe(before.values[2])
  })
})

test('the mean correlation in closed form equals the mean of all pairs at 40 tickers', () => {
  const panel = randomPanel(40, 252, 8)
  const matrix = computeCorrelationMatrix(panel)
  let sum = 0
  for (let i = 0; i < 40; i++) for (let j = 0; j < 40; j++) if (i !== j) sum += matrix.values[i * 40 + j]!
  expect(computeMeanCorrelation(panel)).toBeCloseTo(sum / (40 * 39), 10)
  expect(computeMeanCorrelation(createEquicorrelatedReturns({ rows: 5, columns: 60, rho: 0.3 }))).toBeCloseTo(0.3, 12)
  expect(computeMeanCorrelation(toReturnMatrix([[0.1, 0.2]]))).toBeNull()
  expect(
    computeMeanCorrelation(
      toReturnMatrix([
        [Number.NaN, 0.2],
        [0.1, Number.NaN],
      ]),
    ),
  ).toBeNull()
})

describe('Spearman', () => {
  test('ties share the mean of their ranks', () => {
    expect([...computeRanks(of(10, 20, 10, 5))]).toEqual([2.5, 4, 2.5, 1])
    expect(computeRanks(of())).toHaveLength(0)
  })

  test('any increasing transformation leaves it at 1', () => {
    const x = of(-0.3, 0.1, 0.02, 0.5, -0.01)
    expect(
      computeSpearmanCorrelation(
        x,
        x.map((v) => Math.exp(9 * v)),
      ),
    ).toBeCloseTo(1, 14)
    expect(
      computeSpearmanCorrelation(
        x,
        x.map((v) => -(v ** 3)),
      ),
    ).toBeCloseTo(-1, 14)
  })

  test('a known sum, and days that only one side has', () => {
    // ranks (1,2,3,4) and (2,1,4,3): 1 − 6·(1+1+1+1)/(4·15) = 0.6
    expect(computeSpearmanCorrelation(of(1, 2, Number.NaN, 3, 4), of(20, 10, 7, 40, 30))).toBeCloseTo(0.6, 14)
    expect(computeSpearmanCorrelation(of(1), of(2))).toBeNull()
  })

  test('the matrix is that of its pairs', () => {
    const panel = randomPanel(3, 50, 9)
    const matrix = computeSpearmanMatrix(panel)
    expect(matrix.values[1]).toBeCloseTo(computeSpearmanCorrelation(getRow(panel, 0), getRow(panel, 1))!, 12)
  })
})

describe('how sure a correlation is', () => {
  test("Fisher's interval", () => {
    // atanh(0.5) = 0.549306, ± 1.959964/√100: tanh(0.353310) and tanh(0.745303)
    const interval = computeCorrelationInterval(0.5, 103)!
    expect(interval.low).toBeCloseTo(0.33932, 4)
    expect(interval.high).toBeCloseTo(0.63234, 4)
    expect(computeCorrelationInterval(0.5, 3)).toBeNull()
    expect(computeCorrelationInterval(1, 50)).toEqual({ low: 1, high: 1 })
    expect(() => computeCorrelationInterval(1.1, 50)).toThrow('correlation is 1.1')
  })
})

describe('eigenvalues', () => {
  test('of equal correlations they are 1 + (N−1)ρ and 1 − ρ', () => {
    const matrix = computeCorrelationMatrix(createEquicorrelatedReturns({ rows: 6, columns: 80, rho: 0.4 }))
    const eigenvalues = computeEigenvalues(matrix)
    expect(eigenvalues[0]).toBeCloseTo(1 + 5 * 0.4, 12)
    for (const value of eigenvalues.subarray(1)) expect(value).toBeCloseTo(0.6, 12)
  })

  test('they sum to the trace, and a correlation matrix has none below zero', () => {
    const eigenvalues = computeEigenvalues(computeCorrelationMatrix(randomPanel(12, 70, 10), { complete: 'all' }))
    expect(eigenvalues.reduce((a, b) => a + b, 0)).toBeCloseTo(12, 10)
    expect(eigenvalues[11]!).toBeGreaterThan(0)
    expect(computeEigenvalues({ tickers: [], size: 0, values: of() })).toHaveLength(0)
  })
})
