import { computeEqualRiskContributionWeights } from './equal-risk-contribution.ts'
import { requireEqualLengths } from './errors.ts'
import { fitWithinLimits, type WeightLimits } from './fit-weights.ts'
import { computeHierarchicalRiskParity } from './hierarchical-risk-parity.ts'
import { computeLongOnlyMinimumVarianceWeights } from './minimum-variance.ts'
import { multiplyVector, requireCovariance, type SquareMatrix } from './square-matrix.ts'

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
 * - `equal-risk-contribution`, `hierarchical-risk-parity`: the method's weights among the holdings that may change; a
 *   weight above a limit is cut, and the others grow in proportion
 *
 * @returns one weight per row; their sum is that of today
 * @throws QuantInputError when lengths differ, the matrix is no covariance, or the limits leave too little room
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
  free.forEach((row, place) => {
    weights[row] = fitted[place]!
  })
  return method === 'minimum-variance' ? minimizeVariance(covariance, weights, free, limits) : weights
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

const MAXIMUM_EXCHANGES = 200_000
const CONVERGED = 1e-12

/**
 * Moves weight between two holdings at a time, always between those where it lowers the variance fastest, until no move
 * does. Limits of tickers and of disjoint groups leave a polymatroid, whose directions are all made of such exchanges:
 * when none helps, the convex minimum is reached.
 *
 * @see Fujishige, "Submodular Functions and Optimization", 2005, ch. 8 (exchanges suffice on a base polytope)
 */
function minimizeVariance(
  covariance: SquareMatrix,
  start: Float64Array,
  free: readonly number[],
  limits: WeightLimits,
): Float64Array {
  const { size, values } = covariance
  const weights = Float64Array.from(start)
  const gradient = multiplyVector(covariance, weights)
  const filled = new Map<string, number>()
  const groupOf = (place: number) => {
    const name = limits.groups[place] ?? null
    return name !== null && limits.room.has(name) ? name : null
  }
  free.forEach((row, place) => {
    const name = groupOf(place)
    if (name !== null) filled.set(name, (filled.get(name) ?? 0) + weights[row]!)
  })
  const scale = free.reduce((most, row) => Math.max(most, Math.abs(gradient[row]!)), 0)
  const leftIn = (name: string | null) =>
    name === null ? Number.POSITIVE_INFINITY : limits.room.get(name)! - (filled.get(name) ?? 0)
  for (let done = 0; done < MAXIMUM_EXCHANGES; done++) {
    const pair = findExchange({ weights, gradient, free, most: limits.most, groupOf, leftIn })
    if (pair === null || pair.gain <= CONVERGED * scale) break
    const { to, from } = pair
    const [up, down] = [free[to]!, free[from]!]
    const curvature = values[up * size + up]! + values[down * size + down]! - 2 * values[up * size + down]!
    const [toGroup, fromGroup] = [groupOf(to), groupOf(from)]
    const step = Math.min(
      pair.gain / curvature,
      weights[down]!,
      limits.most - weights[up]!,
      toGroup === fromGroup ? Number.POSITIVE_INFINITY : leftIn(toGroup),
    )
    weights[up] = weights[up]! + step
    weights[down] = step === weights[down]! ? 0 : weights[down]! - step
    if (toGroup !== null) filled.set(toGroup, filled.get(toGroup)! + step)
    if (fromGroup !== null) filled.set(fromGroup, filled.get(fromGroup)! - step)
    for (let k = 0; k < size; k++) {
      gradient[k] = gradient[k]! + step * (values[k * size + up]! - values[k * size + down]!)
    }
  }
  return weights
}

interface Exchange {
  readonly to: number
  readonly from: number
  readonly gain: number
}

interface ExchangeState {
  readonly weights: Float64Array
  readonly gradient: Float64Array
  readonly free: readonly number[]
  readonly most: number
  readonly groupOf: (place: number) => string | null
  readonly leftIn: (group: string | null) => number
}

/** Room below which a limit counts as reached. */
const NO_ROOM = 1e-15

/** The exchange that lowers the variance fastest: between any two where the group has room, or within a full group. */
function findExchange(state: ExchangeState): Exchange | null {
  const { weights, gradient, free, most, groupOf, leftIn } = state
  let best: Exchange | null = null
  const worstOf = new Map<string | null, number>()
  const bestOf = new Map<string | null, number>()
  let worst = -1
  let receiver = -1
  free.forEach((row, place) => {
    const group = groupOf(place)
    const slope = gradient[row]!
    if (weights[row]! > 0) {
      if (worst < 0 || slope > gradient[free[worst]!]!) worst = place
      const known = worstOf.get(group)
      if (known === undefined || slope > gradient[free[known]!]!) worstOf.set(group, place)
    }
    if (weights[row]! >= most - NO_ROOM) return
    const known = bestOf.get(group)
    if (known === undefined || slope < gradient[free[known]!]!) bestOf.set(group, place)
    if (leftIn(group) > NO_ROOM && (receiver < 0 || slope < gradient[free[receiver]!]!)) receiver = place
  })
  const consider = (to: number | undefined, from: number | undefined) => {
    if (to === undefined || from === undefined || to < 0 || from < 0 || to === from) return
    const gain = gradient[free[from]!]! - gradient[free[to]!]!
    if (best === null || gain > best.gain) best = { to, from, gain }
  }
  consider(receiver, worst)
  for (const [group, to] of bestOf) consider(to, worstOf.get(group))
  return best
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
