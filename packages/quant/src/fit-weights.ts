// Tests: lower-risk-weights.test.ts

import { QuantInputError, requireEqualLengths } from './errors.ts'

/** How much may lie in one ticker, and in all tickers of one group. */
export interface WeightLimits {
  /** Sum that the weights must have. */
  readonly total: number
  /** Most that any one weight may be. */
  readonly most: number
  /** The group (a sector) of each ticker; null for a ticker of no group. */
  readonly groups: readonly (string | null)[]
  /** Most that the tickers of a group may sum to; a group that is not named has no limit. */
  readonly room: ReadonlyMap<string, number>
}

/** Lets tickers that a method leaves out take what the others may not. */
const LEAST_TARGET = 1e-6
const MAXIMUM_SCALE = 1e15
const BISECTIONS = 200

/**
 * The weights nearest to the targets that keep the limits: those that fit are scaled by one common factor, those that
 * do not are cut at their limit. This is the projection by relative entropy, so that weights which may stay free keep
 * their proportions.
 *
 * @param targets ≥ 0, at least one above 0; their sum does not matter
 * @returns weights ≥ 0 that sum to `total`; all 0 for a total of 0
 * @throws QuantInputError when the limits leave too little room for the total
 */
export function fitWithinLimits(targets: ArrayLike<number>, limits: WeightLimits): Float64Array {
  requireEqualLengths('targets', targets, 'groups', limits.groups)
  const sum = Array.from(targets).reduce((total, target) => total + target, 0)
  const groups = listGroups(limits)
  const scaled = Float64Array.from(targets, (target) => (target / sum) * limits.total)
  if (keepsLimits(scaled, groups, limits.most)) return scaled
  const createFill = (least: number) => {
    const shares = Float64Array.from(targets, (target) => target / sum + least)
    return (scale: number) => fillGroups(shares, groups, scale, limits.most)
  }
  const hasRoom = (fillTo: (scale: number) => Float64Array) =>
    total(fillTo(MAXIMUM_SCALE)) >= limits.total * (1 - 1e-12)
  const fill = [createFill(0), createFill(LEAST_TARGET)].find(hasRoom)
  if (!fill) throw new QuantInputError('limits', null, 'The limits leave too little room for what has to be spread.')
  const scale = bisect((candidate) => total(fill(candidate)) >= limits.total)
  return normalizeTo(limits.total, fill(scale))
}

interface Group {
  readonly rows: readonly number[]
  readonly room: number
}

function listGroups({ groups, room }: WeightLimits): Group[] {
  const byName = new Map<string, number[]>()
  groups.forEach((name, row) => {
    const limited = name !== null && room.has(name) ? name : ''
    byName.set(limited, [...(byName.get(limited) ?? []), row])
  })
  return [...byName].map(([name, rows]) => ({ rows, room: room.get(name) ?? Number.POSITIVE_INFINITY }))
}

const keepsLimits = (weights: Float64Array, groups: readonly Group[], most: number) =>
  weights.every((weight) => weight <= most) &&
  groups.every(({ rows, room }) => rows.reduce((sum, row) => sum + weights[row]!, 0) <= room)

/** Every share times the scale, cut at the limit of one ticker; a group with too little room has a smaller scale. */
function fillGroups(shares: Float64Array, groups: readonly Group[], scale: number, most: number): Float64Array {
  const weights = new Float64Array(shares.length)
  for (const { rows, room } of groups) {
    const sumAt = (own: number) => rows.reduce((sum, row) => sum + Math.min(most, own * shares[row]!), 0)
    const own = sumAt(scale) <= room ? scale : bisect((candidate) => sumAt(candidate) >= room)
    for (const row of rows) weights[row] = Math.min(most, own * shares[row]!)
  }
  return weights
}

/** The scale at which a growing condition becomes true. */
function bisect(isReached: (scale: number) => boolean): number {
  let low = 0
  let high = MAXIMUM_SCALE
  for (let k = 0; k < BISECTIONS && high - low > high * 1e-16; k++) {
    // Scales differ by many powers of ten, so the middle is the geometric one once the lower end has left zero.
    const middle = low === 0 ? high / 1e3 : Math.sqrt(low * high)
    if (middle <= low || middle >= high) break
    if (isReached(middle)) high = middle
    else low = middle
    if (high < 1e-30) return 0
  }
  return high
}

const total = (weights: Float64Array) => weights.reduce((sum, weight) => sum + weight, 0)

/** Takes out what the bisection leaves of rounding. */
function normalizeTo(wanted: number, weights: Float64Array): Float64Array {
  const sum = total(weights)
  return sum === 0 ? weights : weights.map((weight) => (weight * wanted) / sum)
}
