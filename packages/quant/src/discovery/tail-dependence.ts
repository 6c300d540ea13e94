import { rejectInfinite, requireEqualLengths } from '../errors.ts'
import { computeMoments } from '../moments.ts'
import type { RandomSource } from '../random.ts'
import { fitRegression } from '../regression.ts'
import { computeStudentUpperTail } from './student-distribution.ts'

/** A figure with the 90 % interval that resampling its days leaves. */
export interface ResampledFigure {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Behaviour of an asset on a book's worst days. Returns are fractions. */
export interface TailDependence {
  /** Days looked at, and how many of them are the worst. */
  readonly observations: number
  readonly days: number
  /** Mean return of the asset on those days. */
  readonly mean: ResampledFigure
  /** Share of those days on which it rose. */
  readonly riseShare: number
  /** One-sided p-value of a positive mean (t with days − 1 degrees of freedom). */
  readonly gainPValue: number
  /** Sensitivity of the asset to the book over all days. */
  readonly beta: number
  /** Its fall per unit of the book's fall on the worst days: mean of the asset over mean of the book. */
  readonly tailBeta: ResampledFigure
  /** Mean return on those days beyond what `beta` explains. */
  readonly excess: number
  /** One-sided p-value of a negative excess: of falling more than `beta` explains. */
  readonly excessPValue: number
  /** True when the asset falls on those days, and the whole interval of `tailBeta` lies above `beta`. */
  readonly amplifies: boolean
  /** Mean return on the earlier and on the later half of those days. */
  readonly halves: readonly [number, number]
}

const WORST_SHARE = 0.1
/** A year of common days: fewer give fewer than 25 worst ones. */
const LEAST_DAYS = 252
const RESAMPLES = 500

/**
 * Behaviour of an asset on the worst tenth of a book's days, which correlation, an average over all days, does not show.
 *
 * - `asset`, `book`: daily returns on the same days, in time order; NaN on either side leaves the day out
 *
 * @param random for the intervals: the same source, the same intervals
 * @returns null for fewer than 252 common days, or when either never moves
 * @throws QuantInputError when lengths differ or a return is infinite
 */
export function computeTailDependence(
  asset: Float64Array,
  book: Float64Array,
  random: RandomSource,
): TailDependence | null {
  requireEqualLengths('book', book, 'asset', asset)
  rejectInfinite('asset', asset)
  rejectInfinite('book', book)
  const line = fitRegression(asset, book)
  if (line === null || line.correlation === null || line.observations < LEAST_DAYS) return null
  const days = pickWorstDays(asset, book, Math.floor(WORST_SHARE * line.observations))
  const own = Float64Array.from(days, (t) => asset[t]!)
  const others = Float64Array.from(days, (t) => book[t]!)
  const excess = own.map((value, k) => value - line.intercept - line.slope * others[k]!)
  const means = { own: computeMoments(own), excess: computeMoments(excess), others: computeMoments(others) }
  const { mean, tailBeta } = resample(own, others, random)
  // A book whose worst days are gains has no tail to speak of.
  if (!(means.others.mean < 0)) return null
  const middle = Math.floor(days.length / 2)
  return {
    observations: line.observations,
    days: days.length,
    mean: { value: means.own.mean, ...mean },
    riseShare: own.filter((value) => value > 0).length / days.length,
    gainPValue: testMean(means.own, 1),
    beta: line.slope,
    tailBeta: { value: means.own.mean / means.others.mean, ...tailBeta },
    excess: means.excess.mean,
    excessPValue: testMean(means.excess, -1),
    amplifies: means.own.mean < 0 && tailBeta.low > line.slope,
    halves: [computeMoments(own.subarray(0, middle)).mean, computeMoments(own.subarray(middle)).mean],
  }
}

/** Positions of the book's worst common days, in time order; of equal returns the earlier counts as worse. */
function pickWorstDays(asset: Float64Array, book: Float64Array, count: number): number[] {
  return Array.from(book.keys())
    .filter((t) => !Number.isNaN(asset[t]! + book[t]!))
    .sort((a, b) => book[a]! - book[b]! || a - b)
    .slice(0, count)
    .sort((a, b) => a - b)
}

function testMean(moments: { readonly count: number; readonly mean: number; readonly squares: number }, sign: 1 | -1) {
  const { count, mean, squares } = moments
  const error = Math.sqrt(squares / (count - 1) / count)
  const statistic = error > 0 ? mean / error : Math.sign(mean) * Number.MAX_VALUE
  return computeStudentUpperTail(sign * statistic, count - 1)
}

function resample(own: Float64Array, others: Float64Array, random: RandomSource) {
  const means = new Float64Array(RESAMPLES)
  const betas = new Float64Array(RESAMPLES)
  const count = own.length
  for (let k = 0; k < RESAMPLES; k++) {
    let [sum, other] = [0, 0]
    for (let i = 0; i < count; i++) {
      const day = Math.floor(random() * count)
      sum += own[day]!
      other += others[day]!
    }
    means[k] = sum / count
    // A draw whose days sum to nothing says nothing of the ratio.
    betas[k] = other === 0 ? 0 : sum / other
  }
  return { mean: toInterval(means), tailBeta: toInterval(betas) }
}

function toInterval(draws: Float64Array): { readonly low: number; readonly high: number } {
  const sorted = draws.sort()
  const last = sorted.length - 1
  return { low: sorted[Math.round(0.05 * last)]!, high: sorted[Math.round(0.95 * last)]! }
}
