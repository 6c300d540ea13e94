// Tests: correlation-matrix.test.ts, portfolio-construction.test.ts

import { requireFiniteEntries } from './errors.ts'
import type { SquareMatrix } from './square-matrix.ts'

const MAXIMUM_SWEEPS = 60

/**
 * Eigenvalues of a symmetric matrix, largest first, by Jacobi's rotations: each rotation zeroes one off-diagonal cell,
 * and sweeping over all of them converges quadratically. Slow for thousands of tickers (N³ per sweep), accurate to the
 * last digits and hard to get wrong.
 *
 * The largest eigenvalue of a correlation matrix over N is the share of variance that one common force explains.
 *
 * @param matrix symmetric, without NaN; only its lower triangle is read
 * @throws QuantInputError naming the first cell that is NaN or infinite
 * @see Golub & Van Loan, "Matrix Computations", §8.5
 */
export function computeEigenvalues({ size, values }: SquareMatrix): Float64Array {
  requireFiniteEntries('matrix.values', values)
  const a = new Float64Array(values)
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) a[i * size + j] = a[j * size + i]!
  for (let sweep = 0; sweep < MAXIMUM_SWEEPS && !isDiagonal(a, size); sweep++) {
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, size, p, q)
  }
  return Float64Array.from({ length: size }, (_, i) => a[i * size + i]!).sort((x, y) => y - x)
}

function isDiagonal(a: Float64Array, size: number): boolean {
  let off = 0
  let diagonal = 0
  for (let i = 0; i < size; i++) {
    diagonal += a[i * size + i]! ** 2
    for (let j = 0; j < i; j++) off += a[i * size + j]! ** 2
  }
  return off <= 1e-34 * diagonal
}

function rotate(a: Float64Array, size: number, p: number, q: number): void {
  const off = a[p * size + q]!
  if (off === 0) return
  const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * off)
  const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  for (let k = 0; k < size; k++) {
    const x = a[k * size + p]!
    const y = a[k * size + q]!
    a[k * size + p] = cosine * x - sine * y
    a[k * size + q] = sine * x + cosine * y
  }
  for (let k = 0; k < size; k++) {
    const x = a[p * size + k]!
    const y = a[q * size + k]!
    a[p * size + k] = cosine * x - sine * y
    a[q * size + k] = sine * x + cosine * y
  }
}
