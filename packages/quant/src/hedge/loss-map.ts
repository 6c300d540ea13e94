import { formatIsoDate, parseIsoDate } from '../civil-day.ts'
import { addTradingDays } from '../exchange-calendar.ts'
import type { HedgeContext } from './hedge-context.ts'
import { countHedgeDays, type HedgeDate, toHedgeDate } from './hedge-dates.ts'
import { computeRequiredGains } from './loss-limits.ts'
import type { HedgeBook, HedgeLeg } from './priced-hedge.ts'
import { repriceLeg } from './reprice-hedge.ts'

/** Losses by day of the fall and size of the fall: where a protection ends, and when. */
export interface LossMap {
  /** Days on which the market falls, ascending; after those of the term the day after the options end. */
  readonly days: readonly HedgeDate[]
  /** Falls, negative, the smallest first. */
  readonly falls: readonly number[]
  /** Fractions of the book's value by day and fall, `[day][fall]`, each the worst valuation; a gain is negative. */
  readonly unhedged: readonly (readonly number[])[]
  readonly hedged: readonly (readonly number[])[]
}

const FALLS = [-0.05, -0.1, -0.2, -0.3, -0.4] as const

/**
 * The loss of a book on each day of the term and at falls of 5 to 40 %, without and with a hedge.
 *
 * - `after`: the book with the hedge's shares in place
 * - `paid`: for the hedge's options, in currency
 */
export function mapLosses(
  context: HedgeContext,
  { after, legs, paid }: { readonly after: HedgeBook; readonly legs: readonly HedgeLeg[]; readonly paid: number },
): LossMap {
  const { book, lookup, request } = context
  const days = listMapDays(context, legs)
  const falls = [...new Set([...FALLS, request.shock])].sort((a, b) => b - a)
  const worst = (of: HedgeBook, hedge: readonly HedgeLeg[], cost: number) =>
    days.map(({ tradingDays }) => {
      const limits = falls.map((marketReturn) => ({ marketReturn, largestLoss: 0 }))
      const states = computeRequiredGains(of, limits, [tradingDays], lookup)
      return falls.map((fall) => {
        const profits = states
          .filter(({ shock }) => shock.marketReturn === fall && isLookedAt(context, shock))
          .map(({ shock, unhedged }) =>
            hedge.reduce(
              (sum, leg) => sum + leg.contracts * leg.multiplier * repriceLeg(leg, shock, lookup),
              unhedged - cost,
            ),
          )
        return -Math.min(...profits) / book.value
      })
    })
  return { days, falls, unhedged: worst(book, [], 0), hedged: worst(after, legs, paid) }
}

/** Intrinsic value is looked at on the last day only. */
function isLookedAt(
  { term }: HedgeContext,
  { horizonDays, volatility }: { readonly horizonDays: number; readonly volatility: { readonly kind: string } },
): boolean {
  return volatility.kind !== 'expiry' || horizonDays >= term.tradingDays
}

function listMapDays({ situation: { today, options }, lossDays, term }: HedgeContext, legs: readonly HedgeLeg[]) {
  const own = legs.length > 0 ? legs : options.filter(({ expiry }) => expiry >= term.date)
  const ends = own.map(({ expiry }) => expiry).sort()
  const last = ends.at(-1)
  const dayAfter = last === undefined ? null : formatIsoDate(addTradingDays(parseIsoDate(last), 1))
  const inTerm = lossDays.map((days) => toHedgeDate(today, days))
  return dayAfter === null || dayAfter <= term.date ? inTerm : [...inTerm, countHedgeDays(today, dayAfter)]
}
