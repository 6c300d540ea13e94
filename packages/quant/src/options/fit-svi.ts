import { minimizeLeastSquares } from '../least-squares.ts'
import { type FitExpiry, fitSsviShape, type SsviShape, TOLERANCE, toSsviSlice } from './ssvi.ts'
import { evaluateDurrleman, evaluateSvi, STEEPEST_WING, type SviSlice } from './svi.ts'

/** Fewer strikes do not tell the five parameters of a slice apart. */
const MINIMUM_STRIKES = 8
/** Penalties in half-spreads, raised until the conditions hold. */
const PENALTIES = [30, 1e3, 3e4, 1e6]
/** How much the conditions are overfulfilled where they are penalised, so that they hold in between, too. */
const MARGIN = { density: 2e-3, variance: 1e-4, wing: 0.02 } as const
/** Half-spreads that a parameter costs per unit that it leaves the surface of all expiries, where quotes leave it open. */
const PULL = 0.01
const CHECK_STEP = 0.0025
/** Calendar spreads are looked at a quarter further out than any expiry is quoted. */
const BEYOND = 1.25
/** Butterflies are looked at so many standard deviations around the forward; beyond, the wings are straight. */
const REACH = 12

/** The slices on either side in time, and where all expiries are quoted: there total variance may not fall with time. */
interface Neighbours {
  readonly earlier: SviSlice | null
  readonly later: SviSlice | null
  readonly lowest: number
  readonly highest: number
}

/**
 * One raw SVI slice per expiry, nearest the quotes in half-spreads among those without arbitrage:
 *
 * - no butterfly: Durrleman's function is nowhere negative, and no wing is steeper than Lee's bound;
 * - no calendar spread: total variance does not fall from one expiry to the next wherever any expiry is quoted, and a
 *   quarter further out.
 *
 * Each expiry with eight strikes is fitted alone, then once more above its predecessor and, where it can, below the
 * successor, so that of two slices that cross the one yields that is not quoted there. An expiry with fewer strikes
 * takes its place between its neighbours as a slice of the SSVI surface of all expiries.
 *
 * @param expiries by time, each with a point at least
 * @returns slices in the same order
 */
export function fitSviSurface(expiries: readonly FitExpiry[]): SviSlice[] {
  const shape = fitSsviShape(expiries)
  const ks = expiries.flatMap(({ points }) => points.map(({ k }) => k))
  const range = { lowest: BEYOND * Math.min(0, ...ks), highest: BEYOND * Math.max(0, ...ks) }
  const isFitted = expiries.map(({ points }) => points.length >= MINIMUM_STRIKES)
  const alone = expiries.map((expiry, i) =>
    isFitted[i] ? searchSlice(expiry, shape, { earlier: null, later: null, ...range }) : null,
  )
  const slices = [...alone]
  const fitAll = (which: boolean) => {
    for (const [i, expiry] of expiries.entries()) {
      if (isFitted[i] !== which) continue
      const earlier = slices.findLast((slice, j) => j < i && slice !== null) ?? null
      const later = slices.find((slice, j) => j > i && slice !== null) ?? null
      const neighbours = { earlier, later, ...range }
      if (slices[i] && isFree(slices[i], toUnit(expiry), neighbours)) continue
      slices[i] = which ? searchSlice(expiry, shape, neighbours) : placeSlice(expiry, shape, neighbours)
    }
  }
  fitAll(true)
  fitAll(false)
  return slices.map((slice) => slice!)
}

/** The slice nearest the quotes that is free of arbitrage, above the one before it. */
function searchSlice(expiry: FitExpiry, shape: SsviShape, neighbours: Neighbours): SviSlice {
  const unit = toUnit(expiry)
  const scale = toScale(unit)
  const start = scale.toParameters(toSsviSlice(shape, unit * unit))
  let parameters = start
  for (const penalty of PENALTIES) {
    const penalties = { floor: penalty, ceiling: PENALTIES[0]! }
    const problem = createProblem(expiry, { start, toSlice: scale.toSlice }, neighbours, penalties)
    parameters = minimizeLeastSquares(problem, parameters, TOLERANCE * expiry.points.length).parameters
    const slice = scale.toSlice(parameters)
    if (isFree(slice, unit, { ...neighbours, later: null })) return slice
  }
  return liftSlice(unit, shape, neighbours)
}

/** The slice of the surface at the money, lifted until it lies above the one before it: of last resort. */
function liftSlice(unit: number, shape: SsviShape, neighbours: Neighbours): SviSlice {
  let theta = unit * unit
  while (!isFree(toSsviSlice(shape, theta), unit, { ...neighbours, later: null })) theta *= 1.02
  return toSsviSlice(shape, theta)
}

/** The slice of the surface nearest a few quotes that lies between its neighbours; else the nearer of the two. */
function placeSlice(expiry: FitExpiry, shape: SsviShape, neighbours: Neighbours): SviSlice {
  const unit = toUnit(expiry)
  const toSlice = (parameters: ArrayLike<number>) => toSsviSlice(shape, unit * unit * Math.exp(parameters[0] ?? 0))
  const start: Float64Array = new Float64Array(1)
  let parameters = start
  for (const penalty of PENALTIES) {
    const penalties = { floor: penalty, ceiling: penalty }
    const problem = createProblem(expiry, { start, toSlice }, neighbours, penalties)
    parameters = minimizeLeastSquares(problem, parameters, TOLERANCE * expiry.points.length).parameters
    if (isFree(toSlice(parameters), unit, neighbours)) return toSlice(parameters)
  }
  const distance = (slice: SviSlice) => Math.abs(Math.log(evaluateSvi(slice, 0) / (unit * unit)))
  const { earlier, later } = neighbours
  if (earlier === null || later === null) return earlier ?? later ?? liftSlice(unit, shape, neighbours)
  return distance(earlier) < distance(later) ? earlier : later
}

/** One standard deviation of ln(K/F) at expiry. */
const toUnit = ({ atmVolatility, years }: FitExpiry) => atmVolatility * Math.sqrt(years)

/** Slices among which one is sought, as functions of numbers without bounds. */
interface Family {
  readonly start: Float64Array
  toSlice(parameters: ArrayLike<number>): SviSlice
}

/** Differences from the quotes in half-spreads, and how far the conditions are from being kept. */
function createProblem(
  expiry: FitExpiry,
  { start, toSlice }: Family,
  { earlier, later, lowest, highest }: Neighbours,
  penalties: { readonly floor: number; readonly ceiling: number },
) {
  const { years, points } = expiry
  const densityGrid = createDensityGrid(toUnit(expiry), 30)
  const timeGrid = Float64Array.from({ length: 61 }, (_, i) => lowest + ((highest - lowest) * i) / 60)
  const floor = earlier === null ? [] : timeGrid.map((k) => evaluateSvi(earlier, k) * (1 + MARGIN.variance))
  const ceiling = later === null ? [] : timeGrid.map((k) => evaluateSvi(later, k) * (1 - MARGIN.variance))
  return {
    residualCount: start.length + points.length + densityGrid.length + 1 + floor.length + ceiling.length,
    evaluate(parameters: Float64Array, residuals: Float64Array) {
      const slice = toSlice(parameters)
      let i = 0
      // By index: iterators would take longer than what is computed.
      for (let j = 0; j < start.length; j++) residuals[i++] = PULL * (parameters[j]! - start[j]!)
      for (let j = 0; j < points.length; j++) {
        const { k, volatility, halfSpread } = points[j]!
        residuals[i++] = (Math.sqrt(evaluateSvi(slice, k) / years) - volatility) / halfSpread
      }
      for (let j = 0; j < densityGrid.length; j++) {
        const missing = MARGIN.density - evaluateDurrleman(slice, densityGrid[j]!)
        residuals[i++] = penalties.floor * Math.max(0, missing)
      }
      const steepest = slice.b * (1 + Math.abs(slice.rho))
      residuals[i++] = penalties.floor * Math.max(0, steepest - STEEPEST_WING + MARGIN.wing)
      for (let j = 0; j < floor.length; j++) {
        residuals[i++] = penalties.floor * Math.max(0, floor[j]! / evaluateSvi(slice, timeGrid[j]!) - 1)
      }
      for (let j = 0; j < ceiling.length; j++) {
        residuals[i++] = penalties.ceiling * Math.max(0, evaluateSvi(slice, timeGrid[j]!) / ceiling[j]! - 1)
      }
    },
  }
}

/** k from −12 to 12 standard deviations, dense around the forward. */
function createDensityGrid(unit: number, half: number): Float64Array {
  const scale = (unit * REACH) / Math.sinh(3)
  return Float64Array.from({ length: 2 * half + 1 }, (_, i) => scale * Math.sinh((3 * (i - half)) / half))
}

function isFree(slice: SviSlice, unit: number, { earlier, later, lowest, highest }: Neighbours): boolean {
  if (slice.b * (1 + Math.abs(slice.rho)) > STEEPEST_WING) return false
  if (createDensityGrid(unit, 120).some((k) => !(evaluateDurrleman(slice, k) >= 0))) return false
  for (let k = lowest; k <= highest; k += CHECK_STEP) {
    const variance = evaluateSvi(slice, k)
    if (!(evaluateDurrleman(slice, k) >= 0)) return false
    if (earlier !== null && variance < evaluateSvi(earlier, k)) return false
    if (later !== null && variance > evaluateSvi(later, k)) return false
  }
  return true
}

/** A slice as five numbers without bounds, in standard deviations, and back. */
function toScale(unit: number) {
  return {
    toParameters({ a, b, rho, m, sigma }: SviSlice): Float64Array {
      const least = (a + b * sigma * Math.sqrt(1 - rho * rho)) / (unit * unit)
      const angle = Math.max(b / unit, 1e-3)
      return Float64Array.of(Math.log(least), Math.log(angle), Math.atanh(rho), m / unit, Math.log(sigma / unit))
    },
    toSlice(parameters: ArrayLike<number>): SviSlice {
      const b = unit * Math.exp(parameters[1]!)
      const rho = Math.tanh(parameters[2]!)
      const sigma = unit * Math.exp(parameters[4]!)
      const a = unit * unit * Math.exp(parameters[0]!) - b * sigma * Math.sqrt(1 - rho * rho)
      return { a, b, rho, m: unit * parameters[3]!, sigma }
    },
  }
}
