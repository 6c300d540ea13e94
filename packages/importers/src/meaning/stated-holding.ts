// Tests: ../file-fixtures.test.ts, ../samples.test.ts

/** Cells of a row of positions, and the little that is common to all kinds of rows. */
import { BASE_CURRENCY, type ReviewedField } from '@ballast/contract'
import type { SourceRow } from '../sources/source-table.ts'
import { findCurrency } from './number-cells.ts'
import type { SourceReport } from './source-report.ts'

/** The cells of a row that states a holding; what the layout does not have is left out. */
export interface StatedHolding {
  row: SourceRow
  symbol: string
  description?: string | undefined
  quantity?: string | undefined
  price?: string | undefined
  value?: string | undefined
  avgCost?: string | undefined
  costTotal?: string | undefined
  gain?: string | undefined
  currency?: string | undefined
  assetType?: string | undefined
  sector?: string | undefined
  multiplier?: string | undefined
  identifier?: string | undefined
  exchange?: string | undefined
  /** OCC-21 symbol, where the layout states the terms in columns of their own. */
  option?: string | undefined
  account: string | null
  /** True where the name of a column or an amount says that prices are in pence. */
  isInPence?: boolean
  /** Doubts about it before its cells are looked at. */
  doubts?: readonly Doubt[]
}

export type Doubt = { field: ReviewedField; reason: string }

/** The currency of a row: as its column says, or else the sign of one of its amounts, or else the dollar. */
export function toCurrency(stated: StatedHolding): string {
  return findStatedCurrency(stated) ?? BASE_CURRENCY
}

/** True if a row says itself what its amounts are counted in; a dollar sign does, though there are several dollars. */
export function namesCurrency(stated: StatedHolding): boolean {
  return findStatedCurrency(stated) !== undefined || toAmounts(stated).some((cell) => cell.includes('$'))
}

/** The currency that a row states by its code or a sign of its own; a dollar sign alone may be of several. */
export function findStatedCurrency(stated: StatedHolding): string | undefined {
  const code = stated.currency?.trim() ?? ''
  if (/^[A-Za-z]{3}$/.test(code)) return code.toUpperCase()
  return toAmounts(stated).flatMap((cell) => findCurrency(cell) ?? [])[0]
}

const toAmounts = ({ price, value, avgCost, costTotal }: StatedHolding) =>
  [price, value, avgCost, costTotal].map((cell) => cell ?? '')

/** Counts a row's value in the stated total, though it is no position. */
export function addOutside(report: SourceReport, stated: StatedHolding, value: number): void {
  report.valuesOutside.push({ line: stated.row.line, account: stated.account, currency: toCurrency(stated), value })
}

/** 1,234.50: an amount of money in a sentence. */
export function formatAmount(value: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
