import { formatAxisMonth, formatShortDate } from '../../lib/format.ts'

export interface ValueScale {
  /** Ascending; the first and the last are the ends of the axis. */
  ticks: readonly number[]
  step: number
}

/**
 * Ends and ticks of a value axis: multiples of 1, 2, 2.5 or 5 times a power of ten that enclose the values, 3 to 6 of them.
 *
 * @returns for no values the axis from 0 to 1; for equal values an axis around them
 */
export function toValueScale(values: readonly number[], intervals = 4): ValueScale {
  if (values.length === 0) return { ticks: [0, 0.5, 1], step: 0.5 }
  const low = Math.min(...values)
  const high = Math.max(...values)
  const span = isFlat(low, high) ? Math.max(Math.abs(high) * 0.1, high === 0 ? 1 : 1e-9) : high - low
  const rough = span / intervals
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return { ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step), step }
}

/** Values that differ by rounding only are one value: an axis of their digits would show noise. */
function isFlat(low: number, high: number): boolean {
  return high - low <= (Math.abs(high) + 1) * 1e-12
}

export interface TimeTick {
  index: number
  label: string
}

const DAY_MS = 86_400_000

/**
 * Where each day lies between the first (0) and the last (1), by the calendar: of a long window some days are left out, and
 * those that remain must not look as if they followed each other.
 *
 * @param dates ISO days, ascending; a single one lies at 0
 */
export function toDatePlaces(dates: readonly string[]): number[] {
  const instants = dates.map((date) => Date.parse(date))
  const [first = 0, last = 0] = [instants[0], instants.at(-1)]
  return instants.map((instant) => (last > first ? (instant - first) / (last - first) : 0))
}

/** The index of the place nearest to `wanted`, the later of two; `places` ascend and are not empty. */
export function findNearestPlace(places: readonly number[], wanted: number): number {
  let [low, high] = [0, places.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) <= wanted) low = middle
    else high = middle
  }
  return wanted - (places[low] ?? 0) < (places[high] ?? 0) - wanted ? low : high
}

/**
 * Labels under the days, spaced evenly in time: days within a quarter, months up to three years, then years. Where no day lies
 * near an even place there is no label, because two would stand on each other.
 */
export function toTimeTicks(dates: readonly string[], wanted: number): TimeTick[] {
  const first = dates[0]
  const last = dates.at(-1)
  if (first === undefined || last === undefined || dates.length < 2) return []
  const spanDays = (Date.parse(last) - Date.parse(first)) / DAY_MS
  const count = Math.min(wanted, dates.length)
  const places = toDatePlaces(dates)
  const isNear = (index: number, wanted: number) => Math.abs((places[index] ?? 0) - wanted) < 1 / (3 * (count - 1))
  const indexes = Array.from({ length: count }, (_, tick) => {
    const wanted = tick / (count - 1)
    const index = findNearestPlace(places, wanted)
    return isNear(index, wanted) ? [index] : []
  })
  return [...new Set(indexes.flat())].map((index) => {
    const atEnd = index === 0 || index === dates.length - 1
    return { index, label: toTimeLabel(dates[index] ?? last, spanDays, atEnd) }
  })
}

function toTimeLabel(date: string, spanDays: number, withYear: boolean): string {
  if (spanDays <= 92) return formatShortDate(date)
  return formatAxisMonth(date, withYear || spanDays > 550)
}

/**
 * Round places inside an axis of numbers: multiples of 1, 2, 2.5 or 5 times a power of ten, at most about `wanted`.
 *
 * @returns none for an axis without extent
 */
export function toNumberTicks(low: number, high: number, wanted: number): number[] {
  if (!(high > low)) return []
  const { step } = toValueScale([low, high], wanted)
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step)
}

/** The fewest decimals that a tick is written with, so that ticks of 12.5 and 15 do not read 13 and 15. At most two. */
export function decimalsOfTick(tick: number): number {
  return [0, 1].find((places) => Math.abs(tick - Number(tick.toFixed(places))) < 1e-6) ?? 2
}
