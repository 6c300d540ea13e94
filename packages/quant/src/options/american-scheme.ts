// Tests: gauss-legendre.test.ts

import { computeGaussLegendre } from './gauss-legendre.ts'

/**
 * The part of the American pricing method that no option changes: where the exercise boundary is sampled, where the
 * integrals are, and the weights that carry one to the other. Computed once, shared by every price.
 */
export interface AmericanScheme {
  /** n: the boundary is known at n + 1 Chebyshev points in √τ, the last of them τ = 0. */
  readonly collocationCount: number
  /** √(τᵢ/T) of each point, from 1 down to 0. */
  readonly rootTimes: Float64Array
  /** Fixed-point iterations after the first guess. */
  readonly iterations: number
  /** Quadrature of the boundary equation. */
  readonly boundaryRule: AngularRule
  /** For point i and quadrature angle j, row i·l + j: weights of the n + 1 boundary values at time τᵢ·cos²θⱼ. */
  readonly boundaryInterpolation: Float64Array
  /** Quadrature of the early-exercise premium. */
  readonly premiumRule: AngularRule
  /** For quadrature angle j: weights of the n + 1 boundary values at time T·cos²θⱼ. */
  readonly premiumInterpolation: Float64Array
}

/**
 * A quadrature over times 0…τ in the angle θ of u = τ·cos²θ. Both √u, in which the boundary is smooth, and √(τ − u), in
 * which the normal arguments are, are then smooth in θ, so that few points suffice.
 */
export interface AngularRule {
  readonly count: number
  readonly sine: Float64Array
  readonly cosine: Float64Array
  /** Weight of dθ; the Jacobian du = 2τ·sinθ·cosθ·dθ is left to the integrand. */
  readonly weight: Float64Array
}

/** Builds the tables for n collocation intervals, l points per boundary integral, m iterations, p premium points. */
export function createAmericanScheme(n: number, l: number, m: number, p: number): AmericanScheme {
  const rootTimes = new Float64Array(n + 1)
  for (let i = 0; i <= n; i++) rootTimes[i] = i === n ? 0 : 0.5 * (1 + Math.cos((Math.PI * i) / n))
  const boundaryRule = createAngularRule(l)
  const premiumRule = createAngularRule(p)
  const boundaryInterpolation = new Float64Array(n * l * (n + 1))
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < l; j++) {
      const at = rootTimes[i]! * boundaryRule.cosine[j]!
      boundaryInterpolation.set(chebyshevWeights(rootTimes, at), (i * l + j) * (n + 1))
    }
  }
  const premiumInterpolation = new Float64Array(p * (n + 1))
  for (let j = 0; j < p; j++) {
    premiumInterpolation.set(chebyshevWeights(rootTimes, premiumRule.cosine[j]!), j * (n + 1))
  }
  return {
    collocationCount: n,
    rootTimes,
    iterations: m,
    boundaryRule,
    boundaryInterpolation,
    premiumRule,
    premiumInterpolation,
  }
}

function createAngularRule(count: number): AngularRule {
  const { nodes, weights } = computeGaussLegendre(count)
  const quarter = Math.PI / 4
  const angles = nodes.map((node) => quarter * (1 + node))
  return {
    count,
    sine: angles.map(Math.sin),
    cosine: angles.map(Math.cos),
    weight: weights.map((weight) => quarter * weight),
  }
}

/**
 * Weights wₖ with f(x) = Σ wₖ·f(xₖ) for the polynomial through Chebyshev points of the second kind.
 *
 * @see J.-P. Berrut & L. N. Trefethen, "Barycentric Lagrange interpolation", SIAM Review 46 (2004) 501–517
 */
function chebyshevWeights(points: Float64Array, x: number): Float64Array {
  const last = points.length - 1
  const weights = new Float64Array(points.length)
  let sum = 0
  for (let k = 0; k <= last; k++) {
    const distance = x - points[k]!
    if (distance === 0) {
      weights.fill(0)
      weights[k] = 1
      return weights
    }
    const barycentric = (k % 2 === 0 ? 1 : -1) * (k === 0 || k === last ? 0.5 : 1)
    weights[k] = barycentric / distance
    sum += weights[k]!
  }
  for (let k = 0; k <= last; k++) weights[k]! /= sum
  return weights
}
