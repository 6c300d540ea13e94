import { inputErrors } from '../errors.ts'
import { normalCdf } from './normal-distribution.ts'
import {
  requireFiniteNumber,
  requireNonNegativeNumber,
  requirePositiveNumber,
  requirePositiveVolatility,
  requireRate,
  requireYears,
} from './option-contract.ts'

/** Implied volatility of one strike of one expiry, with the weight that it has in a fit (its vega). */
export interface SmilePoint {
  readonly strike: number
  readonly volatility: number
  readonly weight: number
}

/**
 * A smile in standardised moneyness z = ln(K/F)/(σ_ATM·√T), as a shape over the at-the-money volatility:
 *
 *     σ(K) = σ_ATM·g(z),  g(z) = 1 + a·z + b·z², between 0.6 and 2.2, constant beyond |z| = 2.5
 *
 * In these terms a smile keeps its shape when the market moves, which is what shocks to a hedge assume.
 */
export interface VolatilitySmile {
  readonly forward: number
  readonly years: number
  /** Volatility at the forward. */
  readonly atmVolatility: number
  /** a, negative when puts are dearer than calls. */
  readonly slope: number
  /** b. */
  readonly curvature: number
  /** How many points were fitted; 0 when there were fewer than five and the smile is flat. */
  readonly pointCount: number
}

const WIDEST_Z = 2.5
const LOWEST_SHAPE = 0.6
const HIGHEST_SHAPE = 2.2
const MINIMUM_POINTS = 5
/** A strike further from the forward than this says nothing of the middle, unless there is one on the other side too. */
const FURTHEST_Z = 1

/**
 * Volatility at the forward: total variance σ²T interpolated linearly in ln K between the two strikes around it; the
 * nearest strike's volatility when the forward lies outside them all.
 *
 * @returns null when there is no point
 */
export function computeAtmVolatility(points: readonly SmilePoint[], forward: number): number | null {
  requirePositiveNumber('forward', forward)
  requirePoints(points)
  const sorted = [...points].sort((a, b) => a.strike - b.strike)
  const upper = sorted.findIndex((point) => point.strike >= forward)
  const above = sorted[upper]
  const below = upper > 0 ? sorted[upper - 1] : undefined
  if (above === undefined) return sorted.at(-1)?.volatility ?? null
  if (below === undefined) return above.volatility
  const share = Math.log(forward / below.strike) / Math.log(above.strike / below.strike)
  return Math.sqrt((1 - share) * below.volatility ** 2 + share * above.volatility ** 2)
}

/**
 * Fits the smile of one expiry by weighted least squares, with g(0) = 1 held.
 *
 * @param points clean out-of-the-money quotes; those beyond |z| = 2.5 are left out; fewer than five give a flat smile
 * @param expiry forward and years, > 0
 * @returns null when there is no point at all, and when all lie on one side of the forward, more than one standard
 *          deviation away: a single deep in-the-money quote must not pass for the volatility at the money
 * @throws QuantInputError naming what is not a positive finite number
 */
export function fitVolatilitySmile(
  points: readonly SmilePoint[],
  expiry: { readonly forward: number; readonly years: number },
): VolatilitySmile | null {
  const { forward, years } = expiry
  requirePositiveNumber('forward', forward)
  requirePositiveNumber('years', years)
  requireYears('years', years)
  const atmVolatility = computeAtmVolatility(points, forward)
  if (atmVolatility === null || isOutOfReach(points, forward, atmVolatility * Math.sqrt(years))) return null
  const flat = { forward, years, atmVolatility, slope: 0, curvature: 0, pointCount: 0 }
  let [zz, zzz, zzzz, zy, zzy, count] = [0, 0, 0, 0, 0, 0]
  for (const { strike, volatility, weight } of points) {
    const z = Math.log(strike / forward) / (atmVolatility * Math.sqrt(years))
    if (Math.abs(z) > WIDEST_Z) continue
    const y = volatility / atmVolatility - 1
    zz += weight * z ** 2
    zzz += weight * z ** 3
    zzzz += weight * z ** 4
    zy += weight * z * y
    zzy += weight * z * z * y
    count++
  }
  const determinant = zz * zzzz - zzz * zzz
  if (count < MINIMUM_POINTS || !(determinant > 1e-12 * zz * zzzz)) return flat
  const slope = (zy * zzzz - zzy * zzz) / determinant
  const curvature = (zzy * zz - zy * zzz) / determinant
  return { ...flat, slope, curvature, pointCount: count }
}

function isOutOfReach(points: readonly SmilePoint[], forward: number, deviation: number): boolean {
  const distances = points.map(({ strike }) => Math.log(strike / forward) / deviation)
  return Math.min(...distances) > FURTHEST_Z || Math.max(...distances) < -FURTHEST_Z
}

function requirePoints(points: readonly SmilePoint[]): void {
  for (const [i, point] of points.entries()) {
    requirePositiveNumber(`points[${i}].strike`, point.strike)
    requirePositiveVolatility(`points[${i}].volatility`, point.volatility)
    requireNonNegativeNumber(`points[${i}].weight`, point.weight)
  }
}

/** Throws a QuantInputError naming the part of a smile that is not a possible number. */
export function requireSmile(smile: VolatilitySmile): void {
  requirePositiveNumber('smile.forward', smile.forward)
  requirePositiveNumber('smile.years', smile.years)
  requireYears('smile.years', smile.years)
  requirePositiveVolatility('smile.atmVolatility', smile.atmVolatility)
  requireFiniteNumber('smile.slope', smile.slope)
  requireFiniteNumber('smile.curvature', smile.curvature)
}

/** The shape g(z): volatility over at-the-money volatility at standardised moneyness z. */
export function computeSmileShape(smile: Pick<VolatilitySmile, 'slope' | 'curvature'>, z: number): number {
  requireFiniteNumber('slope', smile.slope)
  requireFiniteNumber('curvature', smile.curvature)
  if (Number.isNaN(z)) throw inputErrors.badNumber('z', null, z, 'a number')
  const inside = Math.min(WIDEST_Z, Math.max(-WIDEST_Z, z))
  const shape = 1 + smile.slope * inside + smile.curvature * inside * inside
  return Math.min(HIGHEST_SHAPE, Math.max(LOWEST_SHAPE, shape))
}

/** Volatility that the smile gives a strike, > 0. */
export function computeSmileVolatility(smile: VolatilitySmile, strike: number): number {
  requireSmile(smile)
  requirePositiveNumber('strike', strike)
  const z = Math.log(strike / smile.forward) / (smile.atmVolatility * Math.sqrt(smile.years))
  return smile.atmVolatility * computeSmileShape(smile, z)
}

/** Volatilities of the calls and puts whose delta is ±0.25, and what they say of the smile. All fractions. */
export interface DeltaSkew {
  readonly callVolatility: number
  readonly putVolatility: number
  /** Call less put: negative where crashes are feared. */
  readonly riskReversal: number
  /** Put less at-the-money. */
  readonly putSkew: number
  /** Mean of both less at-the-money: how much the wings cost. */
  readonly butterfly: number
}

/**
 * The 25-delta figures of a smile, in spot delta e^{−qT}·Φ(±d₁).
 *
 * @param dividendYield annual, continuous
 * @param delta magnitude, in (0, 0.5]; 0.25 when left out
 */
export function computeDeltaSkew(smile: VolatilitySmile, dividendYield: number, delta = 0.25): DeltaSkew {
  requireSmile(smile)
  requireRate('dividendYield', dividendYield)
  if (!(delta > 0 && delta <= 0.5)) throw inputErrors.badNumber('delta', null, delta, 'a delta above 0 and up to 0.5')
  const discount = Math.exp(-dividendYield * smile.years)
  const callVolatility = findDeltaVolatility(smile, Math.min(0.999, delta / discount), 1)
  const putVolatility = findDeltaVolatility(smile, Math.min(0.999, delta / discount), -1)
  return {
    callVolatility,
    putVolatility,
    riskReversal: callVolatility - putVolatility,
    putSkew: putVolatility - smile.atmVolatility,
    butterfly: 0.5 * (callVolatility + putVolatility) - smile.atmVolatility,
  }
}

/** Volatility at the strike where Φ(s·d₁) is the target, by bisection in z: |Φ(s·d₁)| falls steadily outwards. */
function findDeltaVolatility(smile: VolatilitySmile, target: number, sign: 1 | -1): number {
  const unit = smile.atmVolatility * Math.sqrt(smile.years)
  const reach = 10 + 6 * unit
  let near = -sign * reach
  let far = sign * reach
  for (let step = 0; step < 80; step++) {
    const z = 0.5 * (near + far)
    const deviation = unit * computeSmileShape(smile, z)
    const d1 = (-z * unit) / deviation + 0.5 * deviation
    if (normalCdf(sign * d1) > target) near = z
    else far = z
  }
  return smile.atmVolatility * computeSmileShape(smile, 0.5 * (near + far))
}
