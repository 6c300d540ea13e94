// Tests: ../histories.test.ts, ../samples.test.ts

import type { SourceReport } from './source-report.ts'
/** The lines of a history in the order in which they happened, without those that were taken back. */
import type { Transaction } from './transactions.ts'

/**
 * Transactions in the order in which they happened, whichever way the source lists them: by their days, on a day whose lines
 * all have a time by that, and otherwise as they are listed or, where most lines follow later ones, the other way round.
 *
 * @returns the same transactions; `moment` is only the date where not every line of the day tells its time
 */
export function inOrder(transactions: readonly Transaction[]): Transaction[] {
  const untimed = new Set(transactions.flatMap(({ date, moment }) => (moment === date ? [date] : [])))
  const placed = transactions.map((one) => (untimed.has(one.date) ? { ...one, moment: one.date } : one))
  let rises = 0
  for (const [index, { moment }] of placed.entries()) {
    const before = placed[index - 1]?.moment ?? moment
    rises += moment > before ? 1 : moment < before ? -1 : 0
  }
  const listed = rises < 0 ? placed.toReversed() : placed
  return listed.sort((a, b) => (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : 0))
}

/**
 * Without the lines that take others back and the lines that they take back: what was cancelled never happened, so that the
 * average cost of the rest is as if neither stood there. What takes back something that is not there becomes `unknown`.
 */
export function withoutTakenBack(transactions: readonly Transaction[], report: SourceReport): Transaction[] {
  const open = new Map<string, Transaction[]>()
  const gone = new Set<Transaction>()
  const lost = new Set<Transaction>()
  for (const one of transactions) {
    const key = JSON.stringify([one.ticker, one.account, one.currency, one.action, one.quantity])
    const alike = open.get(key) ?? []
    open.set(key, alike)
    if (!one.takesBack) {
      alike.push(one)
      continue
    }
    const at = alike.findLastIndex(({ price }) => price === null || one.price === null || price === one.price)
    const [original] = at === -1 ? [] : alike.splice(at, 1)
    if (original === undefined) {
      lost.add(one)
      continue
    }
    gone.add(one).add(original)
    report.say(one.row, 'transaction', `Takes back line ${original.row.line}.`)
    report.say(original.row, 'transaction', `Taken back on line ${one.row.line}.`)
  }
  return transactions
    .filter((one) => !gone.has(one))
    .map((one) => (lost.has(one) ? { ...one, action: 'unknown' as const } : one))
}
