// Tests: portfolio-construction.test.ts

import { inputErrors, QuantInputError, requireFiniteEntries } from './errors.ts'

/** A symmetric matrix with a row and a column per ticker, row-major: the cell of (i, j) is `values[i * size + j]`. */
export interface SquareMatrix {
  readonly tickers: readonly string[]
  readonly size: number
  readonly values: Float64Array
}

/** No returns vary by less or by more, and within these products of variances and their inverses stay numbers. */
const SMALLEST_VARIANCE = 1e-70
const LARGEST_VARIANCE = 1e70

/** Throws unless the matrix holds size² finite numbers with positive variances on the diagonal. */
export function requireCovariance(covariance: SquareMatrix): void {
  const { size, values } = covariance
  if (values.length !== size * size)
    throw inputErrors.unequalLengths('covariance', size * size, 'values', values.length)
  requireFiniteEntries('covariance.values', values)
  for (let i = 0; i < size; i++) {
    const variance = values[i * size + i]!
    if (!(variance >= SMALLEST_VARIANCE && variance <= LARGEST_VARIANCE))
      throw inputErrors.badNumber('covariance.values', i * size + i, variance, 'a positive variance')
  }
}

/**
 * Cholesky factor of a positive definite matrix: the lower triangular L with L·Lᵀ = A, row-major, zeros above.
 *
 * @param argument what to call the matrix in an error
 * @throws QuantInputError when the matrix is not positive definite, as a covariance of more tickers than days never is
 */
export function factorCholesky(argument: string, values: Float64Array, size: number): Float64Array {
  const factor = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = values[i * size + j]!
      for (let k = 0; k < j; k++) sum -= factor[i * size + k]! * factor[j * size + k]!
      if (i !== j) {
        factor[i * size + j] = sum / factor[j * size + j]!
        continue
      }
      // A pivot that lost all but two digits of its variance is rounding noise, and so would be the answer.
      if (!(sum > values[i * size + i]! * 1e-14)) {
        throw new QuantInputError(
          argument,
          i,
          `${argument} is not positive definite (row ${i}); use more days than tickers, or shrink it first.`,
        )
      }
      factor[i * size + i] = Math.sqrt(sum)
    }
  }
  return factor
}

/** Solves L·Lᵀ·x = b by forward and back substitution. */
export function solveCholesky(factor: Float64Array, size: number, right: Float64Array): Float64Array {
  const x = new Float64Array(right)
  for (let i = 0; i < size; i++) {
    let sum = x[i]!
    for (let k = 0; k < i; k++) sum -= factor[i * size + k]! * x[k]!
    x[i] = sum / factor[i * size + i]!
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = x[i]!
    for (let k = i + 1; k < size; k++) sum -= factor[k * size + i]! * x[k]!
    x[i] = sum / factor[i * size + i]!
  }
  return x
}

/** The product A·x of a square matrix and a vector. */
export function multiplyVector({ size, values }: SquareMatrix, vector: Float64Array): Float64Array {
  const product = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    let sum = 0
    for (let j = 0; j < size; j++) sum += values[i * size + j]! * vector[j]!
    product[i] = sum
  }
  return product
}
