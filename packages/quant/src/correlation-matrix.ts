// Tests: correlation-worker.test.ts

import { type Completeness, countPresent, keepCompleteDays, pickRows } from './complete-days.ts'
import { MINIMUM_PAIR_RETURNS } from './constants.ts'
import { inputErrors } from './errors.ts'
import { computeGramMatrix, padRows } from './gram-matrix.ts'
import { computeMoments } from './moments.ts'
import { getRow, type ReturnMatrix } from './price-matrix.ts'
import { computePairMoments, correlateMoments, isConstant } from './regression.ts'
import type { SquareMatrix } from './square-matrix.ts'

/** Correlations of every pair of tickers. */
export interface CorrelationMatrix extends SquareMatrix {
  /**
   * Correlations in [−1, 1], exactly symmetric, 1 on the diagonal; NaN where a pair has fewer common returns than asked
   * for, or where a ticker never moves.
   */
  readonly values: Float64Array
  /** Tickers with fewer returns of their own than asked for; all their pairs are NaN. */
  readonly insufficientHistory: readonly { readonly ticker: string; readonly days: number }[]
}

/** Which days enter, and how many must. */
export interface CorrelationOptions {
  /**
   * `pairwise` (default): each pair uses the days that both have, so that one young listing does not shorten every
   * other pair. `all`: only the days on which every ticker with enough history has a return, which makes the matrix
   * positive semi-definite, as optimisers need it.
   */
  readonly complete?: Completeness
  /** Common returns below which a pair is left out; 60 unless told otherwise, at least 2. */
  readonly minimumReturns?: number
}

/**
 * Correlation matrix (Pearson) of the rows of a matrix of returns.
 *
 * Rows are centred and scaled to length 1; a correlation is then a dot product. Work is N²·T/2 multiplications: half
 * a second for 2,000 tickers × 252 days. Rows with gaps are paired one by one, which is slower.
 *
 * The result shares no memory with the input. Both are plain Float64Array matrices, so a worker can be given the
 * returns in a SharedArrayBuffer, or transferred, and hand back `values` by transfer: nothing need be copied twice.
 *
 * @returns an empty matrix for no tickers
 * @throws QuantInputError naming the first infinite return, or for fewer than 2 `minimumReturns`
 */
export function computeCorrelationMatrix(
  returns: ReturnMatrix,
  { complete = 'pairwise', minimumReturns = MINIMUM_PAIR_RETURNS }: CorrelationOptions = {},
): CorrelationMatrix {
  if (!(minimumReturns >= 2)) throw inputErrors.badNumber('minimumReturns', null, minimumReturns, '2 or more')
  const { rows, tickers } = returns
  const counts = countPresent(returns)
  const long = Array.from({ length: rows }, (_, row) => row).filter((row) => counts[row]! >= minimumReturns)
  const insufficientHistory = tickers.flatMap((ticker, row) =>
    counts[row]! < minimumReturns ? [{ ticker, days: counts[row]! }] : [],
  )
  const picked = long.length === rows ? returns : pickRows(returns, long)
  const used = complete === 'all' ? keepCompleteDays(picked) : picked
  const isEnough = used.columns >= minimumReturns
  if (isEnough && long.length === rows) {
    return { tickers, size: rows, values: correlateRows(used, minimumReturns), insufficientHistory }
  }
  const values = new Float64Array(rows * rows).fill(Number.NaN)
  if (isEnough) spread(correlateRows(used, minimumReturns), long, values, rows)
  return { tickers, size: rows, values, insufficientHistory }
}

/** Writes a matrix of some of the rows into the matrix of all. */
function spread(part: Float64Array, picked: readonly number[], whole: Float64Array, size: number): void {
  for (let i = 0; i < picked.length; i++) {
    for (let j = 0; j < picked.length; j++) whole[picked[i]! * size + picked[j]!] = part[i * picked.length + j]!
  }
}

/** Correlations of all rows: one Gram matrix for the complete ones, and one by one the pairs of those with gaps. */
function correlateRows(returns: ReturnMatrix, minimumReturns: number): Float64Array {
  const { rows, columns } = returns
  const { scaled, state } = standardize(returns)
  const values = computeGramMatrix(scaled, rows, columns)
  // Rounding can leave a perfect correlation a little above 1.
  for (let k = 0; k < values.length; k++) if (Math.abs(values[k]!) > 1) values[k] = Math.sign(values[k]!)
  for (let i = 0; i < rows; i++) {
    values[i * rows + i] = state[i] === CONSTANT ? Number.NaN : 1
    if (state[i] === COMPLETE) continue
    for (let j = 0; j < rows; j++) {
      // A pair of two gapped rows is done when the later one comes up.
      if (j === i || (j > i && state[j] === GAPPED)) continue
      const correlation =
        state[i] === CONSTANT || state[j] === CONSTANT ? null : correlatePair(returns, i, j, minimumReturns)
      values[i * rows + j] = correlation ?? Number.NaN
      values[j * rows + i] = correlation ?? Number.NaN
    }
  }
  return values
}

const COMPLETE = 0
const GAPPED = 1
const CONSTANT = 2

function correlatePair(returns: ReturnMatrix, i: number, j: number, minimumReturns: number): number | null {
  const moments = computePairMoments(getRow(returns, i), getRow(returns, j))
  return moments.count < minimumReturns ? null : correlateMoments(moments)
}

/** Rows centred and scaled to length 1, padded with zeros; gapped and constant rows are zeros, too, and marked. */
function standardize(returns: ReturnMatrix): { readonly scaled: Float64Array; readonly state: Uint8Array } {
  const { rows, columns, values } = returns
  const scaled = new Float64Array(padRows(rows) * columns)
  const state = new Uint8Array(rows)
  for (let row = 0; row < rows; row++) {
    const own = values.subarray(row * columns, (row + 1) * columns)
    const { count, mean, squares } = computeMoments(own)
    if (isConstant(squares, count)) state[row] = CONSTANT
    else if (count < columns) state[row] = GAPPED
    else {
      const scale = 1 / Math.sqrt(squares)
      for (let t = 0; t < columns; t++) scaled[row * columns + t] = (own[t]! - mean) * scale
    }
  }
  return { scaled, state }
}

/**
 * Mean correlation over all different pairs, without computing them: with ẑ_i the centred rows of length 1,
 *
 *     ( ‖Σ ẑ_i‖² − N ) / ( N·(N − 1) )
 *
 * because the square of the sum holds every pair's product twice. Linear in the number of tickers, where the matrix is
 * quadratic. Uses the days on which every ticker has a return; tickers that never move are left out.
 *
 * @returns null for fewer than two tickers that move, or fewer than two complete days
 */
export function computeMeanCorrelation(returns: ReturnMatrix): number | null {
  const used = keepCompleteDays(returns)
  if (used.columns < 2) return null
  const { scaled, state } = standardize(used)
  const sums = new Float64Array(used.columns)
  let count = 0
  for (let row = 0; row < used.rows; row++) {
    if (state[row] === CONSTANT) continue
    count++
    for (let t = 0; t < used.columns; t++) sums[t] = sums[t]! + scaled[row * used.columns + t]!
  }
  if (count < 2) return null
  const square = sums.reduce((sum, x) => sum + x * x, 0)
  return (square - count) / (count * (count - 1))
}
