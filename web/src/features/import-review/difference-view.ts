// Tests: review-views.test.ts

import type { ImportDifference } from '@ballast/contract'
import { countOf, formatMoney, formatNumber } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'

type Compared = ImportDifference['added'][number]

export interface DifferenceRow {
  key: string
  change: 'Added' | 'Removed' | 'Changed'
  ticker: string
  account: string | null
  before: Compared | undefined
  after: Compared | undefined
}

/** Every difference as a row: what goes first, since it is what a person would miss. */
export function toDifferenceRows({ added, removed, changed }: ImportDifference): DifferenceRow[] {
  return [
    ...removed.map((before, index) => toRow('Removed', index, before, before, undefined)),
    ...changed.map(({ before, after }, index) => toRow('Changed', index, after, before, after)),
    ...added.map((after, index) => toRow('Added', index, after, undefined, after)),
  ]
}

function toRow(
  change: DifferenceRow['change'],
  index: number,
  { ticker, account }: Compared,
  before: Compared | undefined,
  after: Compared | undefined,
): DifferenceRow {
  return { key: `${change}-${index}`, change, ticker, account, before, after }
}

/** `120.00 at $148.35`; the shares alone when the cost is not known, nothing for a position that is not there. */
export function describeCompared(position: Compared | undefined): string {
  if (!position) return ''
  const { shares, avgCost, currency } = position
  return avgCost === null ? formatNumber(shares) : `${formatNumber(shares)} at ${formatMoney(avgCost, { currency })}`
}

/** `3 added, 1 removed, 2 changed, 9 unchanged`, with what would go by account; or that nothing would change. */
export function describeDifference({ added, removed, changed, unchangedCount, mode }: ImportDifference): string {
  if (added.length + removed.length + changed.length === 0) {
    return `Nothing would change: all ${countOf(unchangedCount, 'position')} are there already.`
  }
  const counts = [
    [added.length, 'added'],
    [removed.length, 'removed'],
    [changed.length, 'changed'],
    [unchangedCount, 'unchanged'],
  ] as const
  const listed = counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`)
    .join(', ')
  return mode === 'replace' && removed.length > 0 ? `${listed}. ${describeGone(removed)}` : listed
}

const NAMED_GONE = 4

/** Describes what replacing takes out of the portfolio. */
function describeGone(removed: ImportDifference['removed']): string {
  const named = removed
    .slice(0, NAMED_GONE)
    .map(({ ticker, account }) => (account ? `${toTickerLabel(ticker)} in ${account}` : toTickerLabel(ticker)))
  const rest = removed.length - named.length
  const list = rest > 0 ? [...named, `${rest.toLocaleString('en-US')} more`] : named
  const words = list.length > 1 ? `${list.slice(0, -1).join(', ')} and ${list.at(-1)}` : list.join('')
  return `${words} would go.`
}
