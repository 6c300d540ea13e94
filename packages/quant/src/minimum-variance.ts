// Tests: portfolio-construction.test.ts

import { factorCholesky, requireCovariance, type SquareMatrix, solveCholesky } from './square-matrix.ts'

/**
 * Minimum-variance weights, shorts allowed:  w = Σ⁻¹·1 / (1ᵀ·Σ⁻¹·1),  the fully invested portfolio of least variance.
 *
 * @param covariance positive definite; with as many tickers as days or more, shrink it first (`shrinkLedoitWolf`)
 * @returns one weight per row, summing to 1; empty for an empty matrix
 * @throws QuantInputError when the matrix is no covariance or not positive definite
 * @see Markowitz, "Portfolio selection", Journal of Finance 7(1), 1952
 */
export function computeMinimumVarianceWeights(covariance: SquareMatrix): Float64Array {
  requireCovariance(covariance)
  const { size, values } = covariance
  const factor = factorCholesky('covariance', values, size)
  return normalize(solveCholesky(factor, size, new Float64Array(size).fill(1)))
}

/**
 * Minimum-variance weights without shorts: the least variance among weights ≥ 0 that sum to 1.
 *
 * Solved exactly by an active set (Lawson & Hanson): holdings enter one at a time where the variance falls fastest, and
 * leave when they would turn negative. At the end every holding has the same marginal variance, and every ticker left
 * out has a larger one: the Karush–Kuhn–Tucker conditions, so there is nothing better.
 *
 * - `covariance`, `returns`: and throws as {@link computeMinimumVarianceWeights}; each weight is ≥ 0
 *
 * @see Lawson & Hanson, "Solving Least Squares Problems", ch. 23, 1974
 */
export function computeLongOnlyMinimumVarianceWeights(covariance: SquareMatrix): Float64Array {
  requireCovariance(covariance)
  const { size, values } = covariance
  // Minimising ½·xᵀΣx − 1ᵀx over x ≥ 0 has the same solution up to scale, and no equality constraint.
  const x = new Float64Array(size)
  const isHeld = new Uint8Array(size)
  for (let entries = 0; entries < 3 * size + 10; entries++) {
    const entering = findEntering(values, size, x, isHeld)
    if (entering < 0) break
    isHeld[entering] = 1
    settle(values, size, x, isHeld)
  }
  return normalize(x)
}

/** The ticker left out whose entry lowers the variance fastest, or −1 when none lowers it. */
function findEntering(values: Float64Array, size: number, x: Float64Array, isHeld: Uint8Array): number {
  let best = -1
  let steepest = 1e-10
  for (let i = 0; i < size; i++) {
    if (isHeld[i]) continue
    let gradient = 1
    for (let j = 0; j < size; j++) gradient -= values[i * size + j]! * x[j]!
    if (gradient > steepest) {
      steepest = gradient
      best = i
    }
  }
  return best
}

/** Moves x to the best point of the held tickers, dropping those that would turn negative on the way. */
function settle(values: Float64Array, size: number, x: Float64Array, isHeld: Uint8Array): void {
  for (;;) {
    const held = Array.from({ length: size }, (_, i) => i).filter((i) => isHeld[i] === 1)
    const target = solveHeld(values, size, held)
    let step = 1
    for (let k = 0; k < held.length; k++) {
      const from = x[held[k]!]!
      if (target[k]! <= 0) step = Math.min(step, from / (from - target[k]!))
    }
    for (let k = 0; k < held.length; k++) {
      const i = held[k]!
      x[i] = x[i]! + step * (target[k]! - x[i]!)
    }
    if (step === 1) return
    for (let k = 0; k < held.length; k++) {
      const i = held[k]!
      if (target[k]! <= 0 && x[i]! <= 1e-12 * Math.abs(target[k]!)) {
        x[i] = 0
        isHeld[i] = 0
      }
    }
  }
}

function solveHeld(values: Float64Array, size: number, held: readonly number[]): Float64Array {
  const count = held.length
  const sub = new Float64Array(count * count)
  for (let a = 0; a < count; a++)
    for (let b = 0; b < count; b++) sub[a * count + b] = values[held[a]! * size + held[b]!]!
  return solveCholesky(factorCholesky('covariance', sub, count), count, new Float64Array(count).fill(1))
}

function normalize(x: Float64Array): Float64Array {
  const sum = x.reduce((total, value) => total + value, 0)
  return x.map((value) => value / sum)
}
