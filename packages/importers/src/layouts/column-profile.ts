// Tests: ../mapped-columns.test.ts, ../samples.test.ts

import { type MappedField, toTicker } from '@ballast/contract'
import { isNothing, type NumberCells } from '../meaning/number-cells.ts'
import { findTickerIn, isIsin, toBareSymbol } from '../meaning/security-kinds.ts'
import type { SourceRow } from '../sources/source-table.ts'

const SAMPLES = 3
const SAMPLE_CHARACTERS = 40
/** "AAPL" and "BRK.B"; in São Paulo "PETR4", in Hong Kong "0700.HK". */
const TICKER_LIKE = /^(?:[A-Z]{1,5}(?:[./ -][A-Z]{1,2})?|[A-Z]{4}\d{1,2}|\d{3,5}\.[A-Z]{1,2})$/
const COUNTED = /^[-+]?\d[\d.,]{0,18} (?:shares?|shs|units?|stück|stk|aktien)\.?$/i
const CURRENCY_CODES = new Set([
  'USD',
  'EUR',
  'GBP',
  'CHF',
  'JPY',
  'CAD',
  'AUD',
  'SEK',
  'NOK',
  'DKK',
  'HKD',
  'GBX',
  'PLN',
])

/** Part of the cells or lines that counts as most of them. */
export const MOSTLY = 0.6

/** Meaning proposed for a column, and why. */
export interface ColumnProposal {
  field: MappedField
  because: string
}

/** Look of the cells of one column; shares are parts of the cells that are filled. */
export interface ColumnProfile {
  filled: number
  tickers: number
  /** Tickers, and cells that name one beside something else. */
  tellsTicker: number
  numbers: number
  currencies: number
  words: number
  /** A number with its unit: `10 shares`. */
  counted: number
  hasMoneySign: boolean
  hasPercentSign: boolean
  samples: string[]
}

/** Measures the look of a column's cells below the header. */
export function profileColumn(rows: readonly SourceRow[], index: number, numbers: NumberCells): ColumnProfile {
  const cells = rows.map((row) => (row.cells[index] ?? '').trim()).filter((cell) => !isNothing(cell))
  const part = (holds: (cell: string) => boolean) =>
    cells.length === 0 ? 0 : cells.filter(holds).length / cells.length
  return {
    filled: cells.length,
    tickers: part(isTickerLike),
    tellsTicker: part((cell) => isTickerLike(cell) || findTickerIn(cell) !== undefined),
    numbers: part((cell) => numbers.textOf(cell) !== null),
    currencies: part((cell) => CURRENCY_CODES.has(cell)),
    words: part(hasWords),
    counted: part((cell) => COUNTED.test(cell)),
    hasMoneySign: cells.some((cell) => /[$€£]/.test(cell) && /\d/.test(cell)),
    hasPercentSign: cells.some((cell) => cell.endsWith('%')),
    samples: cells.slice(0, SAMPLES).map((cell) => cell.slice(0, SAMPLE_CHARACTERS)),
  }
}

function isTickerLike(cell: string): boolean {
  const symbol = toBareSymbol(cell)
  if (CURRENCY_CODES.has(symbol)) return false
  return TICKER_LIKE.test(symbol) || isIsin(symbol) || (symbol.length > 15 && toTicker(symbol) !== undefined)
}

/** Two letters, and behind them a blank or a small letter: `Apple Inc`, but neither `AAPL` nor `A`. */
function hasWords(cell: string): boolean {
  const start = cell.search(/\p{L}{2}/u)
  return start !== -1 && /[ \p{Ll}]/u.test(cell.slice(start + 2, SAMPLE_CHARACTERS))
}
