// Tests: hedge-costs.test.ts

import { type PortfolioHistory, toOptionTerms } from '@ballast/contract'
import type { PlacedHedge } from './history.repository.ts'

interface KnownPrices {
  /** Last finished trading day, ISO date. */
  today: string
  /** Price of an option per share of its underlying now; undefined when it has none. */
  findMark(symbol: string): number | undefined
  /** Close of an underlying on a day, or the last one before it; undefined when there is none. */
  findClose(underlying: string, day: string): number | undefined
}

/**
 * Sums the cost, the payments and the value of placed hedges, in dollars. Paid is premiums and fees, less what sold legs brought.
 * What has expired paid the difference to its strike at the close of its last day. What an option that was sold before
 * brought is not known.
 *
 * @returns null when none was placed; `worth` is null when an open option has no price
 */
export function sumHedgeCosts(hedges: readonly PlacedHedge[], known: KnownPrices): PortfolioHistory['hedges'] {
  const filled = hedges.filter(({ legs }) => legs.some((leg) => leg.filled !== 0))
  if (filled.length === 0) return null
  let [paid, paidBack, worth, closedEarly] = [0, 0, 0, 0]
  let isPriced = true
  for (const { legs, fees, closedAt } of filled) {
    paid += fees
    let endedEarly = false
    for (const { symbol, filled: contracts, price, multiplier } of legs) {
      const units = contracts * multiplier
      paid += units * price
      const terms = toOptionTerms(symbol)
      if (terms && terms.expiry <= known.today) {
        const close = known.findClose(terms.underlying, terms.expiry)
        if (close === undefined) isPriced = false
        else paidBack += units * Math.max(0, terms.type === 'put' ? terms.strike - close : close - terms.strike)
      } else if (closedAt !== null) {
        endedEarly ||= contracts !== 0
      } else if (contracts !== 0) {
        const mark = known.findMark(symbol)
        if (mark === undefined) isPriced = false
        else worth += units * mark
      }
    }
    if (endedEarly) closedEarly += 1
  }
  return { count: filled.length, paid, paidBack, worth: isPriced ? worth : null, closedEarly }
}
