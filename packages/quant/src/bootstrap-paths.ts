import { inputErrors, rejectInfinite, requireEqualLengths } from './errors.ts'
import { computeCvar } from './expected-shortfall.ts'
import type { RandomSource } from './random.ts'
import { toLoss, toTailProbability } from './tail-probability.ts'
import { computeHistoricalVar } from './value-at-risk.ts'

/** Bounds within which yesterday's volatility may be rescaled to today's: beyond them history is no guide. */
const SCALE_BOUNDS = { low: 0.6, high: 1.8 } as const

/** Settings of {@link simulateBlockPaths}. */
export interface BlockBootstrapInput {
  /** Daily returns of the portfolio at today's weights, up to ten years; a day with NaN on either side is left out. */
  readonly portfolio: Float64Array
  /** The benchmark's returns on the same days, drawn together with the portfolio's, so that their bond is kept. */
  readonly benchmark: Float64Array
  /** Length of the paths in trading days. */
  readonly horizon: number
  readonly random: RandomSource
  readonly paths?: number
  /** Days drawn together: long enough to keep the clustering of volatility, short enough to mix; 10 by default. */
  readonly blockLength?: number
  /** Volatility today over that of the history; see {@link computeVolatilityScale}. 1 leaves the history as it was. */
  readonly volatilityScale?: number
}

/** Total returns over the horizon, one entry per path; entry k of both belongs to the same path. */
export interface SimulatedPaths {
  readonly portfolio: Float64Array
  readonly benchmark: Float64Array
}

/**
 * Filtered historical simulation by a circular block bootstrap: a path is made of blocks of consecutive days drawn at
 * random from history (the end joins its beginning), rescaled about their mean to today's volatility, and compounded.
 * Nothing is assumed about the distribution: crashes come with the neighbours they had.
 *
 * @returns paths of total returns, none below −100 %
 * @throws QuantInputError when lengths differ, a count is not a whole number ≥ 1, the scale is not positive, a return
 *         is infinite, or fewer common days than one block remain
 * @see Barone-Adesi, Giannopoulos & Vosper, "VaR without correlations for portfolios of derivative securities", 1999;
 *      Politis & Romano, "A circular block-resampling procedure for stationary data", 1992
 */
export function simulateBlockPaths(input: BlockBootstrapInput): SimulatedPaths {
  const { horizon, random, paths = 2000, blockLength = 10, volatilityScale = 1 } = input
  for (const [name, count] of Object.entries({ horizon, paths, blockLength })) requireCount(name, count)
  if (!(volatilityScale > 0 && volatilityScale < Infinity)) {
    throw inputErrors.badNumber('volatilityScale', null, volatilityScale, 'a positive finite number')
  }
  const { portfolio, benchmark } = pickCommonDays(input.portfolio, input.benchmark)
  const days = portfolio.length
  if (days < blockLength) throw inputErrors.tooShort('days with a return on both sides', days, blockLength)
  const ownGrowth = toLogGrowth(portfolio, volatilityScale)
  const benchmarkGrowth = toLogGrowth(benchmark, volatilityScale)
  const result = { portfolio: new Float64Array(paths), benchmark: new Float64Array(paths) }
  for (let path = 0; path < paths; path++) {
    let own = 0
    let other = 0
    for (let done = 0; done < horizon; done += blockLength) {
      const start = Math.min(days - 1, Math.floor(random() * days))
      const length = Math.min(blockLength, horizon - done)
      for (let k = 0; k < length; k++) {
        const day = start + k < days ? start + k : start + k - days
        own += ownGrowth[day]!
        other += benchmarkGrowth[day]!
      }
    }
    result.portfolio[path] = Math.expm1(own)
    result.benchmark[path] = Math.expm1(other)
  }
  return result
}

/**
 * Ratio of today's volatility to that of the history, kept within [0.6, 1.8].
 * @throws QuantInputError unless both are positive finite numbers
 */
export function computeVolatilityScale(volatilityNow: number, volatilityOfHistory: number): number {
  for (const [name, value] of Object.entries({ volatilityNow, volatilityOfHistory })) {
    if (!(value > 0 && value < Infinity)) throw inputErrors.badNumber(name, null, value, 'a positive finite number')
  }
  return Math.min(SCALE_BOUNDS.high, Math.max(SCALE_BOUNDS.low, volatilityNow / volatilityOfHistory))
}

function requireCount(name: string, count: number): void {
  if (!(Number.isInteger(count) && count >= 1)) {
    throw inputErrors.badNumber(name, null, count, 'a whole number of 1 or more')
  }
}

function pickCommonDays(portfolio: Float64Array, benchmark: Float64Array): SimulatedPaths {
  requireEqualLengths('portfolio', portfolio, 'benchmark', benchmark)
  rejectInfinite('portfolio', portfolio)
  rejectInfinite('benchmark', benchmark)
  const isCommon = (_: number, t: number) => !(Number.isNaN(portfolio[t]!) || Number.isNaN(benchmark[t]!))
  return { portfolio: portfolio.filter(isCommon), benchmark: benchmark.filter(isCommon) }
}

/** Logarithms of daily growth, with the returns rescaled about their mean; a day cannot lose more than 99.9 %. */
function toLogGrowth(returns: Float64Array, scale: number): Float64Array {
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length
  return returns.map((value) => Math.log1p(Math.max(-0.999, mean + (value - mean) * scale)))
}

/** A tail loss as a positive fraction, with the range that the finite number of paths leaves open. */
export interface TailEstimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Losses over one horizon. */
export interface TailLosses {
  readonly var95: TailEstimate
  readonly cvar95: TailEstimate
  readonly var99: TailEstimate
  readonly cvar99: TailEstimate
}

/**
 * Value at risk and conditional value at risk of simulated total returns, at 95 and 99 %, each with a 90 % interval
 * from resampling the paths. The interval shows the simulation's error only; that the past may be no guide is not in
 * it.
 *
 * @param totalReturns one per path, at least one
 * @param resamples draws behind the interval; 200 by default
 * @throws QuantInputError for no path, or naming the first infinite return
 */
export function estimateTailLosses(
  totalReturns: Float64Array,
  random: RandomSource,
  { resamples = 200 }: { readonly resamples?: number } = {},
): TailLosses {
  if (totalReturns.length === 0) throw inputErrors.tooShort('totalReturns', 0, 1)
  requireCount('resamples', resamples)
  const measures = {
    var95: (paths: Float64Array) => computeHistoricalVar(paths) ?? 0,
    cvar95: (paths: Float64Array) => computeCvar(paths) ?? 0,
    var99: (paths: Float64Array) => computeHistoricalVar(paths, { confidence: 0.99 }) ?? 0,
    cvar99: (paths: Float64Array) => computeCvar(paths, { confidence: 0.99 }) ?? 0,
  }
  const draws = drawTails(totalReturns, random, resamples)
  const estimate = (name: keyof TailLosses): TailEstimate => {
    const sorted = draws[name].sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
    return { value: measures[name](totalReturns), low: at(0.05), high: at(0.95) }
  }
  return { var95: estimate('var95'), cvar95: estimate('cvar95'), var99: estimate('var99'), cvar99: estimate('cvar99') }
}

/**
 * The four measures of each resample. A resample is told by how often it has each path, so that paths which are sorted once
 * give the tails of all resamples from the worst path upwards.
 */
function drawTails(totalReturns: Float64Array, random: RandomSource, resamples: number) {
  const count = totalReturns.length
  const order = Uint32Array.from(totalReturns.keys()).sort((a, b) => totalReturns[a]! - totalReturns[b]!)
  const ranks = new Uint32Array(count)
  for (let rank = 0; rank < count; rank++) ranks[order[rank]!] = rank
  const [wide, narrow] = [toTailProbability(0.95), toTailProbability(0.99)]
  const drawn = new Uint32Array(count)
  const tail = new Float64Array(Math.min(count, Math.floor(wide * count) + 2))
  const draws: Record<keyof TailLosses, number[]> = { var95: [], cvar95: [], var99: [], cvar99: [] }
  for (let k = 0; k < resamples; k++) {
    drawn.fill(0)
    for (let i = 0; i < count; i++) drawn[ranks[Math.floor(random() * count)]!]!++
    for (let rank = 0, filled = 0; filled < tail.length; rank++) {
      const end = Math.min(tail.length, filled + drawn[rank]!)
      tail.fill(totalReturns[order[rank]!]!, filled, end)
      filled = end
    }
    draws.var95.push(readQuantile(tail, count, wide))
    draws.cvar95.push(readShortfall(tail, count, wide))
    draws.var99.push(readQuantile(tail, count, narrow))
    draws.cvar99.push(readShortfall(tail, count, narrow))
  }
  return draws
}

/** As `computeHistoricalVar`, of a sorted tail of so many returns. */
function readQuantile(tail: Float64Array, count: number, probability: number): number {
  const position = (count - 1) * probability
  const below = Math.floor(position)
  const lower = tail[below]!
  return toLoss(position === below ? lower : lower + (position - below) * (tail[below + 1]! - lower))
}

/** As `computeCvar`, of a sorted tail of so many returns. */
function readShortfall(tail: Float64Array, count: number, probability: number): number {
  const worst = probability * count
  const whole = Math.min(count - 1, Math.floor(worst))
  let sum = (worst - whole) * tail[whole]!
  for (let i = 0; i < whole; i++) sum += tail[i]!
  return toLoss(sum / worst)
}
