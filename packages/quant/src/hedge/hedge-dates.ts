import { formatIsoDate, parseIsoDate } from '../civil-day.ts'
import { addTradingDays, countTradingDays } from '../exchange-calendar.ts'

/** One day, counted from another by the exchange's calendar: the only clock of options, terms and tickets. */
export interface HedgeDate {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly tradingDays: number
  readonly calendarDays: number
}

const known = new Map<string, Map<number, HedgeDate>>()
/** Days are counted from a handful of days at a time; more are forgotten together. */
const MOST_KNOWN = 64

/**
 * The day that so many trading days after today has come.
 *
 * @param today YYYY-MM-DD
 * @param tradingDays whole number ≥ 0; 0 is today itself
 * @throws QuantInputError naming which of the two cannot be
 */
export function toHedgeDate(today: string, tradingDays: number): HedgeDate {
  let days = known.get(today)
  if (days === undefined) {
    if (known.size >= MOST_KNOWN) known.clear()
    days = new Map()
    known.set(today, days)
  }
  const found = days.get(tradingDays)
  if (found !== undefined) return found
  const first = parseIsoDate(today)
  const day = addTradingDays(first, tradingDays)
  const date = { date: formatIsoDate(day), tradingDays, calendarDays: day - first }
  days.set(tradingDays, date)
  return date
}

/**
 * A date as it is counted from today.
 *
 * @param today YYYY-MM-DD
 * @param date YYYY-MM-DD; of a day before today all counts are 0
 * @throws QuantInputError naming which of the two is no date
 */
export function countHedgeDays(today: string, date: string): HedgeDate {
  const [first, last] = [parseIsoDate(today), parseIsoDate(date)]
  return { date, tradingDays: countTradingDays(first, last), calendarDays: Math.max(0, last - first) }
}

/** Days on which a loss is looked at, as far as the term reaches. */
const LOSS_DAYS = [5, 21, 42, 63, 126, 189, 252, 315, 378, 441] as const

/**
 * Trading days on which the market is taken to fall after it has stood still until then: a week, one month and two from
 * now, every further quarter, and the last day of the term. A protection is judged by the worst of them, because its
 * owner lives through all of them.
 *
 * @param term trading days, ≥ 1
 * @returns ascending, the term last
 */
export function listLossDays(term: number): number[] {
  return [...LOSS_DAYS.filter((day) => day < term), term]
}

/**
 * Trading days on which a hedge that is held must keep its limit: today, because it protects already, and those of
 * `listLossDays`.
 *
 * @param left trading days until the end of the protection, ≥ 0
 * @returns ascending, the last day last
 */
export const listHeldLossDays = (left: number): number[] => (left === 0 ? [0] : [0, ...listLossDays(left)])

/** An expiry so many calendar days before the last day that was asked for is as good. */
const A_FEW_DAYS = 7

/**
 * The last day of a protection: the day asked for, or the listed expiry that falls a few days short of it where none lies
 * nearer; where nothing so long is listed, the latest expiry.
 *
 * @param asked the last day asked for
 * @param expiries YYYY-MM-DD of what can be bought, in any order
 */
export function chooseTerm(today: string, asked: HedgeDate, expiries: readonly string[]): HedgeDate {
  const sorted = [...new Set(expiries)].sort()
  const distance = (expiry: string) => parseIsoDate(expiry) - parseIsoDate(asked.date)
  const before = sorted.findLast((expiry) => expiry < asked.date)
  const after = sorted.find((expiry) => expiry >= asked.date)
  if (before === undefined) return asked
  const isNear = -distance(before) <= A_FEW_DAYS && (after === undefined || -distance(before) < distance(after))
  return isNear || after === undefined ? countHedgeDays(today, before) : asked
}
