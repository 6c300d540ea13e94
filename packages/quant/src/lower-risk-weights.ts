import { computeEqualRiskContributionWeights } from './equal-risk-contribution.ts'
import { requireEqualLengths } from './errors.ts'
import { exchangeWeights } from './exchange-weights.ts'
import { fitWithinLimits, type WeightLimits } from './fit-weights.ts'
import { computeHierarchicalRiskParity } from './hierarchical-risk-parity.ts'
import { computeLongOnlyMinimumVarianceWeights } from './minimum-variance.ts'
import { requireCovariance, type SquareMatrix } from './square-matrix.ts'

/** The ways to spread money over the same holdings with less risk. */
export const LOWER_RISK_METHODS = ['equal-risk-contribution', 'hierarchical-risk-parity', 'minimum-variance'] as const
/** One of {@link LOWER_RISK_METHODS}. */
export type LowerRiskMethod = (typeof LOWER_RISK_METHODS)[number]

/** Positions, those of them that may change, and how far. One entry per row of the covariance. */
export interface LowerRiskInput {
  /** Positive definite: shrink it first (`shrinkLedoitWolf`). */
  readonly covariance: SquareMatrix
  /** Weights of today; those that may change are positive. */
  readonly weights: ArrayLike<number>
  /** True for a holding whose weight stays as it is. */
  readonly isFixed: readonly boolean[]
  /** Most that a holding which may change can weigh; 1 for no limit. */
  readonly mostWeight?: number
  /** The group (a sector) of each holding; null for one of no group. */
  readonly groups?: readonly (string | null)[]
  /** Most that a group can weigh, its fixed holdings included; 1 for no limit. */
  readonly mostGroupWeight?: number
}

/**
 * Weights with less risk for the same holdings: what may change is spread by a method, what is fixed stays.
 *
 * - `minimum-variance`: the exact minimum of the variance of everything, fixed holdings included, within the limits
 * - `equal-risk-contribution`: the exact minimum of  ½·ln(wᵀΣw) − Σ ln(w_i)/n  of the n holdings that may change, within
 *   the limits. Without limits all contribute the same risk
 * - `hierarchical-risk-parity`: the method's weights among the holdings that may change; it minimises nothing, so a weight
 *   above a limit is cut, and the others grow in proportion
 *
 * @returns one weight per row; their sum is that of today
 * @throws QuantInputError when lengths differ, the matrix is no covariance, or the limits leave too little room
 * @see Richard & Roncalli, "Constrained risk budgeting portfolios", 2019: the limits scaled with the weights, as in skfolio
 */
export function computeLowerRiskWeights(input: LowerRiskInput, method: LowerRiskMethod): Float64Array {
  const { covariance, isFixed } = input
  requireCovariance(covariance)
  requireEqualLengths('weights', input.weights, 'isFixed', isFixed)
  const weights = Float64Array.from(input.weights)
  const free = isFixed.flatMap((fixed, row) => (fixed ? [] : [row]))
  if (free.length === 0) return weights
  const limits = toLimits(input, weights, free)
  const among = free.length === isFixed.length ? covariance : pickSquare(covariance, free)
  const fitted = fitWithinLimits(computeTargets(among, method), limits)
  const spread =
    method === 'equal-risk-contribution'
      ? exchangeWeights('risk-parity', {
          covariance: among,
          start: fitted,
          free: free.map((_, place) => place),
          limits,
        })
      : fitted
  free.forEach((row, place) => {
    weights[row] = spread[place]!
  })
  return method === 'minimum-variance'
    ? exchangeWeights('variance', { covariance, start: weights, free, limits })
    : weights
}

function computeTargets(covariance: SquareMatrix, method: LowerRiskMethod): Float64Array {
  if (method === 'equal-risk-contribution') return computeEqualRiskContributionWeights(covariance)
  if (method === 'hierarchical-risk-parity') return computeHierarchicalRiskParity(covariance).weights
  return computeLongOnlyMinimumVarianceWeights(covariance)
}

function toLimits(input: LowerRiskInput, weights: Float64Array, free: readonly number[]): WeightLimits {
  const { isFixed, groups = isFixed.map(() => null), mostWeight = 1, mostGroupWeight = 1 } = input
  requireEqualLengths('isFixed', isFixed, 'groups', groups)
  const room = new Map<string, number>()
  if (mostGroupWeight < 1) {
    for (const name of groups) if (name !== null) room.set(name, mostGroupWeight)
    isFixed.forEach((fixed, row) => {
      const name = groups[row] ?? null
      if (fixed && name !== null) room.set(name, Math.max(0, room.get(name)! - Math.max(0, weights[row]!)))
    })
  }
  return {
    total: free.reduce((sum, row) => sum + weights[row]!, 0),
    most: mostWeight < 1 ? mostWeight : Number.POSITIVE_INFINITY,
    groups: free.map((row) => groups[row] ?? null),
    room,
  }
}

function pickSquare({ tickers, size, values }: SquareMatrix, rows: readonly number[]): SquareMatrix {
  const picked = new Float64Array(rows.length * rows.length)
  rows.forEach((row, a) => {
    rows.forEach((column, b) => {
      picked[a * rows.length + b] = values[row * size + column]!
    })
  })
  return { tickers: rows.map((row) => tickers[row] ?? ''), size: rows.length, values: picked }
}
