import type { HedgeContext } from '../hedge/hedge-context.ts'
import { repriceBook } from '../hedge/reprice-hedge.ts'

/** What a move of the market costs a book. */
export interface MoveLoss {
  /** Return of the index, a fraction. */
  readonly marketReturn: number
  /** Loss of the book as a fraction of its value, its options at what they are worth in the money; a gain is negative. */
  readonly loss: number
}

/** Loss of the book over the horizon when the market returns so much. */
export function measureMoveLoss({ book, request, lookup }: HedgeContext, marketReturn: number): MoveLoss {
  const shock = { marketReturn, horizonDays: request.horizonDays, volatility: { kind: 'expiry' } } as const
  return { marketReturn, loss: -repriceBook(book, shock, lookup) / book.value }
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
