// Tests: ../layouts.test.ts, ../verdict/image-lines.test.ts

import type { LineVerdict } from '@ballast/contract'
import type { DecimalMark } from '../../decimal-text.ts'
import { isMoneyFund, toBareSymbol } from '../../meaning/security-kinds.ts'
import { readFigure } from '../figures/figures.ts'
import { findInline } from '../figures/inline-figures.ts'
import { type ImageRole, toImageRole } from '../figures/labels.ts'
import type { TextRow } from './text-rows.ts'

const TOTAL =
  /^(?:grand |sub|account |portfolio |positions? |equit(?:y|ies) |stocks? )*total\b|^(?:net|total) (?:account |portfolio )?(?:value|assets|worth)\b|^(?:sum|summe|gesamt|totaal|altogether|totale|suma)\b/i
const CASH =
  /^(?:settled |uninvested |available |total )?cash\b|^(?:buying power|money market|core position|sweep|withdrawable|geldmarkt|guthaben)\b/i
const PENDING = /^pending\b/i

/** Rows of a table that are no holdings: totals, cash, what is pending. */
export function findAside(row: TextRow): Extract<LineVerdict, 'total' | 'cash' | 'pending'> | undefined {
  const text = row.cells[0]?.text ?? ''
  if (TOTAL.test(text)) return 'total'
  if (CASH.test(text)) return 'cash'
  if (isMoneyFund(toBareSymbol(text.split(' ')[0] ?? ''), '') && countAmounts(row) <= 1) return 'cash'
  return PENDING.test(text) ? 'pending' : undefined
}

/** A fund that cash lies in is shown with its value alone; one with shares and a price is a holding like others. */
function countAmounts(row: TextRow): number {
  return row.cells.filter(({ text }) => /\d[.,]\d{2}\b/.test(text) && !text.includes('%')).length
}

/** "Total cost" beside each holding is a label of its own, not the sum of all. */
const OF_ONE = new Set<ImageRole | undefined>(['costTotal', 'avgCost', 'gain', 'quantity'])

/** True for a row that is no holding though it stands among holdings. */
export function isAside(row: TextRow, mark: DecimalMark): boolean {
  if (row.cells.length === 2 && OF_ONE.has(toImageRole(row.cells[0]?.text ?? ''))) return false
  // "Total cost $398,402.55, Quantity 9,315" says more of one holding than a sum would.
  if (new Set(findInline(row.cells[0]?.text ?? '', mark).map(({ role }) => role)).size > 1) return false
  return findAside(row) !== undefined && (row.cells.length < 2 || row.cells.some(({ text }) => readFigure(text, mark)))
}

/**
 * Rows without sums, cash and what is pending. A label such as "Total cost" that stands in several rows is of each holding, and so is
 * "Total value" that stands as often as these do.
 */
export function withoutAsides(rows: readonly TextRow[], mark: DecimalMark): TextRow[] {
  const labels = rows.map(({ cells }) => (cells[0]?.text ?? '').split(/:? ?[-+]?[$€£]?\d/, 1)[0] ?? '')
  const countOf = (label: string) => labels.filter((other) => other === label).length
  const most = Math.max(2, ...labels.filter((label) => OF_ONE.has(toImageRole(label))).map(countOf))
  const isOfEach = (label: string) => {
    const role = toImageRole(label)
    return countOf(label) >= (OF_ONE.has(role) ? 2 : role === 'value' ? most : Number.POSITIVE_INFINITY)
  }
  return rows.filter((row, at) => isOfEach(labels[at] ?? '') || !isAside(row, mark))
}
