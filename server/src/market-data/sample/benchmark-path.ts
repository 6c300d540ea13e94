// Tests: simulated-market.test.ts, sample-market-data.test.ts

import { isTradingDay, parseIsoDate } from '@ballast/quant'
import { drawBenchmark, FIRST_VARIANCE, toDailyGrowth, toNextVariance } from './after-anchor.ts'
import { INDEX_KNOTS } from './index-knots.ts'
import { normalAt, smoothNoiseAt, toKey, uniformAt } from './random.ts'
import { CRISES } from './sector-factors.ts'

/** All instruments are priced on this day; before it paths are pinned to history's shape, after it they run free. */
export const ANCHOR_DATE = '2025-09-30'

// Chosen from 120 candidates because its drawdowns come closest to those that really happened.
const SEED = toKey('sample-market-v116')
const TRADING_DAYS = 252
/** Simple growth of the benchmark a year up to the anchor: 6.9 % of its logarithm and half of its variance. */
const PAST_GROWTH = 0.087

/** Streams of random numbers: equal numbers would make two quantities move together. */
const STREAM = { dailyReturn: 1, segmentVolatility: 7, wave: 11 } as const

/**
 * The simulated benchmark, day by day from 1998-01-02; it only ever grows at the end.
 * `returns` are daily log returns, `volatilities` annual fractions, and all arrays have the length of `days`.
 */
export interface BenchmarkPath {
  readonly days: readonly number[]
  readonly returns: readonly number[]
  readonly volatilities: readonly number[]
  /** Position of the anchor date in `days`. */
  readonly anchorIndex: number
  /** Returns the surprise of a day after the anchor, beyond its drift: a log return; 0 before. */
  surpriseAt(index: number): number
  /** Position of a trading day, `undefined` for other days. */
  indexOf(day: number): number | undefined
  /** Appends trading days up to and including `lastDay`; days that exist already stay as they are. */
  extendTo(lastDay: number): void
  /** Which window of `CRISES` the day at `index` falls into, −1 for none. The first close of a window is not in it. */
  crisisAt(index: number): number
  /** First and last position of the returns of each window of `CRISES`. */
  readonly crisisRanges: readonly (readonly [first: number, last: number])[]
}

/** Builds the benchmark up to the anchor date: bridged through the knots, hence exact on each of them. */
export function createBenchmarkPath(): BenchmarkPath {
  const days: number[] = []
  const returns: number[] = []
  const volatilities: number[] = []
  const indexByDay = new Map<number, number>()
  function append(day: number, dailyReturn: number, volatility: number): void {
    indexByDay.set(day, days.length)
    days.push(day)
    returns.push(dailyReturn)
    volatilities.push(volatility)
  }

  const [firstDate] = INDEX_KNOTS[0] ?? [ANCHOR_DATE]
  append(parseIsoDate(firstDate), 0, 0.15)
  for (const segment of toSegments()) appendSegment(segment, append)
  const anchorIndex = days.length - 1
  const crisisRanges = CRISES.map(
    ([start, end]) => [(indexByDay.get(parseIsoDate(start)) ?? 0) + 1, indexByDay.get(parseIsoDate(end)) ?? 0] as const,
  )
  const crisisByIndex = new Int8Array(days.length).fill(-1)
  for (const [crisis, [first, last]] of crisisRanges.entries()) crisisByIndex.fill(crisis, first, last + 1)

  const surprises: number[] = []
  let variance = FIRST_VARIANCE

  return {
    days,
    returns,
    volatilities,
    anchorIndex,
    crisisRanges,
    surpriseAt: (index) => surprises[index - anchorIndex - 1] ?? 0,
    indexOf: (day) => indexByDay.get(day),
    crisisAt: (index) => crisisByIndex[index] ?? -1,
    extendTo(lastDay) {
      for (let day = (days[days.length - 1] ?? 0) + 1; day <= lastDay; day++) {
        if (!isTradingDay(day)) continue
        const surprise = drawBenchmark(day, variance)
        const growth = toDailyGrowth(1, PAST_GROWTH, days.length - anchorIndex)
        append(day, growth - 0.5 * variance + surprise, Math.sqrt(variance * TRADING_DAYS))
        surprises.push(surprise)
        variance = toNextVariance(variance, surprise)
      }
    },
  }
}

interface Segment {
  firstDay: number
  lastDay: number
  logReturn: number
  volatility: number
}

/** Fast falls are violent and calm down over the following half year; rises are calm unless they are short and steep. */
function toSegments(): Segment[] {
  let previous = 0.14
  return INDEX_KNOTS.slice(1).map(([date, close], index) => {
    const [startDate, startClose] = INDEX_KNOTS[index] ?? [date, close]
    const startDay = parseIsoDate(startDate)
    const lastDay = parseIsoDate(date)
    const years = (lastDay - startDay) / 365.25
    const logReturn = Math.log(close / startClose)
    const rule =
      0.105 +
      0.03 * uniformAt(SEED, index + 1, STREAM.segmentVolatility) +
      (logReturn < 0
        ? (0.37 * -logReturn) / Math.sqrt(years)
        : ((0.1 * logReturn) / Math.sqrt(years)) * Math.min(1, 0.25 / years))
    previous = Math.min(0.8, Math.max(rule, 0.62 * previous * Math.exp(-years / 0.5)))
    return { firstDay: startDay + 1, lastDay, logReturn, volatility: previous }
  })
}

/** Draws a segment's returns, then spreads what is missing to its knot over the days in proportion to their variance. */
function appendSegment(segment: Segment, append: (day: number, dailyReturn: number, volatility: number) => void): void {
  const { firstDay, lastDay, logReturn } = segment
  const days: number[] = []
  for (let day = firstDay; day <= lastDay; day++) if (isTradingDay(day)) days.push(day)
  const direction = logReturn < 0 ? 1 : -1
  let total = 0
  let variance = 0
  const draws = days.map((day, index) => {
    const ramp = 1 + 0.2 * direction * ((2 * (index + 0.5)) / days.length - 1)
    const volatility = segment.volatility * ramp * Math.exp(0.18 * smoothNoiseAt(SEED, day / 9, STREAM.wave))
    const dailyReturn = (volatility / Math.sqrt(TRADING_DAYS)) * normalAt(SEED, day, STREAM.dailyReturn)
    variance += volatility * volatility
    total += dailyReturn
    return { day, volatility, dailyReturn }
  })
  for (const { day, volatility, dailyReturn } of draws) {
    append(day, dailyReturn + ((logReturn - total) * volatility ** 2) / variance, volatility)
  }
}
