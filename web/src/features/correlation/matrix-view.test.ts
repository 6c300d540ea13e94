import { expect, test } from 'vitest'
import { toChartCsv } from '../../components/charts/chart-data.ts'
import { correlationAt, describeCell, nameBand, toMatrix, toMatrixChart } from './matrix-view.ts'
import { ANALYSIS } from './test-analysis.ts'

const matrix = toMatrix(ANALYSIS)

test('each pair stands on both sides of the diagonal, which is 1', () => {
  expect(correlationAt(matrix, 0, 1)).toBe(0.834)
  expect(correlationAt(matrix, 1, 0)).toBe(0.834)
  expect(correlationAt(matrix, 2, 0)).toBe(-0.42)
  expect([0, 1, 2].map((place) => correlationAt(matrix, place, place))).toEqual([1, 1, 1])
})

test('a pair with too few common returns is unknown, never zero', () => {
  const sparse = toMatrix({ ...ANALYSIS, correlationMatrix: ANALYSIS.correlationMatrix.slice(0, 1) })
  expect(correlationAt(sparse, 1, 2)).toBeNull()
  expect(describeCell(sparse, 1, 2)).toEqual({
    title: 'B · C',
    figure: '—',
    detail: 'Fewer than 60 common returns. Together 66.7% of value.',
  })
})

test('a cell says what it is, and what share of value the two are', () => {
  expect(describeCell(matrix, 0, 1)).toEqual({
    title: 'A · B',
    figure: '+0.83',
    detail: 'Highly correlated. Together 66.7% of value.',
  })
  // −0.001 reads as no correlation, without a sign.
  expect(describeCell(matrix, 1, 2).figure).toBe('0.00')
  expect(describeCell(matrix, 1, 1)).toEqual({ title: 'B', figure: '1', detail: 'With itself. 33.3% of value.' })
})

test.each([
  [0.71, 'Highly correlated'],
  [0.7, 'Moderately correlated'],
  [0.4, 'Low correlation'],
  [0.1, 'Nearly unrelated'],
  [-0.1, 'Nearly unrelated'],
  [-0.4, 'Offset each other slightly'],
  [-0.7, 'Offset each other'],
  [-0.71, 'Offset each other strongly'],
])('%d is named %s', (correlation, words) => expect(nameBand(correlation)).toBe(words))

test('the CSV holds the whole square at full precision, the caption the two ends', () => {
  const chart = toMatrixChart(matrix, ANALYSIS)
  expect(toChartCsv(chart)).toBe('Ticker,A,B,C\r\nA,1,0.834,-0.42\r\nB,0.834,1,-0.001\r\nC,-0.42,-0.001,1\r\n')
  expect(chart.finding).toBe('A and B move together most (+0.83), A and C least (−0.42), among 3 positions.')
})

test('of two holdings the only pair is told once', () => {
  const [only] = ANALYSIS.strongestPairs
  const pair = { ...ANALYSIS, strongestPairs: [only!], bestOffsets: [only!] }
  expect(toMatrixChart(matrix, pair).finding).toBe('A and B have a correlation of +0.83.')
})
