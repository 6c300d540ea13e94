/** Transactions by the lines of a history, and the position after each. */
import type { Big } from 'big.js'
import type { SourceRow } from '../sources/source-table.ts'

/**
 * - `buy`, `sell`: of what is held long; a sale may close, never open a short position
 * - `short`, `cover`: open and close a short position
 * - `receive`: shares that come without a price (transfers, gifts, spin-offs), whose cost is not known
 * - `distribute`: shares that come for those that are held (stock dividends) and leave the total cost as it is
 * - `split`: shares that come or, with a quantity below zero, go; the total cost stays
 * - `remove`: shares that leave without a price
 * - `exchange-out`, `exchange-in`: all old shares for new ones at the same total cost
 * - `expire`: an option that ends, on whichever side it is held
 * - `evidence`: something that only who holds shares has, such as a dividend
 * - `unknown`: something that moves shares in a way that nobody knows
 */
export type TransactionAction =
  | 'buy'
  | 'sell'
  | 'short'
  | 'cover'
  | 'receive'
  | 'distribute'
  | 'split'
  | 'remove'
  | 'exchange-out'
  | 'exchange-in'
  | 'expire'
  | 'evidence'
  | 'unknown'

export interface Transaction {
  row: SourceRow
  /** ISO date. */
  date: string
  /** The date with its time, where that is known; transactions of one moment may have happened in any order. */
  moment: string
  action: TransactionAction
  /** Words of the source for it. */
  words: string
  /** Takes back a transaction like this one. */
  takesBack: boolean
  /** Canonical ticker or OCC-21 symbol, or the ISIN where there is nothing else. */
  ticker: string
  isOption: boolean
  name: string | null
  identifier: string | null
  currency: string
  account: string | null
  /** Decimal text, not below zero but for splits; `0` for evidence. */
  quantity: string
  /** Per share; null when there is none. */
  price: string | null
}

export interface Gap {
  mayBe: 'more' | 'more or less'
  why: string
}

export interface PathStep {
  /** ISO date. */
  date: string
  shares: Big
  /** Money paid, negative when received, without fees; null when shares moved without a price. */
  paid: Big | null
}

export interface Holding {
  first: Transaction
  last: Transaction
  rows: SourceRow[]
  /** Below zero when short. */
  shares: Big
  cost: Big
  isCostKnown: boolean
  /** Cost of shares that went out for an exchange and have not come back. */
  exchanged: Big | null
  /** Signs that there was more than the history knows. */
  gaps: Gap[]
  /** Position after each transaction that moved something. */
  path: PathStep[]
  /** Transactions of the same moment that take more than is held, and may have come after what brought it. */
  waiting: Transaction[]
}
