// Tests: options.test.ts

import { formatIsoDate, isTradingDay, parseIsoDate, selectNearTermExpiries, toWeekday } from '@ballast/quant'
import { toNewYorkTime } from '../calendar.ts'
import { isExpired } from './chain-time.ts'
import type { ChainSlice } from './option-chain.ts'

/** Horizons between whose expiries at-the-money volatility is interpolated. */
const TERM_HORIZONS = [30, 90]
const HEDGING_DAYS = { from: 20, to: 220 }
const MOST_HEDGING = 8

/**
 * The near-term expiries: of the next 45 days, at least 2 and at most 6, the nearest ones.
 *
 * @param expiries ISO dates in any order
 * @param today civil day number; what expires before it is gone
 */
export function chooseNearTerm(expiries: readonly string[], today: number): string[] {
  return selectNearTermExpiries(expiries.map((expiry) => parseIsoDate(expiry) - today)).map((days) =>
    formatIsoDate(today + days),
  )
}

/** The expiries that a slice is made of among those that were not over when the quotes were made, see `chooseExpiries`. */
export function chooseLiveExpiries(expiries: readonly string[], asOf: string, slice: ChainSlice): string[] {
  const instant = new Date(asOf)
  const alive = expiries.filter((expiry) => !isExpired(expiry, instant))
  return chooseExpiries(alive, toNewYorkTime(instant).day, slice)
}

/** The expiries that a slice is made of, ascending; none when the expiry asked for does not exist. */
export function chooseExpiries(expiries: readonly string[], today: number, slice: ChainSlice): string[] {
  if (typeof slice === 'object') return expiries.includes(slice.expiry) ? [slice.expiry] : []
  const ahead = listAhead(expiries, today)
  if (slice === 'hedging') return chooseHedging(ahead, today)
  const chosen = new Set(chooseNearTerm(ahead, today))
  for (const horizon of TERM_HORIZONS) {
    const before = ahead.findLast((expiry) => parseIsoDate(expiry) - today <= horizon)
    const after = ahead.find((expiry) => parseIsoDate(expiry) - today >= horizon)
    for (const expiry of [before, after]) if (expiry !== undefined) chosen.add(expiry)
  }
  return [...chosen].sort()
}

/** Between one and seven months; of too many, monthly ones (third Fridays) are kept, where volume is. */
function chooseHedging(ahead: readonly string[], today: number): string[] {
  const inRange = ahead.filter((expiry) => {
    const days = parseIsoDate(expiry) - today
    return days >= HEDGING_DAYS.from && days <= HEDGING_DAYS.to
  })
  if (inRange.length <= MOST_HEDGING) return inRange
  const monthly = inRange.filter(isMonthly)
  return (monthly.length > 0 ? monthly : inRange).slice(0, MOST_HEDGING)
}

/** True for a third Friday, and for the Thursday before one that is a holiday. */
function isMonthly(expiry: string): boolean {
  const day = parseIsoDate(expiry)
  const isEve = toWeekday(day) === 4 && !isTradingDay(day + 1)
  const friday = isEve ? day + 1 : day
  const dayOfMonth = Number(formatIsoDate(friday).slice(8))
  return isTradingDay(day) && toWeekday(friday) === 5 && dayOfMonth >= 15 && dayOfMonth <= 21
}

const listAhead = (expiries: readonly string[], today: number) =>
  [...new Set(expiries)].filter((expiry) => parseIsoDate(expiry) >= today).sort()
