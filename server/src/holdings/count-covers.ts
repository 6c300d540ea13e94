// Tests: ../features/overview/covers-everywhere.test.ts, ../features/overview/covers-advice.test.ts

import { BASE_CURRENCY, type Covers, countCovers, type LeftOutReason, toOptionTerms } from '@ballast/contract'
import type { StoredLot } from '../portfolios/position.repository.ts'
import type { ValuedLots } from './value-lots.ts'

type Position = Pick<StoredLot, 'ticker' | 'kind' | 'currency'>

/** Positions and the gaps in what is known of them, from which the coverage of a figure is counted. */
export interface Held extends Pick<ValuedLots, 'unpriced' | 'withoutCost'> {
  positions: readonly Position[]
  /** Options that have a price and no delta. */
  withoutDelta: readonly string[]
}

export function listHeld(lots: readonly Position[], { priced, unpriced, withoutCost }: ValuedLots): Held {
  return {
    positions: lots.map(({ ticker, kind, currency }) => ({ ticker, kind, currency })),
    unpriced,
    withoutCost,
    withoutDelta: priced.filter(({ kind, exposure }) => kind === 'option' && !exposure).map(({ ticker }) => ticker),
  }
}

/** Positions behind market value and every weight: those that have a price. */
export function coverValue(held: Held): Covers {
  return countCovers(held.positions, (position) => findPriceReason(position, held))
}

/** Positions behind a gain: those that have a price and, for every lot, a cost. */
export function coverGain(held: Held): Covers {
  const withoutCost = new Set(held.withoutCost)
  return countCovers(
    held.positions,
    (position) =>
      findPriceReason(position, held) ??
      (position.kind !== 'cash' && withoutCost.has(position.ticker) ? 'no-cost' : null),
  )
}

/**
 * Positions behind figures from daily returns: those that have a price and a history; an option has that of its
 * underlying, and takes part by its delta.
 *
 * @param withoutHistory tickers that the figures leave out
 */
export function coverHistory(held: Held, withoutHistory: ReadonlySet<string>): Covers {
  const withoutDelta = new Set(held.withoutDelta)
  return countCovers(held.positions, (position): LeftOutReason | null => {
    const { ticker, kind } = position
    const reason = findPriceReason(position, held)
    if (reason !== null || kind === 'cash') return reason
    if (kind === 'option' && withoutDelta.has(ticker)) return 'option'
    const mover = kind === 'option' ? toOptionTerms(ticker)?.underlying : ticker
    return withoutHistory.has(mover ?? '') ? 'no-history' : null
  })
}

/**
 * Positions behind a replay: the securities that have a price and whose history, or a proxy's, reaches back. Options of
 * today did not exist then.
 *
 * @param excluded tickers of securities that have a price and are left out all the same
 */
export function coverReplay(held: Held, excluded: ReadonlySet<string>): Covers {
  return countCovers(held.positions, (position): LeftOutReason | null => {
    const reason = findPriceReason(position, held)
    if (position.kind === 'option') return reason === 'expired' ? reason : 'option-not-replayed'
    if (reason !== null) return reason
    return position.kind !== 'cash' && excluded.has(position.ticker) ? 'no-history' : null
  })
}

/** A unit of the base currency is worth one of it, whatever security bears the same letters. */
function findPriceReason({ ticker, kind, currency }: Position, { unpriced }: Held): LeftOutReason | null {
  return kind === 'cash' && currency === BASE_CURRENCY ? null : (unpriced[ticker] ?? null)
}
