// Tests: correlation-worker.test.ts, correlation-matrix.test.ts

import type { ReturnMatrix } from './price-matrix.ts'

/** Which days enter a matrix of pairs: each pair's own common days, or only the days on which all tickers have a return. */
export type Completeness = 'pairwise' | 'all'

/** Counts the present (non-NaN) cells of every row. */
export function countPresent({ rows, columns, values }: ReturnMatrix): Int32Array {
  const counts = new Int32Array(rows)
  for (let row = 0; row < rows; row++) {
    let count = 0
    for (let k = row * columns; k < (row + 1) * columns; k++) if (!Number.isNaN(values[k]!)) count++
    counts[row] = count
  }
  return counts
}

/**
 * The matrix cut to the days on which every ticker has a return; the matrix itself, uncopied, when no cell is missing.
 */
export function keepCompleteDays(returns: ReturnMatrix): ReturnMatrix {
  const { rows, columns, values, dates } = returns
  const isComplete = new Uint8Array(columns).fill(1)
  for (let row = 0; row < rows; row++) {
    for (let t = 0; t < columns; t++) if (Number.isNaN(values[row * columns + t]!)) isComplete[t] = 0
  }
  const kept = isComplete.reduce((sum, flag) => sum + flag, 0)
  if (kept === columns) return returns
  const cut = new Float64Array(rows * kept)
  const keptDates = new Int32Array(kept)
  let column = 0
  for (let t = 0; t < columns; t++) {
    if (!isComplete[t]) continue
    keptDates[column] = dates[t]!
    for (let row = 0; row < rows; row++) cut[row * kept + column] = values[row * columns + t]!
    column++
  }
  return { ...returns, dates: keptDates, values: cut, columns: kept }
}

/** The matrix with only the rows given, in that order. */
export function pickRows(returns: ReturnMatrix, rows: readonly number[]): ReturnMatrix {
  const { columns, values, tickers } = returns
  const picked = new Float64Array(rows.length * columns)
  rows.forEach((row, i) => {
    picked.set(values.subarray(row * columns, (row + 1) * columns), i * columns)
  })
  return { ...returns, values: picked, rows: rows.length, tickers: rows.map((row) => tickers[row] ?? '') }
}
