// Tests: save-from-review.test.ts, split-figures.test.ts

import { type ImportDifference, importDifferenceSchema } from '@ballast/contract'
import { StoredDecimal } from '@ballast/importers'
import { Big } from 'big.js'
import { z } from 'zod'
import type { NewLot } from '../../portfolios/position.repository.ts'

type Compared = ImportDifference['added'][number]
type ComparedLot = Pick<NewLot, 'ticker' | 'kind' | 'account' | 'currency' | 'shares' | 'avgCost'>

interface Holding {
  lot: ComparedLot
  shares: Big
  /** Shares whose cost is known, without sign, and what they cost. */
  costedShares: Big
  cost: Big
}

/**
 * Compares a portfolio with what it would become, ticker by ticker, account by account: lots of the same are taken
 * together, so that only what a person would call a change is one. A holding whose shares come to nothing is removed.
 *
 * @param wanted `add` puts the new positions beside the held ones, `replace` in their place; without it, what
 *   {@link proposeMode} says
 */
export function comparePositions(
  held: readonly ComparedLot[],
  incoming: readonly ComparedLot[],
  wanted?: 'add' | 'replace' | undefined,
): ImportDifference {
  const proposedMode = proposeMode(held, incoming)
  const mode = wanted ?? proposedMode
  const before = sumUp(held)
  const after = sumUp(mode === 'add' ? [...held, ...incoming] : incoming)
  const difference: ImportDifference = { added: [], removed: [], changed: [], unchangedCount: 0, mode, proposedMode }
  for (const [key, holding] of after) {
    const old = before.get(key)
    if (!old) difference.added.push(toCompared(holding))
    else if (isEqual(old, holding)) difference.unchangedCount++
    else difference.changed.push({ before: toCompared(old), after: toCompared(holding) })
  }
  for (const [key, holding] of before) if (!after.has(key)) difference.removed.push(toCompared(holding))
  return difference
}

/**
 * A second broker's file is added: replacing is proposed only when one of its accounts is held already. Positions that
 * name no account are of the same one when the held ones name none either, and they have a ticker in common.
 */
export function proposeMode(
  held: readonly Pick<ComparedLot, 'account' | 'ticker'>[],
  incoming: readonly Pick<ComparedLot, 'account' | 'ticker'>[],
): 'add' | 'replace' {
  const accounts = new Set(held.map(({ account }) => account))
  const unnamed = new Set(held.filter(({ account }) => account === null).map(({ ticker }) => ticker))
  const overlaps = incoming.some(({ account, ticker }) =>
    account === null ? unnamed.has(ticker) : accounts.has(account),
  )
  return overlaps ? 'replace' : 'add'
}

/** The same from JSON to JSON, for a worker: twenty thousand lots take a third of a second. */
export function compareEncoded({ held, incoming, mode }: EncodedComparison): string {
  const [before, after] = [held, incoming].map((json) => JSON.parse(json) as ComparedLot[])
  return JSON.stringify(z.encode(importDifferenceSchema, comparePositions(before ?? [], after ?? [], mode)))
}

export interface EncodedComparison {
  /** JSON of lists of lots. */
  held: string
  incoming: string
  mode?: 'add' | 'replace' | undefined
}

function sumUp(lots: readonly ComparedLot[]): Map<string, Holding> {
  const holdings = new Map<string, Holding>()
  for (const lot of lots) {
    const { ticker, kind, account, currency, shares, avgCost } = lot
    const key = JSON.stringify([ticker, kind, account, currency])
    const before = holdings.get(key) ?? { lot, shares: new Big(0), costedShares: new Big(0), cost: new Big(0) }
    const costed = avgCost === null ? new Big(0) : new Big(shares).abs()
    holdings.set(key, {
      lot: before.lot,
      shares: before.shares.plus(shares),
      costedShares: before.costedShares.plus(costed),
      cost: avgCost === null ? before.cost : before.cost.plus(costed.times(avgCost)),
    })
  }
  for (const [key, { shares }] of holdings) if (shares.eq(0)) holdings.delete(key)
  return holdings
}

function isEqual(one: Holding, other: Holding): boolean {
  if (!one.shares.eq(other.shares)) return false
  const [oldCost, newCost] = [toAverage(one), toAverage(other)]
  return oldCost === null || newCost === null ? oldCost === newCost : oldCost.eq(newCost)
}

/** Cost per share of the shares whose cost is known; null when that is none. */
function toAverage({ cost, costedShares }: Holding): Big | null {
  if (costedShares.eq(0)) return null
  return new StoredDecimal(cost).div(costedShares)
}

function toCompared(holding: Holding): Compared {
  const { ticker, kind, account, currency } = holding.lot
  const avgCost = toAverage(holding)?.toNumber() ?? null
  return { ticker, kind, account, currency, shares: holding.shares.toNumber(), avgCost }
}
