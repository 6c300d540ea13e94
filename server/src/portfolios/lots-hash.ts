// Tests: ../features/imports/save-from-review.test.ts, ../features/overview/rates-risk.test.ts

import { createHash } from 'node:crypto'
import { Big } from 'big.js'
import type { NewLot } from './position.repository.ts'

/**
 * One text for one set of lots, whatever their order and however their decimals are written: two imports with the same
 * hash say the same. Sectors count, because they are shown.
 *
 * @returns SHA-256, hexadecimal
 */
export function hashLots(lots: readonly NewLot[]): string {
  const lines = lots.map(({ ticker, kind, shares, avgCost, currency, multiplier, sector, account, statedPrice }) =>
    JSON.stringify([
      ticker,
      kind,
      toCanonical(shares),
      avgCost === null ? null : toCanonical(avgCost),
      currency,
      multiplier,
      sector,
      account,
      ...(statedPrice ? [toCanonical(statedPrice)] : []),
    ]),
  )
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

/** The database answers `10.0000000000` for what was sent as `10`. */
const toCanonical = (decimal: string) => new Big(decimal).toFixed()

const keys = new WeakMap<readonly NewLot[], string>()

/** As `hashLots`, for lots that are kept in memory and never changed: each list is hashed once. */
export function toContentKey(lots: readonly NewLot[]): string {
  const known = keys.get(lots) ?? hashLots(lots)
  keys.set(lots, known)
  return known
}
