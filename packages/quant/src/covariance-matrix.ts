// Tests: portfolio-construction.test.ts

import { keepCompleteDays } from './complete-days.ts'
import { inputErrors, rejectInfinite } from './errors.ts'
import { computeGramMatrix, padRows } from './gram-matrix.ts'
import { computeMoments } from './moments.ts'
import { getRow, type ReturnMatrix } from './price-matrix.ts'
import type { SquareMatrix } from './square-matrix.ts'

/**
 * Sample covariance matrix (ddof 1), per day, over the days on which every ticker has a return: the days must be the
 * same for all pairs, or the matrix need not be positive semi-definite and an optimiser would find riskless profits.
 *
 *     Σ_ij = Σ_t (r_it − r̄_i)(r_jt − r̄_j) / (T − 1)
 *
 * @throws QuantInputError for fewer than two complete days, or naming the first infinite return
 */
export function computeCovarianceMatrix(returns: ReturnMatrix): SquareMatrix {
  const { centred, rows, columns, tickers } = centreCompleteDays(returns)
  const values = computeGramMatrix(centred, rows, columns)
  for (let k = 0; k < values.length; k++) values[k] = values[k]! / (columns - 1)
  return { tickers, size: rows, values }
}

/** Complete days with each row's mean taken out; `centred` is padded with rows of zeros (see `padRows`). */
export interface CentredReturns {
  readonly tickers: readonly string[]
  readonly rows: number
  readonly columns: number
  readonly centred: Float64Array
}

/** Cuts to complete days and centres every row; throws for fewer than two days. */
export function centreCompleteDays(returns: ReturnMatrix): CentredReturns {
  const used = keepCompleteDays(returns)
  const { rows, columns, tickers } = used
  if (columns < 2) throw inputErrors.tooShort('days on which every ticker has a return', columns, 2)
  rejectInfinite('returns', used.values)
  const centred = new Float64Array(padRows(rows) * columns)
  for (let row = 0; row < rows; row++) {
    const own = getRow(used, row)
    const { mean } = computeMoments(own)
    for (let t = 0; t < columns; t++) centred[row * columns + t] = own[t]! - mean
  }
  return { tickers, rows, columns, centred }
}
