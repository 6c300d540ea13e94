// Tests: options.test.ts

import {
  chooseTermExpiries,
  formatIsoDate,
  isMonthlyExpiry,
  parseIsoDate,
  selectNearTermExpiries,
} from '@ballast/quant'
import { toNewYorkTime } from '../calendar.ts'
import { isExpired } from './chain-time.ts'
import type { ChainSlice } from './option-chain.ts'

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
  const own = slice === 'hedging' ? chooseHedging(ahead, today) : chooseNearTerm(ahead, today)
  return [...new Set([...own, ...chooseTermExpiries(ahead, today)])].sort()
}

/** Between one and seven months; of too many, monthly ones (third Fridays) are kept, where volume is. */
function chooseHedging(ahead: readonly string[], today: number): string[] {
  const inRange = ahead.filter((expiry) => {
    const days = parseIsoDate(expiry) - today
    return days >= HEDGING_DAYS.from && days <= HEDGING_DAYS.to
  })
  if (inRange.length <= MOST_HEDGING) return inRange
  const monthly = inRange.filter((expiry) => isMonthlyExpiry(parseIsoDate(expiry)))
  return (monthly.length > 0 ? monthly : inRange).slice(0, MOST_HEDGING)
}

const listAhead = (expiries: readonly string[], today: number) =>
  [...new Set(expiries)].filter((expiry) => parseIsoDate(expiry) >= today).sort()
