// Tests: analyse-portfolio.test.ts, correlation.test.ts

import { MATRIX_TICKERS } from '@ballast/contract'
import {
  type CorrelationMatrix,
  computeCorrelation,
  computeCorrelationMatrix,
  computeMeanCorrelation,
  fitRegression,
  getRow,
  MINIMUM_PAIR_RETURNS,
  type ReturnMatrix,
} from '@ballast/quant'

/** A pair of rows of the matrix and its correlation. */
export interface RowPair {
  first: number
  second: number
  correlation: number
}

export interface PairFigures {
  /** Correlations of the rows of `matrixRows`, in that order. */
  matrix: CorrelationMatrix
  /** Rows of the returns that have enough history, and, of more than 500, the first 500. */
  matrixRows: number[]
  /** True when rows with enough history are left out of the matrix. */
  truncated: boolean
  /** Over all pairs with enough common returns, also those that the matrix leaves out. */
  averageCorrelation: number | null
  /** Pairs that the average is over. */
  pairs: number
  /** Correlations from the highest down, and from the lowest up. */
  strongest: RowPair[]
  lowest: RowPair[]
}

const LISTED_PAIRS = 5

/**
 * Correlations between the rows of `returns`. Rows come largest holding first, because the matrix takes the first 500.
 * Pairs need 60 common returns; a row that never moves has no correlation.
 */
export function computePairFigures(returns: ReturnMatrix): PairFigures {
  const long = listLongRows(returns)
  const matrixRows = long.slice(0, MATRIX_TICKERS)
  const matrix = computeCorrelationMatrix(takeRows(returns, matrixRows))
  const truncated = long.length > matrixRows.length
  const { sum, pairs } = truncated ? sumAllPairs(returns, long) : sumMatrix(matrix)
  return {
    matrix,
    matrixRows,
    truncated,
    averageCorrelation: pairs === 0 ? null : sum / pairs,
    pairs,
    ...findExtremes(matrix),
  }
}

/** Days on which a series has a return, or on which both of two have one. */
export function countReturns(x: Float64Array, y: Float64Array = x): number {
  let count = 0
  // A sum is missing when either part is.
  for (let t = 0; t < x.length; t++) if (!Number.isNaN((x[t] ?? 0) + (y[t] ?? 0))) count++
  return count
}

interface PairSum {
  sum: number
  pairs: number
}

function listLongRows(returns: ReturnMatrix): number[] {
  return Array.from({ length: returns.rows }, (_, row) => row).filter(
    (row) => countReturns(getRow(returns, row)) >= MINIMUM_PAIR_RETURNS,
  )
}

function takeRows(returns: ReturnMatrix, rows: readonly number[]): ReturnMatrix {
  const values = new Float64Array(rows.length * returns.columns)
  for (const [index, row] of rows.entries()) values.set(getRow(returns, row), index * returns.columns)
  return { ...returns, tickers: rows.map((row) => returns.tickers[row] ?? ''), values, rows: rows.length }
}

function sumMatrix({ values, size }: CorrelationMatrix): PairSum {
  let sum = 0
  let pairs = 0
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const correlation = values[i * size + j] ?? Number.NaN
      if (Number.isNaN(correlation)) continue
      sum += correlation
      pairs++
    }
  }
  return { sum, pairs }
}

/** All pairs without their matrix: in closed form for rows without gaps, one by one for the others. */
function sumAllPairs(returns: ReturnMatrix, rows: readonly number[]): PairSum {
  // Only what never moves has no correlation with itself.
  const moving = rows.filter((row) => computeCorrelation(getRow(returns, row), getRow(returns, row)) !== null)
  const complete = moving.filter((row) => !getRow(returns, row).includes(Number.NaN))
  const gapped = moving.filter((row) => getRow(returns, row).includes(Number.NaN))
  let pairs = (complete.length * (complete.length - 1)) / 2
  let sum = (computeMeanCorrelation(takeRows(returns, complete)) ?? 0) * pairs
  for (const [index, row] of gapped.entries()) {
    for (const other of [...complete, ...gapped.slice(index + 1)]) {
      const line = fitRegression(getRow(returns, row), getRow(returns, other))
      if (line === null || line.observations < MINIMUM_PAIR_RETURNS || line.correlation === null) continue
      sum += line.correlation
      pairs++
    }
  }
  return { sum, pairs }
}

function findExtremes({ values, size }: CorrelationMatrix): Pick<PairFigures, 'strongest' | 'lowest'> {
  const strongest: RowPair[] = []
  const lowest: RowPair[] = []
  for (let first = 0; first < size; first++) {
    for (let second = first + 1; second < size; second++) {
      const correlation = values[first * size + second] ?? Number.NaN
      if (correlation > weakestOf(strongest, Number.NEGATIVE_INFINITY)) {
        insert(strongest, { first, second, correlation }, (one) => correlation > one)
      }
      if (correlation < weakestOf(lowest, Number.POSITIVE_INFINITY)) {
        insert(lowest, { first, second, correlation }, (one) => correlation < one)
      }
    }
  }
  return { strongest, lowest }
}

/** Returns what a pair must surpass to be listed; anything does while there is room. */
function weakestOf(list: readonly RowPair[], anything: number): number {
  return list.length < LISTED_PAIRS ? anything : (list.at(-1)?.correlation ?? anything)
}

/** Keeps a short list in order; of equal correlations the one that came first stays first. */
function insert(list: RowPair[], pair: RowPair, surpasses: (correlation: number) => boolean): void {
  const at = list.findIndex((one) => surpasses(one.correlation))
  list.splice(at === -1 ? list.length : at, 0, pair)
  if (list.length > LISTED_PAIRS) list.pop()
}
