import type { Leg } from './answer.ts'

/** Everything that an answer was computed from, as `GET …/hedge-analyses/{analysisId}/inputs` gives it. */
export interface Inputs {
  cash: number
  positions: (Fund & {
    value: number
    shares: number
    lots?: { shares: number; cost: number }[]
    closesElsewhere: boolean
    proxies: { method: string; ticker: string }[]
  })[]
  options: (Leg & { price: number })[]
  funds: Fund[]
  /** Past crises by their first and last day, YYYY-MM-DD. */
  crises: { id: string; start: string; end: string }[]
  /** The exchange's days, counted from 1970-01-01. */
  calendar: number[]
  histories: Map<string, History>
  chains: (Fund & { role: string; asOf: string; contracts: Quote[] })[]
}

interface Fund {
  ticker: string
  usualBeta: number
}

export interface History {
  days: number[]
  closes: number[]
}

export interface Quote {
  type: 'call' | 'put'
  strike: number
  expiry: string
  bid: number | null
  ask: number | null
  isAdjusted: boolean
}

/** @param text one JSON object on a line, each with its kind */
export function readInputs(text: string): Inputs {
  const rows = text.split('\n').filter(Boolean)
  const parsed = rows.map((row) => JSON.parse(row) as { kind: string })
  const list = <Row>(wanted: string) => parsed.filter(({ kind }) => kind === wanted) as unknown as Row[]
  const histories = list<History & { ticker: string }>('history').map((one) => [one.ticker, one] as const)
  return {
    cash: list<{ cash: number }>('analysis')[0]?.cash ?? 0,
    positions: list('position'),
    options: list('option'),
    funds: list('fund'),
    crises: list('crisis'),
    calendar: list<{ days: number[] }>('calendar')[0]?.days ?? [],
    histories: new Map(histories),
    chains: list('chain'),
  }
}

/** Closes on given days: the last one before a day without its own, missing (NaN) once that is more than 5 days old. */
export function sampleCloses(history: History | undefined, days: readonly number[]) {
  let next = 0
  let last = -1
  return days.map((day) => {
    while (history && next < history.days.length && history.days[next]! <= day) {
      if (history.closes[next]! > 0) last = next
      next++
    }
    const of = history?.days[last] ?? Number.NEGATIVE_INFINITY
    return { close: day - of <= 5 ? history!.closes[last]! : Number.NaN, of }
  })
}

/** Daily returns over given days; NaN without a new close. */
export function computeReturns(history: History | undefined, days: readonly number[]): number[] {
  const cells = sampleCloses(history, days)
  return cells.slice(1).map(({ close, of }, t) => (of > cells[t]!.of ? close / cells[t]!.close - 1 : Number.NaN))
}

/** Slope on the first regressor, its standard error and the part explained, by least squares with a constant; null where none can be told. */
export function regress(y: readonly number[], xs: readonly (readonly number[])[], least = 3) {
  const rows = y
    .map((value, t) => [value, ...xs.map((x) => x[t] ?? Number.NaN)])
    .filter((row) => !row.some(Number.isNaN))
  const [count, width] = [rows.length, xs.length]
  if (count < Math.max(least, width + 2)) return null
  const means = Array.from({ length: width + 1 }, (_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / count)
  const product = (i: number, j: number) =>
    rows.reduce((sum, row) => sum + (row[i]! - means[i]!) * (row[j]! - means[j]!), 0)
  // X′X beside the unit matrix and X′y, turned into its inverse and the slopes by Gauss and Jordan.
  const matrix = Array.from({ length: width }, (_, i) => [
    ...Array.from({ length: width }, (_, j) => product(i + 1, j + 1)),
    ...Array.from({ length: width }, (_, j) => Number(i === j)),
    product(i + 1, 0),
  ])
  for (let i = 0; i < width; i++) {
    const pivot = matrix[i]![i]!
    if (!(Math.abs(pivot) > 1e-18)) return null
    matrix[i] = matrix[i]!.map((cell) => cell / pivot)
    for (let j = 0; j < width; j++) {
      const factor = matrix[j]![i]!
      if (j !== i) matrix[j] = matrix[j]!.map((cell, k) => cell - factor * matrix[i]![k]!)
    }
  }
  const slopes = matrix.map((row) => row[2 * width]!)
  const left = product(0, 0) - slopes.reduce((sum, slope, i) => sum + slope * product(i + 1, 0), 0)
  const variance = (Math.max(0, left) / (count - width - 1)) * matrix[0]![width]!
  return { slope: slopes[0]!, error: Math.sqrt(variance), explained: 1 - left / product(0, 0) }
}

/** Vasicek's shrinkage towards what is usual, whose own spread is 0.35. */
export function shrink(line: ReturnType<typeof regress>, usual: number): number {
  const weight = line === null ? 0 : 1 / (1 + (line.error / 0.35) ** 2)
  return weight * (line?.slope ?? 0) + (1 - weight) * usual
}

export const DAY_MS = 24 * 60 * 60_000
const toDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
export const toDayNumber = (date: string) => Date.parse(date) / DAY_MS

/** The date so many trading days after another, by the rules of the New York exchange. */
export function addTradingDays(date: string, count: number): string {
  let day = toDayNumber(date)
  for (let left = count; left > 0; ) if (isTradingDay(++day)) left--
  return toDate(day)
}

/** Trading days after the first date up to the last. */
export function countTradingDays(first: string, last: string): number {
  let count = 0
  for (let day = toDayNumber(first) + 1; day <= toDayNumber(last); day++) if (isTradingDay(day)) count++
  return count
}

function isTradingDay(day: number): boolean {
  const date = new Date(day * DAY_MS)
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !listHolidays(date.getUTCFullYear()).has(day)
}

const known = new Map<number, Set<number>>()

function listHolidays(year: number): Set<number> {
  const found = known.get(year)
  if (found) return found
  const at = (month: number, day: number) => Date.UTC(year, month - 1, day) / DAY_MS
  const weekdayOf = (day: number) => new Date(day * DAY_MS).getUTCDay()
  const nth = (month: number, weekday: number, n: number) =>
    at(month, 1) + ((weekday - weekdayOf(at(month, 1)) + 7) % 7) + 7 * (n - 1)
  const observed = (day: number) => day + (weekdayOf(day) === 6 ? -1 : weekdayOf(day) === 0 ? 1 : 0)
  const lastMondayOfMay = at(5, 31) - ((weekdayOf(at(5, 31)) + 6) % 7)
  // New Year's Day on a Saturday is not made up for.
  const newYear = weekdayOf(at(1, 1)) === 6 ? [] : [observed(at(1, 1))]
  const days = [
    ...newYear,
    ...[nth(1, 1, 3), nth(2, 1, 3), findEaster(year) - 2, lastMondayOfMay, nth(9, 1, 1), nth(11, 4, 4)],
    ...[at(6, 19), at(7, 4), at(12, 25)].map(observed),
  ]
  known.set(year, new Set(days))
  return new Set(days)
}

/** Day number of Easter Sunday, by the anonymous Gregorian algorithm (Meeus 1991). */
function findEaster(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - (b >> 2) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * (c >> 2) - h - (c % 4)) % 7
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1) / DAY_MS
}
