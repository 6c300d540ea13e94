import type { HedgeContext } from './hedge-context.ts'
import { countHedgeDays } from './hedge-dates.ts'
import { findWorstLoss, keepsLimit } from './loss-limits.ts'

/** The day after which options that are held protect a book no more. */
export interface ProtectionEnd {
  /** Last expiry of what protects it, YYYY-MM-DD. */
  readonly date: string
  /** Loss at the request's fall on that day and on the next one, fractions of the value. */
  readonly lossBefore: number
  readonly lossAfter: number
}

/** A loss that grows by less from one day to the next is no protection that ended. */
const LEAST_STEP = 0.01

/**
 * The day within the term on which options that are held stop keeping a book within the request's limit.
 *
 * @returns the first such day; null when nothing that is held ends, or the limit does not hang on it
 */
export function findProtectionEnd(context: HedgeContext): ProtectionEnd | null {
  const { situation, request, book, term, lookup } = context
  const { today, options } = situation
  const bought = options.filter(({ contracts, expiry }) => contracts > 0 && expiry >= today && expiry < term.date)
  for (const date of [...new Set(bought.map(({ expiry }) => expiry))].sort()) {
    const { tradingDays } = countHedgeDays(today, date)
    const lossOn = (days: number) => findWorstLoss(book, [days], request.shock, lookup).loss
    const [lossBefore, lossAfter] = [lossOn(tradingDays), lossOn(tradingDays + 1)]
    if (!keepsLimit(lossAfter, request.limit) && lossAfter >= lossBefore + LEAST_STEP)
      return { date, lossBefore, lossAfter }
  }
  return null
}
