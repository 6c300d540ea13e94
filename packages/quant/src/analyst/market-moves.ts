// Tests: limit-verdict.test.ts, close-positions.test.ts

import type { HedgeContext } from '../hedge/hedge-context.ts'
import { findLargestLoss, findWorstLoss, keepsLimit } from '../hedge/loss-limits.ts'

/** Loss of a book in a move of the market. */
export interface MoveLoss {
  /** Return of the index, a fraction. */
  readonly marketReturn: number
  /** Loss of the book as a fraction of its value on the worst day of the term; a gain is negative. */
  readonly loss: number
}

/** Loss of the book when the market returns so much on the worst day of the term. */
export function measureMoveLoss({ book, lossDays, lookup }: HedgeContext, marketReturn: number): MoveLoss {
  return { marketReturn, loss: findWorstLoss(book, lossDays, marketReturn, lookup).loss }
}

/** The rise that undoes a fall: R = 1/(1 + shock) − 1, so that a beta of −1 is judged as one of +1 is. */
export function mirrorShock(shock: number): number {
  return 1 / (1 + shock) - 1
}

/**
 * The move that costs a book most: the request's fall, the rise that undoes it, or none at all, which is what ends options.
 * The fall stands first where nothing costs more. Where all three keep the limit and a smaller fall does not, because options
 * that are held pay only further down, it is that one.
 */
export function findWorstMove(context: HedgeContext): MoveLoss {
  const { shock, limit } = context.request
  const losses = [shock, 0, mirrorShock(shock)].map((marketReturn) => measureMoveLoss(context, marketReturn))
  const worst = losses.reduce((top, one) => (one.loss > top.loss + 1e-12 ? one : top))
  if (!keepsLimit(worst.loss, limit)) return worst
  const { loss, shock: state } = findLargestLoss(context)
  return keepsLimit(loss, limit) ? worst : { marketReturn: state.marketReturn, loss }
}
