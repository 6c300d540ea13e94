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
  shares: Decimal
  cost: Decimal
  grossCost: Decimal
}

/** Exact: digits ÷ 10 ^ scale. A library that does this takes ten times as long, and a portfolio may have 20,000 lots. */
interface Decimal {
  digits: bigint
  scale: number
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
      shares: toNumber(shares),
      cost: hasCost ? toNumber(cost) : null,
      grossCost: hasCost ? toNumber(grossCost) : 0,
    }))
  known.set(lots, merged)
  return merged
}

function addLot(sums: Map<string, Sum>, { kind, ticker, currency, multiplier, shares, avgCost }: StoredLot): void {
  // What cash was bought for is in no figure.
  const hasCost = avgCost !== null && kind !== 'cash'
  const key = `${ticker} ${kind} ${currency} ${multiplier} ${hasCost}`
  const held = toDecimal(shares)
  const units = { digits: held.digits * BigInt(multiplier), scale: held.scale }
  const cost = multiply(units, toDecimal(avgCost ?? '0'))
  const sum = sums.get(key)
  if (!sum) {
    sums.set(key, { kind, ticker, currency, multiplier, hasCost, shares: held, cost, grossCost: toSize(cost) })
    return
  }
  sum.shares = add(sum.shares, held)
  sum.cost = add(sum.cost, cost)
  sum.grossCost = add(sum.grossCost, toSize(cost))
}

function toDecimal(written: string): Decimal {
  const text = /e/i.test(written) ? new Big(written).toFixed() : written
  const point = text.indexOf('.')
  if (point === -1) return { digits: BigInt(text), scale: 0 }
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 }
}

function add(a: Decimal, b: Decimal): Decimal {
  if (a.scale < b.scale) return add(b, a)
  return { digits: a.digits + b.digits * 10n ** BigInt(a.scale - b.scale), scale: a.scale }
}

const multiply = (a: Decimal, b: Decimal): Decimal => ({ digits: a.digits * b.digits, scale: a.scale + b.scale })

const toSize = ({ digits, scale }: Decimal): Decimal => ({ digits: digits < 0n ? -digits : digits, scale })

/** Returns the nearest binary fraction, whatever zeros the decimal ends with. */
const toNumber = ({ digits, scale }: Decimal): number => Number(`${digits}e-${scale}`)
