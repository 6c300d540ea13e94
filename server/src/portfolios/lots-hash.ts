// Tests: ../features/imports/save-from-review.test.ts, ../features/overview/rates-risk.test.ts

import { createHash } from 'node:crypto'
import type { BrokerageAccount } from '@ballast/contract'
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
  return toSha256(lines.sort().join('\n'))
}

const toSha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The database answers `10.0000000000` for what was sent as `10`. */
const toCanonical = (decimal: string) => new Big(decimal).toFixed()

const keys = new WeakMap<readonly NewLot[], string>()

/** As `hashLots`, for lots that are kept in memory and never changed: each list is hashed once. */
export function toContentKey(lots: readonly NewLot[]): string {
  const known = keys.get(lots) ?? hashLots(lots)
  keys.set(lots, known)
  return known
}

/** As `toContentKey`, for advice: what accounts may hold counts, where somebody has said it. */
export function toAdviceKey(lots: readonly NewLot[], accounts: readonly BrokerageAccount[]): string {
  const rules = accounts
    .filter(({ level }) => level !== null)
    .map(({ portfolioId, account, level, kind }) => JSON.stringify([portfolioId, account, level, kind]))
  const key = toContentKey(lots)
  return rules.length === 0 ? key : toSha256([key, ...rules.sort()].join('\n'))
}
