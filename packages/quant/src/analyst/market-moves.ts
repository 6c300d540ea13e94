import type { HedgeContext } from '../hedge/hedge-context.ts'
import { findWorstLoss } from '../hedge/loss-limits.ts'

/** What a move of the market costs a book. */
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
 * The fall stands first where nothing costs more.
 */
export function findWorstMove(context: HedgeContext): MoveLoss {
  const { shock } = context.request
  const losses = [shock, 0, mirrorShock(shock)].map((marketReturn) => measureMoveLoss(context, marketReturn))
  return losses.reduce((worst, one) => (one.loss > worst.loss + 1e-12 ? one : worst))
}
