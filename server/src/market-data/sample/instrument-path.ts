// Tests: simulated-market.test.ts, sample-market-data.test.ts

import { parseIsoDate } from '@ballast/quant'
import { drawCompany, drawFund, toDailyGrowth, toMarketMove } from './after-anchor.ts'
import { ANCHOR_DATE, type BenchmarkPath } from './benchmark-path.ts'
import type { FactorPath } from './factor-path.ts'
import { toFactorScale } from './factor-path.ts'
import { normalAt, toKey, uniformAt } from './random.ts'
import { SECTOR_FACTORS } from './sector-factors.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

const TRADING_DAYS = 252
const STREAM = { own: 4, jump: 9 } as const
/** Long-run volatility of the benchmark that an instrument's own share of variance is measured against. */
const BENCHMARK_VOLATILITY = 0.185
/** How much of its own noise a fund has from its kin, and how much for itself: the squares sum to one. */
const OF_KIN = 0.97
const OF_ITSELF = Math.sqrt(1 - OF_KIN ** 2)
/** Logarithmic drift a year after the anchor for products that lose or earn by their construction (rolling futures, interest). */
const STRUCTURAL_DRIFT: ReadonlyMap<string, number> = new Map([
  ['VXX', -0.45],
  ['UNG', -0.2],
  ['USO', -0.03],
  ['UUP', 0.02],
])

/** One instrument's simulated history, computed lazily and kept; it only ever grows at the end. */
export interface InstrumentPath {
  /** Position in the benchmark's days of the first close. */
  readonly firstIndex: number
  /** Closes in USD to 7 significant digits, one for each benchmark day from `firstIndex` on. */
  readonly closes: readonly number[]
  /** The same as unrounded log prices relative to the anchor price. */
  readonly logs: readonly number[]
  /** Computes the closes of benchmark days that were added since. */
  extend(): void
}

/**
 * Log return = β · benchmark + loading · sector factor + own noise. Up to the anchor date the path is pinned: it starts at
 * the price that its growth implies and arrives at the anchor price, by a constant drift on days outside the crises.
 */
export function createInstrumentPath(
  instrument: SimulatedInstrument,
  benchmark: BenchmarkPath,
  factor: FactorPath | null,
): InstrumentPath {
  const { days } = benchmark
  const firstIndex = findFirstIndex(instrument, benchmark)
  const key = toKey(`T:${instrument.ticker}`)
  const kinKey = instrument.kin === null ? null : toKey(`T:${instrument.kin}`)
  const isBenchmark = instrument.ticker === 'SPY'
  const loading = factor
    ? Math.min(1, (0.85 * instrument.volatility) / SECTOR_FACTORS[instrument.factor].volatility)
    : 0
  const ownVolatility = toOwnVolatility(instrument, loading)

  const drawFree = instrument.isFund ? drawFund : drawCompany

  function noiseAt(source: number, index: number): number {
    const day = days[index] ?? 0
    const draw = index > benchmark.anchorIndex ? drawFree(source, day) : drawPinned(source, day)
    return (ownVolatility / Math.sqrt(TRADING_DAYS)) * toFactorScale(benchmark, index) * draw
  }

  function ownReturnAt(index: number): number {
    if (kinKey === null) return noiseAt(key, index)
    return OF_KIN * noiseAt(kinKey, index) + OF_ITSELF * noiseAt(key, index)
  }

  // Three quarters of the own noise's sum over a crisis are taken out, or chance would drown the published sector return.
  const crisisDrifts = benchmark.crisisRanges.map(([first, last]) => {
    if (first < firstIndex) return 0
    let sum = 0
    for (let index = first; index <= last; index++) sum += ownReturnAt(index)
    return (-0.75 * sum) / (last - first + 1)
  })

  function returnAt(index: number): number {
    const benchmarkReturn = benchmark.returns[index] ?? 0
    if (isBenchmark) return benchmarkReturn
    let sum = instrument.beta * benchmarkReturn + ownReturnAt(index)
    if (factor) sum += loading * factor.returnAt(index)
    const crisis = benchmark.crisisAt(index)
    return crisis >= 0 ? sum + (crisisDrifts[crisis] ?? 0) : sum
  }

  const years = (parseIsoDate(ANCHOR_DATE) - (days[firstIndex] ?? 0)) / 365.25

  /** Log return of a day after the anchor: its expected growth less half of its variance, and three surprises. */
  function freeReturnAt(index: number): number {
    if (instrument.tracksBenchmark) return instrument.beta * (benchmark.returns[index] ?? 0) + ownReturnAt(index)
    const { beta, ticker } = instrument
    const variance = (benchmark.volatilities[index] ?? 0) ** 2 / TRADING_DAYS
    const move = beta * toMarketMove(instrument.factor, benchmark.surpriseAt(index), variance)
    const surprise = move + loading * (factor?.returnAt(index) ?? 0) + ownReturnAt(index)
    const structural = STRUCTURAL_DRIFT.get(ticker)
    if (structural !== undefined) return structural / TRADING_DAYS + surprise
    const besides = (dailyVariance * toFactorScale(benchmark, index) ** 2) / TRADING_DAYS
    const growth = toDailyGrowth(beta, pastGrowth, index - benchmark.anchorIndex)
    return growth - 0.5 * (beta * beta * variance + besides) + surprise
  }

  const logs = pinToAnchor(instrument, benchmark, firstIndex, returnAt)
  const closes = logs.map(toClose)
  const pastGrowth = years > 0 ? -(logs[0] ?? 0) / years + 0.5 * instrument.volatility ** 2 : 0
  const dailyVariance = ownVolatility ** 2 + (loading * SECTOR_FACTORS[instrument.factor].volatility) ** 2
  let lastLog = logs[logs.length - 1] ?? 0

  function toClose(log: number): number {
    return Number((instrument.anchorPrice * Math.exp(log)).toPrecision(7))
  }

  return {
    firstIndex,
    closes,
    logs,
    extend() {
      for (let index = firstIndex + closes.length; index < days.length; index++) {
        lastLog = lastLog + freeReturnAt(index)
        logs.push(lastLog)
        closes.push(toClose(lastLog))
      }
    },
  }
}

/** 1.2 % of days are 2.6 times as wild: the fat tails of single names. */
function drawPinned(source: number, day: number): number {
  const size = uniformAt(source, day, STREAM.jump) < 0.012 ? 2.6 : 0.958
  return size * normalAt(source, day, STREAM.own)
}

function findFirstIndex(instrument: SimulatedInstrument, benchmark: BenchmarkPath): number {
  let day = parseIsoDate(instrument.start)
  let index = benchmark.indexOf(day)
  while (index === undefined) {
    day += 1
    index = benchmark.indexOf(day)
  }
  return index
}

/**
 * Computes the volatility that is left after benchmark and factor; never below a floor, for nothing moves by its sector
 * alone.
 */
function toOwnVolatility(instrument: SimulatedInstrument, loading: number): number {
  if (instrument.ticker === 'SPY') return 0
  if (instrument.tracksBenchmark) return 0.004
  const floor = instrument.isFund ? Math.min(0.012, instrument.volatility) : 0.08
  const explained =
    (instrument.beta * BENCHMARK_VOLATILITY) ** 2 + (loading * SECTOR_FACTORS[instrument.factor].volatility) ** 2
  return Math.sqrt(Math.max(floor ** 2, instrument.volatility ** 2 - explained))
}

/** Log prices relative to the anchor price, from the first day to the anchor date. */
function pinToAnchor(
  instrument: SimulatedInstrument,
  benchmark: BenchmarkPath,
  firstIndex: number,
  returnAt: (index: number) => number,
): number[] {
  const { anchorIndex, days } = benchmark
  const raw = [0]
  let calmDays = 0
  let gain = 0
  for (let index = firstIndex + 1; index <= anchorIndex; index++) {
    gain += benchmark.returns[index] ?? 0
    raw.push((raw[raw.length - 1] ?? 0) + returnAt(index))
    if (benchmark.crisisAt(index) < 0) calmDays += 1
  }
  const end = raw[raw.length - 1] ?? 0
  const years = (parseIsoDate(ANCHOR_DATE) - (days[firstIndex] ?? 0)) / 365.25
  const growth = instrument.growth * years + (instrument.isGrowthOverBenchmark ? instrument.beta * gain : 0)
  const target = instrument.tracksBenchmark ? end : growth
  const drift = (target - end) / Math.max(1, calmDays)
  let drifted = 0
  const pinned = raw.map((log, position) => {
    if (position > 0 && benchmark.crisisAt(firstIndex + position) < 0) drifted += drift
    return log + drifted
  })
  const last = pinned[pinned.length - 1] ?? 0
  return pinned.map((log) => log - last)
}
