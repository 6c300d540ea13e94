import { inputErrors } from '../errors.ts'

/** Nodes and weights of a quadrature rule. */
export interface Quadrature {
  readonly nodes: Float64Array
  readonly weights: Float64Array
}

/**
 * Gauss–Legendre quadrature on [−1, 1]: ∫ f ≈ Σ wᵢ·f(xᵢ), exact for polynomials up to degree 2n − 1.
 *
 * The nodes are the roots of the Legendre polynomial Pₙ, found by Newton's method from the usual cosine guess.
 *
 * @param count n, the number of nodes, an integer from 1 to 1000
 * @returns nodes in ascending order and their weights, which sum to 2
 * @throws QuantInputError when count is not such an integer
 * @see Abramowitz & Stegun, Handbook of Mathematical Functions, 25.4.29
 */
export function computeGaussLegendre(count: number): Quadrature {
  if (!(Number.isInteger(count) && count >= 1 && count <= 1000)) {
    throw inputErrors.badNumber('count', null, count, 'an integer from 1 to 1000')
  }
  const nodes = new Float64Array(count)
  const weights = new Float64Array(count)
  for (let i = 0; i < Math.ceil(count / 2); i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5))
    let slope = 0
    for (let step = 0; step < 20; step++) {
      const { value, derivative } = evaluateLegendre(count, x)
      slope = derivative
      const change = value / derivative
      x -= change
      if (Math.abs(change) < 1e-15) break
    }
    slope = evaluateLegendre(count, x).derivative
    const isMiddle = 2 * i + 1 === count
    const node = isMiddle ? 0 : x
    const weight = 2 / ((1 - node * node) * slope * slope)
    nodes[i] = -node
    nodes[count - 1 - i] = node
    weights[i] = weight
    weights[count - 1 - i] = weight
  }
  return { nodes, weights }
}

function evaluateLegendre(n: number, x: number): { value: number; derivative: number } {
  let previous = 1
  let value = x
  for (let k = 2; k <= n; k++) {
    const next = ((2 * k - 1) * x * value - (k - 1) * previous) / k
    previous = value
    value = next
  }
  return { value, derivative: (n * (x * value - previous)) / (x * x - 1) }
}
