// Tests: merge-lots.test.ts, ../features/portfolios/plain-merged-file.test.ts

import { Big } from 'big.js'
import type { StoredLot } from '../portfolios/position.repository.ts'

/** Lots of one instrument that are counted together; all with a cost in one currency, or all without. Cash has none. */
export interface MergedLots extends Pick<StoredLot, 'kind' | 'ticker' | 'currency' | 'multiplier'> {
  /** Signed; below zero for what is owed. */
  shares: number
  /** Σ shares × multiplier × average cost, in `currency`; null without a cost. */
  cost: number | null
  /** Σ |shares × multiplier × average cost|: what was paid for lots and what was taken for lots that are owed. */
  grossCost: number
}

interface Sum extends Pick<StoredLot, 'kind' | 'ticker' | 'currency' | 'multiplier'> {
  hasCost: boolean
  shares: Big
  cost: Big
  grossCost: Big
}

const known = new WeakMap<readonly StoredLot[], readonly MergedLots[]>()

/**
 * Sums the lots of each instrument, by ticker. Decimals are summed exactly before they meet a price, and the order is that of
 * the names: what is computed of it depends neither on how many lots there are nor on the order in which they came.
 */
export function mergeLots(lots: readonly StoredLot[]): readonly MergedLots[] {
  const before = known.get(lots)
  if (before) return before
  const sums = new Map<string, Sum>()
  for (const lot of lots) addLot(sums, lot)
  const merged = [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { kind, ticker, currency, multiplier, hasCost, shares, cost, grossCost }]) => ({
      kind,
      ticker,
      currency,
      multiplier,
      shares: shares.toNumber(),
      cost: hasCost ? cost.toNumber() : null,
      grossCost: hasCost ? grossCost.toNumber() : 0,
    }))
  known.set(lots, merged)
  return merged
}

function addLot(sums: Map<string, Sum>, { kind, ticker, currency, multiplier, shares, avgCost }: StoredLot): void {
  // What cash was bought for is in no figure.
  const hasCost = avgCost !== null && kind !== 'cash'
  const key = `${ticker} ${kind} ${currency} ${multiplier} ${hasCost}`
  const held = new Big(shares)
  const cost = held.times(multiplier).times(avgCost ?? 0)
  const sum = sums.get(key)
  if (!sum) {
    sums.set(key, { kind, ticker, currency, multiplier, hasCost, shares: held, cost, grossCost: cost.abs() })
    return
  }
  sum.shares = sum.shares.plus(held)
  sum.cost = sum.cost.plus(cost)
  sum.grossCost = sum.grossCost.plus(cost.abs())
}
