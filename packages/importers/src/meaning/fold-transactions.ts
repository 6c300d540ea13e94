// Tests: ../fold-second-method.test.ts

/**
 * A history of transactions into what is held at its end, by the average-cost method.
 *
 * A history rarely begins with the first purchase. What was held before is not in it, so everything that shows it (a sale of
 * more than is known, a dividend or a split before the first purchase) makes what is left a lower bound, and says so.
 */
import { Big } from 'big.js'
import { findSplitRatio, isReverseSplit } from './action-words.ts'
import { inOrder, withoutTakenBack } from './order-transactions.ts'
import { settleHolding } from './settle-holding.ts'
import type { SourceReport } from './source-report.ts'
import type { Gap, Holding, PathStep, Transaction, TransactionAction } from './transactions.ts'

const ZERO = new Big(0)

/** Folds the transactions of a source into positions of the report; every row gets its verdict. */
export function foldTransactions(transactions: readonly Transaction[], report: SourceReport): void {
  const holdings = new Map<string, Holding>()
  for (const transaction of withoutTakenBack(inOrder(transactions), report)) {
    const key = JSON.stringify([transaction.ticker, transaction.account, transaction.currency])
    const holding = holdings.get(key) ?? toEmpty(transaction)
    holdings.set(key, holding)
    if (holding.last.moment !== transaction.moment) applyWaiting(holding)
    holding.rows.push(transaction.row)
    holding.last = transaction
    if (mustWait(holding, transaction)) holding.waiting.push(transaction)
    else apply(holding, transaction)
  }
  for (const holding of holdings.values()) applyWaiting(holding)
  noteDates(transactions, report)
  shareGaps([...holdings.values()])
  const last = transactions.reduce((latest, { date }) => (date > latest ? date : latest), '')
  for (const holding of holdings.values()) {
    settleHolding(holding, report, last)
    noteTrades(holding, report)
  }
}

/** The days on which a holding changed; what there may have been more of is not dated. */
function noteTrades({ first, path, gaps }: Holding, report: SourceReport): void {
  if (gaps.length > 0) return
  const { ticker, isOption, account, currency } = first
  for (const { date, shares, paid } of path) {
    report.trades.push({
      ticker,
      isOption,
      account,
      currency,
      date,
      shares: shares.toFixed(),
      paid: paid?.toFixed() ?? null,
    })
  }
}

function noteDates(transactions: readonly Transaction[], report: SourceReport): void {
  const dates = transactions.map(({ date }) => date).sort()
  const [first = null] = dates
  if (first !== null && (report.knownFrom === null || first < report.knownFrom)) report.knownFrom = first
  report.asOf ??= dates.at(-1) ?? null
}

/** True if something takes what is not there yet; on its day, what brings it may be listed after it. */
function mustWait({ shares, exchanged }: Holding, { action, quantity, words }: Transaction): boolean {
  if (action === 'sell' || action === 'remove' || action === 'exchange-out') return shares.lt(quantity)
  if (action === 'cover') return shares.times(-1).lt(quantity)
  if (action === 'exchange-in') return exchanged === null
  if (action !== 'split' || exchanged !== null) return false
  return shares.eq(0) || (isReverseSplit(words) && new Big(quantity).gt(0))
}

function applyWaiting(holding: Holding): void {
  for (const transaction of holding.waiting) apply(holding, transaction)
  holding.waiting = []
}

/** Copies gaps between currencies: if one shows that there was more of a security, this holds for it in every currency. */
function shareGaps(holdings: readonly Holding[]): void {
  const gaps = new Map<string, Gap[]>()
  const toKey = ({ first }: Holding) => JSON.stringify([first.ticker, first.account])
  for (const holding of holdings) {
    const shared = gaps.get(toKey(holding)) ?? []
    gaps.set(toKey(holding), shared)
    shared.push(...holding.gaps)
    holding.gaps = shared
  }
}

function toEmpty(first: Transaction): Holding {
  const nothing = { shares: ZERO, cost: ZERO, isCostKnown: true, exchanged: null }
  return { ...nothing, first, last: first, rows: [], gaps: [], path: [], waiting: [] }
}

type Step = (holding: Holding, amount: Big, transaction: Transaction) => void

/** Effect of each action on a position. */
const STEPS: Readonly<Record<TransactionAction, Step>> = {
  buy(holding, amount, { date, price }) {
    if (holding.shares.lt(0)) reduce(holding, amount, date, 'bought back')
    else increase(holding, amount, price)
  },
  short(holding, amount, { date, price }) {
    if (holding.shares.gt(0)) reduce(holding, amount, date, 'sold')
    else increase(holding, amount.neg(), price)
  },
  sell: (holding, amount, { date }) => reduceLong(holding, amount, date, 'sold'),
  remove: (holding, amount, { date }) => reduceLong(holding, amount, date, 'given away'),
  cover(holding, amount, { date }) {
    if (holding.shares.lt(0)) reduce(holding, amount, date, 'bought back')
    else addGap(holding, `${amount.toFixed()} were bought back on ${date} that had not been sold.`)
  },
  receive(holding, amount, { date }) {
    if (holding.shares.lt(0)) reduce(holding, amount, date, 'received')
    else increase(holding, amount, null)
  },
  distribute(holding, amount) {
    if (holding.shares.eq(0)) increase(holding, amount, null)
    else holding.shares = holding.shares.plus(holding.shares.lt(0) ? amount.neg() : amount)
  },
  split,
  'exchange-out': (holding, amount, { date }) => takeOut(holding, amount, date),
  'exchange-in': (holding, amount, { date }) => bringBack(holding, amount, date),
  expire,
  evidence(holding, _amount, { date }) {
    if (holding.shares.eq(0) && holding.rows.length === 1) {
      addGap(holding, `Something was held before ${date}, when this history first speaks of it.`)
    }
  },
  unknown: (holding, _amount, transaction) =>
    takeUnknown(holding, transaction, `"${transaction.words.trim().slice(0, 60)}" on ${transaction.date}`),
}

function apply(holding: Holding, transaction: Transaction): void {
  const before = holding.shares
  STEPS[transaction.action](holding, new Big(transaction.quantity), transaction)
  const { shares } = holding
  if (!shares.eq(before)) holding.path.push({ date: transaction.date, shares, paid: toPaid(transaction) })
}

function toPaid({ action, quantity, price }: Transaction): PathStep['paid'] {
  if (action === 'split' || action === 'distribute' || action === 'expire') return ZERO
  const sign = action === 'buy' || action === 'cover' ? 1 : action === 'sell' || action === 'short' ? -1 : 0
  return sign === 0 || price === null ? null : new Big(quantity).times(price).times(sign)
}

function addGap(holding: Holding, why: string, mayBe: Gap['mayBe'] = 'more'): void {
  holding.gaps.push({ mayBe, why })
}

function takeUnknown(holding: Holding, { takesBack }: Transaction, what: string): void {
  const why = takesBack ? 'takes back something that is not in this history' : 'may have changed how many are held'
  addGap(holding, `${what} ${why}.`, 'more or less')
}

/** The shares that a split brings or takes; a ratio counts where no shares are stated. */
function split(holding: Holding, change: Big, { date, words }: Transaction): void {
  const { shares } = holding
  const ratio = change.eq(0) ? findSplitRatio(words) : undefined
  const away = change.abs()
  if (change.lt(0) && shares.abs().eq(away)) takeOut(holding, shares.abs(), date)
  else if (change.lt(0) && shares.abs().lt(away)) reduceLong(holding, away, date, 'exchanged')
  else if (holding.exchanged !== null && shares.eq(0)) bringBack(holding, change, date)
  else if (shares.eq(0)) addGap(holding, `A split on ${date} is of shares that were held before.`)
  else if (ratio !== undefined) holding.shares = shares.times(ratio.gained).div(ratio.given)
  else if (change.eq(0) || (isReverseSplit(words) && change.gt(0))) {
    addGap(holding, `The file does not say how many a split on ${date} has left.`, 'more or less')
  } else holding.shares = shares.plus(shares.lt(0) ? change.neg() : change)
}

function increase(holding: Holding, amount: Big, price: string | null): void {
  holding.shares = holding.shares.plus(amount)
  if (price === null) holding.isCostKnown = false
  else holding.cost = holding.cost.plus(amount.abs().times(price))
}

function reduceLong(holding: Holding, amount: Big, date: string, what: string): void {
  if (holding.shares.gt(0)) reduce(holding, amount, date, what)
  else addGap(holding, `${amount.toFixed()} were ${what} on ${date}, more than this history knows of.`)
}

/** Brings shares nearer to zero at their average cost; what is too much was held before the history. */
function reduce(holding: Holding, amount: Big, date: string, what: string): void {
  const held = holding.shares.abs()
  if (amount.gte(held)) {
    const excess = amount.minus(held)
    if (excess.gt(0)) addGap(holding, `${excess.toFixed()} more were ${what} on ${date} than this history knows of.`)
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
    addGap(holding, `${amount.toFixed()} came in exchange on ${date} for shares that were held before.`)
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
