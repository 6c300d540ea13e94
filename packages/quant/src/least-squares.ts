/** A vector of residuals whose sum of squares is to be made small. */
export interface LeastSquaresProblem {
  readonly residualCount: number
  /** Writes the residuals at the parameters into `residuals`. They must be finite near the start. */
  evaluate(parameters: Float64Array, residuals: Float64Array): void
}

/** Where a search ended. */
export interface LeastSquaresResult {
  readonly parameters: Float64Array
  /** Sum of the squared residuals there. */
  readonly cost: number
  readonly iterations: number
}

const MOST_ITERATIONS = 60
const DIFFERENCE = 1e-7
const HIGHEST_DAMPING = 1e10

/**
 * Least squares by Levenberg and Marquardt's method: Gauss–Newton steps, damped until they help, with derivatives by
 * forward differences. It finds the minimum nearest the start, and never ends above it.
 *
 * @param start parameters of about the size of 1; they are not changed
 * @param tolerance the search stops at a step that lowers the cost by no more than this
 * @see Marquardt (1963), An Algorithm for Least-Squares Estimation of Nonlinear Parameters, SIAM J. 11(2)
 */
export function minimizeLeastSquares(
  problem: LeastSquaresProblem,
  start: ArrayLike<number>,
  tolerance: number,
): LeastSquaresResult {
  const size = start.length
  const { residualCount: count } = problem
  let parameters = Float64Array.from(start)
  let residuals = new Float64Array(count)
  let [trial, trialResiduals] = [new Float64Array(size), new Float64Array(count)]
  const jacobian = new Float64Array(count * size)
  const normal = new Float64Array(size * size)
  const gradient = new Float64Array(size)
  const step = new Float64Array(size)
  problem.evaluate(parameters, residuals)
  let cost = sumOfSquares(residuals)
  let damping = 1e-3
  let iterations = 0
  while (iterations < MOST_ITERATIONS && damping < HIGHEST_DAMPING) {
    iterations++
    differentiate(problem, { parameters, residuals, trial, trialResiduals, jacobian })
    accumulate(jacobian, residuals, normal, gradient)
    let gain = 0
    for (; damping < HIGHEST_DAMPING; damping *= 8) {
      if (!solveDamped(normal, gradient, damping, step)) continue
      for (let j = 0; j < size; j++) trial[j] = parameters[j]! - step[j]!
      problem.evaluate(trial, trialResiduals)
      const trialCost = sumOfSquares(trialResiduals)
      if (!(trialCost < cost)) continue
      gain = cost - trialCost
      cost = trialCost
      ;[parameters, trial] = [trial, parameters]
      ;[residuals, trialResiduals] = [trialResiduals, residuals]
      damping = Math.max(1e-12, damping / 5)
      break
    }
    if (gain <= tolerance) break
  }
  return { parameters, cost, iterations }
}

function sumOfSquares(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value * value
  return sum
}

interface Derivation {
  readonly parameters: Float64Array
  readonly residuals: Float64Array
  readonly trial: Float64Array
  readonly trialResiduals: Float64Array
  readonly jacobian: Float64Array
}

function differentiate(
  problem: LeastSquaresProblem,
  { parameters, residuals, trial, trialResiduals, jacobian }: Derivation,
): void {
  const [size, count] = [parameters.length, residuals.length]
  for (let j = 0; j < size; j++) {
    trial.set(parameters)
    const step = DIFFERENCE * Math.max(1, Math.abs(parameters[j]!))
    trial[j] = parameters[j]! + step
    problem.evaluate(trial, trialResiduals)
    for (let i = 0; i < count; i++) jacobian[i * size + j] = (trialResiduals[i]! - residuals[i]!) / step
  }
}

/** JᵀJ and Jᵀr. */
function accumulate(jacobian: Float64Array, residuals: Float64Array, normal: Float64Array, gradient: Float64Array) {
  const size = gradient.length
  normal.fill(0)
  gradient.fill(0)
  for (let i = 0; i < residuals.length; i++) {
    const residual = residuals[i]!
    for (let j = 0; j < size; j++) {
      const derivative = jacobian[i * size + j]!
      if (derivative === 0) continue
      gradient[j]! += derivative * residual
      for (let k = 0; k <= j; k++) normal[j * size + k]! += derivative * jacobian[i * size + k]!
    }
  }
}

/** Solves (JᵀJ + λ·diag) x = Jᵀr by Cholesky; false when the matrix is not positive definite. */
function solveDamped(normal: Float64Array, gradient: Float64Array, damping: number, into: Float64Array): boolean {
  const size = gradient.length
  const lower = Float64Array.from(normal)
  for (let j = 0; j < size; j++) lower[j * size + j]! += damping * (normal[j * size + j]! + 1e-9)
  for (let j = 0; j < size; j++) {
    for (let k = 0; k <= j; k++) {
      let sum = lower[j * size + k]!
      for (let i = 0; i < k; i++) sum -= lower[j * size + i]! * lower[k * size + i]!
      if (j > k) lower[j * size + k] = sum / lower[k * size + k]!
      else if (sum > 0) lower[j * size + j] = Math.sqrt(sum)
      else return false
    }
  }
  for (let j = 0; j < size; j++) {
    let sum = gradient[j]!
    for (let i = 0; i < j; i++) sum -= lower[j * size + i]! * into[i]!
    into[j] = sum / lower[j * size + j]!
  }
  for (let j = size - 1; j >= 0; j--) {
    let sum = into[j]!
    for (let i = j + 1; i < size; i++) sum -= lower[i * size + j]! * into[i]!
    into[j] = sum / lower[j * size + j]!
  }
  return true
}
