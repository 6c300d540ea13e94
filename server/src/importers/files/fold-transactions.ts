/**
 * A history of transactions into what is held at its end, by the average-cost method.
 *
 * A history rarely begins with the first purchase. What was held before is not in it, so everything that shows it (a sale of
 * more than is known, a dividend or a split before the first purchase) makes what is left a lower bound, and says so.
 */
import { OPTION_MULTIPLIER, toOptionTerms } from '@ballast/contract'
import { Big } from 'big.js'
import { toCostPerShare } from './cost-per-share.ts'
import type { SourceReport } from './source-report.ts'
import type { SourceRow } from './source-table.ts'

/**
 * - `buy`, `sell`: of what is held long; a sale may close, never open a short position
 * - `short`, `cover`: open and close a short position
 * - `receive`: shares that come without a price (transfers, gifts, stock dividends), whose cost is not known
 * - `add`: new shares of a split, which leave the total cost as it is
 * - `remove`: shares that leave without a price
 * - `exchange-out`, `exchange-in`: all old shares for new ones at the same total cost
 * - `expire`: an option that ends, on whichever side it is held
 * - `evidence`: something that only who holds shares has, such as a dividend
 */
export type TransactionAction =
  | 'buy'
  | 'sell'
  | 'short'
  | 'cover'
  | 'receive'
  | 'add'
  | 'remove'
  | 'exchange-out'
  | 'exchange-in'
  | 'expire'
  | 'evidence'

export interface Transaction {
  row: SourceRow
  /** ISO date. */
  date: string
  action: TransactionAction
  /** Canonical ticker or OCC-21 symbol, or the ISIN where there is nothing else. */
  ticker: string
  isOption: boolean
  name: string | null
  identifier: string | null
  currency: string
  account: string | null
  /** Decimal text, not below zero; `0` for evidence. */
  quantity: string
  /** Per share; null when there is none. */
  price: string | null
}

interface Holding {
  first: Transaction
  last: Transaction
  rows: SourceRow[]
  /** Below zero when short. */
  shares: Big
  cost: Big
  isCostKnown: boolean
  /** Cost of shares that went out for an exchange and have not come back. */
  exchanged: Big | null
  /** What shows that there was more than the history knows. */
  gaps: string[]
}

const ZERO = new Big(0)

/** Folds transactions, in the order in which they happened, into positions of the report; every row gets its verdict. */
export function foldTransactions(transactions: readonly Transaction[], report: SourceReport): void {
  const holdings = new Map<string, Holding>()
  for (const transaction of transactions) {
    const key = JSON.stringify([transaction.ticker, transaction.account, transaction.currency])
    const holding = holdings.get(key) ?? toEmpty(transaction)
    holdings.set(key, holding)
    holding.rows.push(transaction.row)
    holding.last = transaction
    apply(holding, transaction)
  }
  const dates = transactions.map(({ date }) => date).sort()
  const [first = null] = dates
  const last = dates.at(-1) ?? null
  if (first !== null && (report.knownFrom === null || first < report.knownFrom)) report.knownFrom = first
  report.asOf ??= last
  shareGaps([...holdings.values()])
  for (const holding of holdings.values()) settle(holding, report, last ?? '')
}

/** What shows in one currency that there was more of a security holds for it in every currency. */
function shareGaps(holdings: readonly Holding[]): void {
  const gaps = new Map<string, string[]>()
  const toKey = ({ first }: Holding) => JSON.stringify([first.ticker, first.account])
  for (const holding of holdings) {
    const shared = gaps.get(toKey(holding)) ?? []
    gaps.set(toKey(holding), shared)
    shared.push(...holding.gaps)
    holding.gaps = shared
  }
}

/** Transactions in the order in which they happened, whichever way the source lists them. */
export function inOrder(transactions: readonly Transaction[]): Transaction[] {
  const [first, last] = [transactions[0]?.date ?? '', transactions.at(-1)?.date ?? '']
  const listed = first > last ? transactions.toReversed() : [...transactions]
  return listed.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

function toEmpty(first: Transaction): Holding {
  return { first, last: first, rows: [], shares: ZERO, cost: ZERO, isCostKnown: true, exchanged: null, gaps: [] }
}

function apply(holding: Holding, { action, quantity, price, date }: Transaction): void {
  const amount = new Big(quantity)
  switch (action) {
    case 'buy':
      if (holding.shares.lt(0)) reduce(holding, amount, date, 'bought back')
      else increase(holding, amount, price)
      return
    case 'short':
      if (holding.shares.gt(0)) reduce(holding, amount, date, 'sold')
      else increase(holding, amount.neg(), price)
      return
    case 'sell':
    case 'remove':
      reduceLong(holding, amount, date, action === 'sell' ? 'sold' : 'given away')
      return
    case 'cover':
      if (holding.shares.lt(0)) reduce(holding, amount, date, 'bought back')
      else holding.gaps.push(`${amount.toFixed()} were bought back on ${date} that had not been sold.`)
      return
    case 'receive':
      if (holding.shares.lt(0)) reduce(holding, amount, date, 'received')
      else increase(holding, amount, null)
      return
    case 'add':
      if (holding.shares.eq(0)) holding.gaps.push(`A split on ${date} is of shares that were held before.`)
      else holding.shares = holding.shares.plus(holding.shares.lt(0) ? amount.neg() : amount)
      return
    case 'exchange-out':
      takeOut(holding, amount, date)
      return
    case 'exchange-in':
      bringBack(holding, amount, date)
      return
    case 'expire':
      expire(holding, amount)
      return
    case 'evidence':
      if (holding.shares.eq(0) && holding.rows.length === 1) {
        holding.gaps.push(`Something was held before ${date}, when this history first speaks of it.`)
      }
  }
}

function increase(holding: Holding, amount: Big, price: string | null): void {
  holding.shares = holding.shares.plus(amount)
  if (price === null) holding.isCostKnown = false
  else holding.cost = holding.cost.plus(amount.abs().times(price))
}

function reduceLong(holding: Holding, amount: Big, date: string, what: string): void {
  if (holding.shares.gt(0)) reduce(holding, amount, date, what)
  else holding.gaps.push(`${amount.toFixed()} were ${what} on ${date}, more than this history knows of.`)
}

/** Brings shares nearer to zero at their average cost; what is too much was held before the history. */
function reduce(holding: Holding, amount: Big, date: string, what: string): void {
  const held = holding.shares.abs()
  if (amount.gte(held)) {
    const excess = amount.minus(held)
    if (excess.gt(0)) holding.gaps.push(`${excess.toFixed()} more were ${what} on ${date} than this history knows of.`)
    holding.shares = ZERO
    holding.cost = ZERO
    holding.isCostKnown = true
    return
  }
  const left = held.minus(amount)
  holding.cost = holding.cost.times(left).div(held)
  holding.shares = holding.shares.lt(0) ? left.neg() : left
}

function takeOut(holding: Holding, amount: Big, date: string): void {
  if (holding.shares.eq(amount)) {
    holding.exchanged = holding.cost
    holding.shares = ZERO
    holding.cost = ZERO
  } else {
    reduceLong(holding, amount, date, 'exchanged')
  }
}

function bringBack(holding: Holding, amount: Big, date: string): void {
  if (holding.exchanged === null) {
    holding.gaps.push(`${amount.toFixed()} came in exchange on ${date} for shares that were held before.`)
    return
  }
  holding.shares = holding.shares.plus(amount)
  holding.cost = holding.cost.plus(holding.exchanged)
  holding.exchanged = null
}

function expire(holding: Holding, amount: Big): void {
  const held = holding.shares.abs()
  const left = amount.gte(held) || amount.eq(0) ? ZERO : held.minus(amount)
  holding.cost = held.eq(0) ? ZERO : holding.cost.times(left).div(held)
  holding.shares = holding.shares.lt(0) ? left.neg() : left
}

function settle(holding: Holding, report: SourceReport, lastDate: string): void {
  const { first, last, shares, gaps } = holding
  const { ticker } = first
  const expiry = first.isOption ? toOptionTerms(ticker)?.expiry : undefined
  if (shares.eq(0)) {
    const note = gaps.length === 0 ? `${ticker} is no longer held.` : `How much ${ticker} is held is not known.`
    sayAll(holding, report, gaps.length === 0 ? note : `${note} ${gaps[0]}`)
    return
  }
  if (expiry !== undefined && expiry < lastDate) {
    sayAll(holding, report, `${ticker} expired on ${expiry}: no longer held.`)
    return
  }
  sayAll(holding, report, `Folded into ${ticker}.`)
  const units = shares.abs().toFixed()
  report.hold(holding.rows, {
    ticker,
    name: last.name ?? first.name,
    identifier: last.identifier ?? first.identifier,
    kind: first.isOption ? 'option' : 'security',
    shares: shares.toFixed(),
    avgCost: holding.isCostKnown ? toCostPerShare(holding.cost.toFixed(), units) : null,
    currency: first.currency,
    multiplier: first.isOption ? OPTION_MULTIPLIER : 1,
    account: first.account,
    doubts: toDoubts(gaps),
  })
}

function toDoubts(gaps: readonly string[]): { field: 'shares'; reason: string }[] {
  const [gap] = gaps
  return gap === undefined ? [] : [{ field: 'shares', reason: `There may be more. ${gap}` }]
}

function sayAll(holding: Holding, report: SourceReport, note: string): void {
  for (const row of holding.rows) report.say(row, 'transaction', note)
}
