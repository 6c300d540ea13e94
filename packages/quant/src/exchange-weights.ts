// Tests: lower-risk-weights.test.ts

import type { WeightLimits } from './fit-weights.ts'
import { multiplyVector, type SquareMatrix } from './square-matrix.ts'

/** The function that is minimised: the variance, or that of equal contributions to risk,  ½·ln(wᵀΣw) − Σ ln(w_i)/n. */
export type ExchangeObjective = 'variance' | 'risk-parity'

export interface ExchangeInput {
  readonly covariance: SquareMatrix
  /** Weights that keep the limits, one per row. */
  readonly start: Float64Array
  /** Rows whose weights may change; for risk parity all, of which those of weight 0 stay. */
  readonly free: readonly number[]
  /** By place in `free`. */
  readonly limits: WeightLimits
}

const MAXIMUM_EXCHANGES = 200_000
/** Slope along an exchange at which it counts as none: of the steepest slope, and of that of a whole in logarithms. */
const CONVERGED = { variance: 1e-12, 'risk-parity': 1e-10 } as const
const BISECTIONS = 60

/**
 * Moves weight between two holdings at a time, always between those where it lowers the objective fastest, until no move
 * does. Limits of tickers and of disjoint groups leave a polymatroid, whose directions are all made of such exchanges:
 * when none helps, the minimum is reached. The variance is convex. The other objective has convex sets below any level, and
 * its slope is nowhere 0 but at the minimum.
 *
 * @see Fujishige, "Submodular Functions and Optimization", 2005, ch. 8 (exchanges suffice on a base polytope)
 */
export function exchangeWeights(
  objective: ExchangeObjective,
  { covariance, start, free, limits }: ExchangeInput,
): Float64Array {
  const { size, values } = covariance
  const weights = Float64Array.from(start)
  const products = multiplyVector(covariance, weights)
  const { groups, room } = numberGroups(limits)
  free.forEach((row, place) => {
    room[groups[place]!] = room[groups[place]!]! - weights[row]!
  })
  let count = 0
  let steepest = 0
  let variance = 0
  for (let row = 0; row < size; row++) variance += weights[row]! * products[row]!
  for (const row of free) {
    steepest = Math.max(steepest, Math.abs(products[row]!))
    if (weights[row]! > 0) count++
  }
  const slopes = objective === 'variance' ? products : new Float64Array(size)
  const settled = CONVERGED[objective] * (objective === 'variance' ? steepest : 1 / limits.total)
  for (let done = 0; done < MAXIMUM_EXCHANGES; done++) {
    if (objective === 'risk-parity') {
      for (const row of free) {
        const weight = weights[row]!
        slopes[row] = weight > 0 ? products[row]! / variance - 1 / (count * weight) : Number.POSITIVE_INFINITY
      }
    }
    const pair = findExchange({ weights, slopes, free, most: limits.most, groups, room })
    if (pair === null || pair.gain <= settled) break
    const { to, from } = pair
    const [up, down] = [free[to]!, free[from]!]
    const curvature = values[up * size + up]! + values[down * size + down]! - 2 * values[up * size + down]!
    const slope = products[up]! - products[down]!
    const [toGroup, fromGroup] = [groups[to]!, groups[from]!]
    const [gaining, losing] = [weights[up]!, weights[down]!]
    const most = Math.min(losing, limits.most - gaining, toGroup === fromGroup ? Infinity : room[toGroup]!)
    const step =
      objective === 'variance'
        ? Math.min(pair.gain / curvature, most)
        : findParityStep({ variance, slope, curvature, gaining, losing, count, most })
    if (step === 0) break
    weights[up] = gaining + step
    weights[down] = step === losing ? 0 : losing - step
    room[toGroup] = room[toGroup]! - step
    room[fromGroup] = room[fromGroup]! + step
    variance += 2 * step * slope + step * step * curvature
    for (let k = 0; k < size; k++) {
      products[k] = products[k]! + step * (values[k * size + up]! - values[k * size + down]!)
    }
  }
  return weights
}

/** The group of each place as a number, and the room of each group: without end for 0, which has no limit. */
function numberGroups({ groups, room }: WeightLimits): { groups: Int32Array; room: Float64Array } {
  const names = [...room.keys()]
  return {
    groups: Int32Array.from(groups, (name) => (name === null ? 0 : names.indexOf(name) + 1)),
    room: Float64Array.from([Infinity, ...room.values()]),
  }
}

interface ParityMove {
  readonly variance: number
  /** Half of the slope of the variance along the move, and half of its second derivative. */
  readonly slope: number
  readonly curvature: number
  readonly gaining: number
  readonly losing: number
  readonly count: number
  readonly most: number
}

/** Computes how much to move: to where the slope of the objective along the move is 0, or as far as the limits allow. */
function findParityStep({ variance, slope, curvature, gaining, losing, count, most }: ParityMove): number {
  const slopeAt = (step: number) =>
    (slope + step * curvature) / (variance + 2 * step * slope + step * step * curvature) -
    (1 / (gaining + step) - 1 / (losing - step)) / count
  if (most < losing && slopeAt(most) <= 0) return most
  let low = 0
  let high = most
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = (low + high) / 2
    if (slopeAt(middle) < 0) low = middle
    else high = middle
  }
  return low
}

interface Exchange {
  readonly to: number
  readonly from: number
  readonly gain: number
}

interface ExchangeState {
  readonly weights: Float64Array
  readonly slopes: Float64Array
  readonly free: readonly number[]
  readonly most: number
  readonly groups: Int32Array
  readonly room: Float64Array
}

/** Room below which a limit counts as reached. */
const NO_ROOM = 1e-15

/** The exchange that lowers the objective fastest: between any two where the group has room, or within a full group. */
function findExchange({ weights, slopes, free, most, groups, room }: ExchangeState): Exchange | null {
  const worstOf = new Int32Array(room.length).fill(-1)
  const bestOf = new Int32Array(room.length).fill(-1)
  const slopeOf = (place: number) => slopes[free[place]!]!
  for (let place = 0; place < free.length; place++) {
    const group = groups[place]!
    const weight = weights[free[place]!]!
    if (weight > 0 && (worstOf[group]! < 0 || slopeOf(place) > slopeOf(worstOf[group]!))) worstOf[group] = place
    if (weight >= most - NO_ROOM) continue
    if (bestOf[group]! < 0 || slopeOf(place) < slopeOf(bestOf[group]!)) bestOf[group] = place
  }
  let best: Exchange | null = null
  for (let group = 0; group < room.length; group++) {
    const to = bestOf[group]!
    if (to < 0) continue
    for (let other = 0; other < room.length; other++) {
      const from = worstOf[other]!
      if (from < 0 || from === to || (other !== group && room[group]! <= NO_ROOM)) continue
      const gain = slopeOf(from) - slopeOf(to)
      if (best === null || gain > best.gain) best = { to, from, gain }
    }
  }
  return best
}
