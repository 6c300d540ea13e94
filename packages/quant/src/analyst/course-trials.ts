import { inputErrors, rejectInfinite, requireEqualLengths } from '../errors.ts'
import { computeCvar } from '../expected-shortfall.ts'
import type { RandomSource } from '../random.ts'

/** Course of action and its results: the book's returns on each day of a history. Doing nothing is one of them. */
export interface Course {
  /** Daily returns of its shares, fractions of the book's value; NaN where unknown. */
  readonly returns: Float64Array
  /** Its options, those apart that end on another day. */
  readonly options: readonly OptionProfit[]
  /** Cost of following it, as a fraction of the book's value. */
  readonly cost: number
}

/** Options that end on one day, and their profit. */
export interface OptionProfit {
  /** Trading days until they expire, or until the horizon where that comes first. */
  readonly day: number
  /** Profit for a return of the index until that day, as a fraction of the book's value, what they cost not taken off. */
  readonly profit: (marketReturn: number) => number
  /** Shares that come or go on that day where they are settled in them; none if left out. */
  readonly deliveries?: readonly Delivery[]
}

/** Shares that an option which ends brings, or takes. */
export interface Delivery {
  /** Daily returns of the shares, on the days of the history. */
  readonly returns: Float64Array
  /**
   * Value of the shares at today's price for a return of the index until that day, as a fraction of the book's value;
   * negative for shares that go.
   */
  readonly exposure: (marketReturn: number) => number
}

/** Courses on one history. */
export interface CourseTrials {
  readonly unchanged: Course
  readonly courses: readonly Course[]
  /** The index's daily returns on the same days. */
  readonly index: Float64Array
  /** Trading days over which losses are measured. */
  readonly horizon: number
}

/** The objective on resampled histories. */
export interface ResampledTrials {
  readonly resamples: number
  /** Per history: the mean of the worst 5 % of returns, as a loss, of the unchanged book first, then of each course. */
  readonly losses: readonly Float64Array[]
}

/** An improvement smaller than this, as a fraction of the value, is not worth acting for. */
export const WORTHWHILE = 0.005
const RESAMPLES = 500
const BLOCK = 10
/** Losses are measured from every fifth day. */
const STRIDE = 5
const LEAST_DAYS = 252

/**
 * The objective of every course: mean of the worst 5 % of returns over the horizon, as a positive loss, over all windows
 * of the history that begin on every fifth day; options paid by the index's return from the window's begin to their day, shares
 * that they bring or take by their own returns from then on, costs taken off.
 *
 * @param from first day of the part of the history to look at (negative counts from its end)
 * @returns the unchanged book first; null when fewer than a year of common days, or than the horizon and a month, are left
 * @throws QuantInputError when lengths differ, a return is infinite, or the horizon is no whole number ≥ 1
 */
export function measureCourses(trials: CourseTrials, from = 0): Float64Array | null {
  const history = prepareHistory(trials)
  const start = from < 0 ? Math.max(0, history.days + from) : from
  const order = Int32Array.from({ length: Math.max(0, history.days - start) }, (_, k) => start + k)
  return hasEnough(order.length, trials.horizon) ? measureOrder(trials, history, order) : null
}

/**
 * Tries courses on 500 resampled histories, each as long as the real one and made of blocks of ten days drawn at random,
 * the same for all courses.
 *
 * @returns null with too little history (see {@link measureCourses})
 * @throws QuantInputError as {@link measureCourses} does
 * @see Politis & Romano, "A circular block-resampling procedure for stationary data", 1992
 */
export function resampleCourses(trials: CourseTrials, random: RandomSource): ResampledTrials | null {
  const history = prepareHistory(trials)
  if (!hasEnough(history.days, trials.horizon)) return null
  const losses: Float64Array[] = []
  const order = new Int32Array(history.days)
  for (let k = 0; k < RESAMPLES; k++) {
    for (let i = 0; i < order.length; i++) {
      if (i % BLOCK === 0) order[i] = Math.floor(random() * history.days)
      else order[i] = (order[i - 1]! + 1) % history.days
    }
    losses.push(measureOrder(trials, history, order))
  }
  return { resamples: RESAMPLES, losses }
}

/** Share of resampled histories of which something is true. @param isTrue of the losses, see `ResampledTrials` */
export function countHistories({ losses }: ResampledTrials, isTrue: (losses: Float64Array) => boolean): number {
  return losses.filter(isTrue).length / losses.length
}

function hasEnough(days: number, horizon: number): boolean {
  return days >= Math.max(LEAST_DAYS, horizon + 21)
}

interface History {
  readonly days: number
  /** Logarithms of daily growth of each series that is another one, the index first. */
  readonly growth: readonly Float64Array[]
  /** Which of them the unchanged book and each course follow: hedges by options share the book's own. */
  readonly followed: readonly number[]
  /** Place of a series among them. */
  readonly placeOf: (series: Float64Array) => number
}

function prepareHistory({ unchanged, courses, index, horizon }: CourseTrials): History {
  if (!(Number.isInteger(horizon) && horizon >= 1)) {
    throw inputErrors.badNumber('horizon', null, horizon, 'a whole number of 1 or more')
  }
  const all = [unchanged, ...courses]
  const delivered = all.flatMap(({ options }) => options.flatMap(({ deliveries = [] }) => deliveries))
  const series = [...new Set([index, ...[...all, ...delivered].map(({ returns }) => returns)])]
  for (const one of series) {
    requireEqualLengths('index', index, 'returns', one)
    rejectInfinite('returns', one)
  }
  const isCommon = (_: number, t: number) => series.every((one) => !Number.isNaN(one[t]!))
  const growth = series.map((one) => one.filter(isCommon).map((value) => Math.log1p(Math.max(-0.999, value))))
  const placeOf = (one: Float64Array) => series.indexOf(one)
  return { days: growth[0]!.length, growth, followed: all.map(({ returns }) => placeOf(returns)), placeOf }
}

function measureOrder({ unchanged, courses, horizon }: CourseTrials, history: History, order: Int32Array) {
  const windows = Math.floor((order.length - horizon) / STRIDE) + 1
  const sums = history.growth.map((growth) => sumGrowth(growth, order))
  const known = sums.map(() => new Map<number, Float64Array>())
  const follow = (place: number, day: number) => {
    const path = known[place]!.get(day) ?? compoundWindows(sums[place]!, day, windows)
    known[place]!.set(day, path)
    return path
  }
  return Float64Array.from([unchanged, ...courses], ({ options, cost }, c) => {
    const outcomes = follow(history.followed[c]!, horizon).map((own) => own - cost)
    for (const { day, profit, deliveries = [] } of options) {
      const market = follow(0, day)
      for (let w = 0; w < windows; w++) outcomes[w]! += profit(market[w]!)
      for (const { returns, exposure } of deliveries) {
        const [then, last] = [day, horizon].map((end) => follow(history.placeOf(returns), end)) as [
          Float64Array,
          Float64Array,
        ]
        for (let w = 0; w < windows; w++) outcomes[w]! += exposure(market[w]!) * (last[w]! - then[w]!)
      }
    }
    return computeCvar(outcomes) ?? 0
  })
}

/** Growth until each day of an order, as a logarithm. */
function sumGrowth(growth: Float64Array, order: Int32Array): Float64Array {
  const sums = new Float64Array(order.length + 1)
  for (let i = 0; i < order.length; i++) sums[i + 1] = sums[i]! + growth[order[i]!]!
  return sums
}

/** Total return of each window, from its first day until another of its days. */
function compoundWindows(sums: Float64Array, day: number, windows: number): Float64Array {
  return Float64Array.from({ length: windows }, (_, w) => Math.expm1(sums[w * STRIDE + day]! - sums[w * STRIDE]!))
}
