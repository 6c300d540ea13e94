import { type Completeness, countPresent, keepCompleteDays, pickRows } from './complete-days.ts'
import { MINIMUM_PAIR_RETURNS } from './constants.ts'
import { inputErrors } from './errors.ts'
import { computeGramMatrix } from './gram-matrix.ts'
import { computeMoments } from './moments.ts'
import { getRow, type ReturnMatrix } from './price-matrix.ts'
import { computeCorrelation, computePairMoments, isConstant } from './regression.ts'
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
  const values = new Float64Array(rows * rows).fill(Number.NaN)
  const picked = long.length === rows ? returns : pickRows(returns, long)
  const used = complete === 'all' ? keepCompleteDays(picked) : picked
  if (used.columns >= minimumReturns) {
    const correlations = correlateRows(used, minimumReturns)
    for (let i = 0; i < long.length; i++) {
      for (let j = 0; j < long.length; j++) values[long[i]! * rows + long[j]!] = correlations[i * long.length + j]!
    }
  }
  return { tickers, size: rows, values, insufficientHistory }
}

/** Correlations of all rows; gapped rows by pairs, the others by one Gram matrix. */
function correlateRows(returns: ReturnMatrix, minimumReturns: number): Float64Array {
  const { rows, columns } = returns
  const { scaled, state } = standardize(returns)
  const values = computeGramMatrix(scaled, rows, columns)
  for (let i = 0; i < rows; i++) {
    for (let j = i; j < rows; j++) {
      const correlation = finishPair(returns, state, values[i * rows + j]!, i, j, minimumReturns)
      values[i * rows + j] = correlation
      values[j * rows + i] = correlation
    }
  }
  return values
}

const COMPLETE = 0
const GAPPED = 1
const CONSTANT = 2

function finishPair(
  returns: ReturnMatrix,
  state: Uint8Array,
  product: number,
  i: number,
  j: number,
  minimumReturns: number,
): number {
  if (state[i] === CONSTANT || state[j] === CONSTANT) return Number.NaN
  if (i === j) return 1
  if (state[i] === COMPLETE && state[j] === COMPLETE) return product > 1 ? 1 : product < -1 ? -1 : product
  const x = getRow(returns, i)
  const y = getRow(returns, j)
  if (computePairMoments(x, y).count < minimumReturns) return Number.NaN
  return computeCorrelation(x, y) ?? Number.NaN
}

/** Rows centred and scaled to length 1; gapped and constant rows become zeros and are marked. */
function standardize(returns: ReturnMatrix): { readonly scaled: Float64Array; readonly state: Uint8Array } {
  const { rows, columns, values } = returns
  const scaled = new Float64Array(rows * columns)
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
