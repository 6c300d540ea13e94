// Tests: ../formula-cells.test.ts, ../samples.test.ts

import { type DecimalReading, readDecimal } from '../decimal-text.ts'
import type { SourceRow } from '../sources/source-table.ts'

/** How the numbers of a source are written. `unknown` when none of them shows it. */
export type NumberConvention = 'point' | 'comma' | 'unknown'

/**
 * - `number`: exact decimal text; `other` when it could also mean that, and nothing in the source shows which
 * - `none`: a blank, or one of the signs for "not known"
 * - `bad`: something that is no number
 */
export type NumberReading = { is: 'number'; text: string; other?: string } | { is: 'none' } | { is: 'bad' }

const NOTHING = new Set([
  '',
  '-',
  '--',
  '---',
  '—',
  '–',
  'n/a',
  'na',
  'n.a.',
  'none',
  'null',
  'not available',
  'unknown',
  '…',
  '*',
])
const SAMPLE_ROWS = 3_000
const LONGEST = 60
const FORMULA_TEXT = /^="?([^"]*)"?$/
const CURRENCY_SIGNS = /(?:US|CA?|AU?|HK|NZ|SG?)?\$|[€£¥₹]/gi
/** Dollars of other countries than the United States, by the letters before their sign. */
const OTHER_DOLLARS: Readonly<Record<string, string>> = {
  A: 'AUD',
  AU: 'AUD',
  C: 'CAD',
  CA: 'CAD',
  HK: 'HKD',
  NZ: 'NZD',
  S: 'SGD',
  SG: 'SGD',
}
const CURRENCY_CODE =
  /^(?:USD|EUR|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|PLN)\s?|\s?(?:USD|EUR|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|PLN)$/i
/** 10 shares, as pages write it; 6.25 cr, what a trade of options brought in. */
const UNIT = / ?(?:shares?|shs|units?|contracts?|cr|db)$/i
/** 71.00p, 440.5 pence: hundredths of a pound. */
const PENCE = /^([-+(]?\d[\d.,]{0,20}) ?(?:p|pence)$/
const DIGIT = /\d/

/** Reads the numbers of one source by the convention that the source as a whole follows. */
export class NumberCells {
  readonly convention: NumberConvention

  constructor(convention: NumberConvention) {
    this.convention = convention
  }

  /** The convention by vote: each cell that can only be read one way has a say. */
  static of(rows: readonly SourceRow[], delimiter: string): NumberCells {
    let points = 0
    let commas = 0
    for (const { cells } of rows.slice(0, SAMPLE_ROWS)) {
      for (const cell of cells) {
        if (cell === '' || cell.length > LONGEST || !DIGIT.test(cell)) continue
        const reading = readStripped(cell)
        if (reading?.is !== 'number' || reading.mark === undefined) continue
        if (reading.mark === 'point') points++
        else commas++
      }
    }
    if (points === 0 && commas === 0) return new NumberCells(delimiter === ';' ? 'unknown' : 'point')
    return new NumberCells(commas > points ? 'comma' : 'point')
  }

  /** The number in a cell, without the signs of money, percent and footnotes around it. */
  read(cell: string | undefined): NumberReading {
    if (cell === undefined || isNothing(cell)) return { is: 'none' }
    const reading = readStripped(cell)
    if (reading === undefined || reading.is === 'bad') return { is: 'bad' }
    if (reading.is === 'number') return { is: 'number', text: reading.text }
    if (this.convention === 'comma') return { is: 'number', text: reading.asComma }
    if (this.convention === 'point') return { is: 'number', text: reading.asPoint }
    return { is: 'number', text: reading.asPoint, other: reading.asComma }
  }

  /** The number in a cell as decimal text; null when there is none. */
  textOf(cell: string | undefined): string | null {
    const reading = this.read(cell)
    return reading.is === 'number' ? reading.text : null
  }

  /** The number in a cell as a number, for comparisons; null when there is none. */
  valueOf(cell: string | undefined): number | null {
    const text = this.textOf(cell)
    return text === null ? null : Number(text)
  }
}

/** True for a blank cell and for the signs that brokers write where they have no figure. */
export function isNothing(cell: string): boolean {
  return cell === '' || (cell.length < 20 && NOTHING.has(cell.trim().toLowerCase()))
}

/** True if a cell is an amount of pence. */
export const isOfPence = (cell: string) => cell.length <= LONGEST && PENCE.test(cell.trim())

/** The currency that a cell's sign or code names, or `undefined`; a dollar sign alone names none. */
export function findCurrency(cell: string): string | undefined {
  if (cell.includes('€')) return 'EUR'
  if (cell.includes('£')) return 'GBP'
  const text = cell.trim().slice(0, 8)
  const dollar = /^[-+(]?([A-Z]{1,2})\$/.exec(text)?.[1] ?? ''
  return OTHER_DOLLARS[dollar] ?? /^(EUR|GBP|CHF|CAD|AUD|JPY|SEK|NOK|DKK|PLN)\b/.exec(text)?.[1]
}

function readStripped(cell: string): DecimalReading | undefined {
  if (cell.length > LONGEST) return undefined
  let text = cell.trim()
  if (text.startsWith('=')) text = FORMULA_TEXT.exec(text)?.[1]?.trim() ?? text
  if (text.startsWith("'")) text = text.slice(1)
  if (text.startsWith('@')) text = text.slice(1).trim()
  text = text.replace(UNIT, '').replace(PENCE, '$1')
  text = text.replace(CURRENCY_SIGNS, '').replace(CURRENCY_CODE, '').trim()
  // Merrill writes a change as "+$983.36 +197.80%" in one cell: the amount is meant.
  if (text.endsWith('%') && text.includes(' ')) text = text.slice(0, text.indexOf(' '))
  if (text.endsWith('%')) text = text.slice(0, -1).trim()
  if (text.endsWith('-') && !text.startsWith('-')) text = `-${text.slice(0, -1).trim()}`
  if (text.startsWith('+-') || text.startsWith('- ')) text = `-${text.slice(2)}`
  // A parenthesis may enclose the sign of money or stand inside it; without that sign it is always the outermost.
  if (!DIGIT.test(text)) return undefined
  return readDecimal(text, 'either')
}
