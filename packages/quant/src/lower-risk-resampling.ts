import { keepCompleteDays } from './complete-days.ts'
import { shrinkLedoitWolf } from './covariance-shrinkage.ts'
import { computeLowerRiskWeights, type LowerRiskInput, type LowerRiskMethod } from './lower-risk-weights.ts'
import { computeMoments } from './moments.ts'
import type { ReturnMatrix } from './price-matrix.ts'
import type { RandomSource } from './random.ts'

/** Settings of {@link resampleLowerRisk}. */
export interface ResamplingInput extends Omit<LowerRiskInput, 'covariance'> {
  /** Daily returns, one row per holding; days on which one is missing are left out. */
  readonly returns: ReturnMatrix
  readonly random: RandomSource
  /** How often the history is drawn again; 100 by default. */
  readonly resamples?: number
  /** Days drawn together; 10 by default. */
  readonly blockLength?: number
}

/** How much of the volatility of today's weights a method takes away on days that it has not seen; fractions. */
export interface ResampledReduction {
  readonly median: number
  /** Exceeded by 95 % of the draws. */
  readonly low: number
  /** Not exceeded by 95 % of the draws. */
  readonly high: number
  /** Share of the draws in which the method's weights had less risk than today's. */
  readonly betterShare: number
  readonly resamples: number
}

/** Unseen days below which a draw does not count. */
const MINIMUM_UNSEEN_DAYS = 20

/**
 * Tests whether a method's advantage is more than noise: draws the history again in blocks of days, lets the method
 * choose its weights from the days drawn, and compares the volatility of these weights with today's on the days that
 * were not drawn. A method that only fits the past has no advantage there.
 *
 * @returns one entry per method; null when too few days are left unseen
 * @throws QuantInputError as `computeLowerRiskWeights` and `shrinkLedoitWolf`
 * @see Efron & Tibshirani, "Improvements on cross-validation: the .632+ bootstrap method", 1997 (unseen days);
 *      Politis & Romano, "A circular block-resampling procedure for stationary data", 1992
 */
export function resampleLowerRisk(
  input: ResamplingInput,
  methods: readonly LowerRiskMethod[],
): (ResampledReduction | null)[] {
  const { random, resamples = 100, blockLength = 10, ...limits } = input
  const returns = keepCompleteDays(input.returns)
  const reductions = methods.map((): number[] => [])
  for (let draw = 0; draw < resamples; draw++) {
    const { drawn, unseen } = drawDays(returns.columns, blockLength, random)
    if (unseen.length < MINIMUM_UNSEEN_DAYS) continue
    const covariance = shrinkLedoitWolf(pickDays(returns, drawn))
    const today = computeDeviation(returns, limits.weights, unseen)
    if (today === 0) continue
    methods.forEach((method, place) => {
      const weights = computeLowerRiskWeights({ ...limits, covariance }, method)
      reductions[place]!.push(1 - computeDeviation(returns, weights, unseen) / today)
    })
  }
  return reductions.map(summarize)
}

function summarize(reductions: readonly number[]): ResampledReduction | null {
  if (reductions.length === 0) return null
  const sorted = reductions.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return {
    median: at(0.5),
    low: at(0.05),
    high: at(0.95),
    betterShare: sorted.filter((reduction) => reduction > 0).length / sorted.length,
    resamples: sorted.length,
  }
}

function drawDays(days: number, blockLength: number, random: RandomSource): { drawn: number[]; unseen: number[] } {
  const drawn: number[] = []
  const isSeen = new Uint8Array(days)
  while (drawn.length < days) {
    const start = Math.min(days - 1, Math.floor(random() * days))
    for (let k = 0; k < blockLength && drawn.length < days; k++) {
      const day = (start + k) % days
      drawn.push(day)
      isSeen[day] = 1
    }
  }
  return { drawn, unseen: [...isSeen.keys()].filter((day) => isSeen[day] === 0) }
}

function pickDays(returns: ReturnMatrix, days: readonly number[]): ReturnMatrix {
  const values = new Float64Array(returns.rows * days.length)
  for (let row = 0; row < returns.rows; row++) {
    for (let t = 0; t < days.length; t++)
      values[row * days.length + t] = returns.values[row * returns.columns + days[t]!]!
  }
  return { ...returns, values, columns: days.length, dates: Int32Array.from(days, (day) => returns.dates[day]!) }
}

/** Standard deviation of the daily returns of constant weights over some days. */
function computeDeviation(returns: ReturnMatrix, weights: ArrayLike<number>, days: readonly number[]): number {
  const own = Float64Array.from(days, (day) => {
    let sum = 0
    for (let row = 0; row < returns.rows; row++) sum += weights[row]! * returns.values[row * returns.columns + day]!
    return sum
  })
  const { squares, count } = computeMoments(own)
  return Math.sqrt(squares / (count - 1))
}
