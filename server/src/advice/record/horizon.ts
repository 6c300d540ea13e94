// Tests: record-arithmetic.test.ts, ../../features/track-record/score-due.test.ts

import { addTradingDays, formatIsoDate, parseIsoDate, toTradingDayOnOrBefore } from '@ballast/quant'
import { toNewYorkTime } from '../../market-data/calendar.ts'

/** A quarter. */
export const HORIZON_DAYS = 63

/** The trading day that prices belong to: the last one on or before the day in New York. */
export function toPriceDay(pricesAsOf: string, createdAt: string): number {
  const [priced, made] = [pricesAsOf, createdAt].map((instant) => toNewYorkTime(new Date(instant)).day)
  return toTradingDayOnOrBefore(Math.min(priced ?? 0, made ?? 0))
}

/** A quarter from the day on, or the first expiry of what is recommended if that is sooner: a trading day's number. */
export function toHorizonEnd(madeOn: number, expiries: readonly string[]): number {
  const quarter = addTradingDays(madeOn, HORIZON_DAYS)
  return expiries.reduce((end, expiry) => Math.min(end, toTradingDayOnOrBefore(parseIsoDate(expiry))), quarter)
}

export const addDays = (date: string, days: number): string => formatIsoDate(parseIsoDate(date) + days)
