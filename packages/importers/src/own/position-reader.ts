// Tests: import-fixtures.test.ts, own-csv.test.ts

import { BASE_CURRENCY, LIMITS, type PositionKind, toTicker, UNKNOWN_SECTOR, unguardCsvText } from '@ballast/contract'
import { z } from 'zod'
import { maskAccountNumbers } from '../account-label.ts'
import {
  type DecimalMark,
  type DecimalReading,
  findDecimalFault,
  readDecimal,
  readPlainDecimal,
} from '../decimal-text.ts'
import { OF_HUNDREDTHS } from '../hundredths.ts'
import type { ImportedPosition } from '../imported-position.ts'
import { classifyPosition, isKindFault, isPlainSecurity } from '../position-kind.ts'
import type { ProblemList } from '../problem-list.ts'
import type { Field, RowText } from './own-fields.ts'
import { SeenTickers } from './seen-tickers.ts'

type Ambiguous = Extract<DecimalReading, { is: 'ambiguous' }>

interface Undecided {
  row: number
  position: ImportedPosition
  field: 'shares' | 'avgCost'
  found: string
  reading: Ambiguous
}

const NUMBER_EXPECTED = 'Write it like 10 or 1,250.5.'
const COST_EXPECTED = `${NUMBER_EXPECTED} Leave it blank when it is not known.`
const TICKER_EXPECTED = 'Write it like AAPL, BRK.B or an option symbol such as AAPL261218C00250000.'
const KINDS: readonly string[] = ['security', 'option', 'bond', 'cash'] satisfies PositionKind[]
/** Form in which a spreadsheet export keeps a cell as text: ="AAPL". */
const FORMULA_TEXT = /^="([^"]*)"$/
const CONTROL_CHARACTER = /\p{Cc}/u
const MINUS = 45
const CAPITAL_A = 65
const CAPITAL_Z = 90

/** The rows of a text of ours, and what is to be said of all of them. */
export interface OwnRows {
  reader: PositionReader
  notes: string[]
}

/**
 * Reads rows of text into positions, collects what is wrong with them, and remembers what only the whole input can tell.
 * Made for a hundred thousand rows in one go: the common spellings are read without regular expressions.
 */
export class PositionReader {
  readonly positions: ImportedPosition[] = []
  /** Where each of `positions` stood. */
  readonly rows: number[] = []
  readonly notes: string[] = []
  readonly #tickers = new SeenTickers()
  readonly #problems: ProblemList
  readonly #convention: 'point' | 'either'
  readonly #isSpreadsheet: boolean
  readonly #columns: Partial<Record<Field, string>>
  readonly #undecided: Undecided[] = []
  readonly #marksSeen = new Set<DecimalMark>()
  readonly #labels = new Map<string, string>()
  #lastRaw = ''
  #lastLabel = ''

  constructor(input: {
    problems: ProblemList
    /** How decimals may be written, see {@link readDecimal}. */
    convention: 'point' | 'either'
    /** True if cells may be written as spreadsheets need them: ="AAPL", or with an apostrophe before a formula. */
    isSpreadsheet: boolean
    /** Names of the columns in the input, for the messages. */
    columns: Partial<Record<Field, string>>
  }) {
    this.#problems = input.problems
    this.#convention = input.convention
    this.#isSpreadsheet = input.isSpreadsheet
    this.#columns = input.columns
  }

  /** True when some ticker came more than once, so that there may be lots to merge. */
  get hasRepeatedTicker(): boolean {
    return this.#tickers.hasRepeated
  }

  /** Reads one row; when something is wrong with it, that goes to the problem list and the row is left out. */
  read(row: number, text: RowText): void {
    const before = this.#problems.count
    const ticker = this.#readTicker(row, text.ticker ?? '')
    const shares = this.#readShares(row, text.shares ?? '')
    const avgCost = this.#readAvgCost(row, text.avgCost ?? '')
    const sector = this.#readLabel(row, 'sector', text.sector ?? '', LIMITS.sectorCharacters)
    const account = text.account ? this.#readLabel(row, 'account', text.account, LIMITS.accountNameCharacters) : null
    const currency = text.currency ? this.#readCurrency(row, text.currency) : undefined
    const kind = text.kind ? this.#readKind(row, text.kind) : undefined
    if (this.#problems.count > before) return

    const position: ImportedPosition = {
      ticker,
      kind: 'security',
      shares: toText(shares) ?? '',
      avgCost: toText(avgCost) ?? null,
      currency: currency ?? BASE_CURRENCY,
      multiplier: 1,
      sector: sector === UNKNOWN_SECTOR ? null : sector,
      account: account === null ? null : maskAccountNumbers(account),
    }
    const isPlain = kind === undefined && isPlainSecurity(ticker, position.avgCost)
    if (!isPlain && !this.#classify(position, { row, text, kind, currency })) return
    this.#tickers.add(position.ticker)
    this.positions.push(position)
    this.rows.push(row)
    if (typeof shares === 'object') this.#leaveOpen(row, position, 'shares', text.shares, shares)
    if (typeof avgCost === 'object') this.#leaveOpen(row, position, 'avgCost', text.avgCost, avgCost)
  }

  /** Says of a position what else it is than a security; false when its cells contradict one another. */
  #classify(
    position: ImportedPosition,
    stated: { row: number; text: RowText; kind: PositionKind | undefined; currency: string | undefined },
  ): boolean {
    const { row, text, kind, currency } = stated
    const classified = classifyPosition({ ...position, kind, currency })
    if (isKindFault(classified)) {
      this.#fault(row, classified.field, text[classified.field] ?? '', classified.why, classified.expected)
      return false
    }
    if (classified.kind === 'cash' && kind === undefined) {
      this.notes.push(`Row ${row}: ${position.ticker} is taken for cash in ${classified.currency}.`)
    }
    Object.assign(position, classified)
    if (classified.kind === 'bond') Object.assign(position, this.#readStatedPrice(row, text))
    return true
  }

  /** Settles the numbers whose decimal mark only the rest of the input shows; those it does not show become problems. */
  finish(): void {
    const mark = this.#marksSeen.size === 1 ? [...this.#marksSeen][0] : undefined
    for (const { row, position, field, found, reading } of this.#undecided) {
      if (mark === undefined) {
        const mend = `write ${asDecimals(reading)} with its decimals, or ${asWhole(reading)} without a separator.`
        const why = `can mean ${reading.asPoint} or ${reading.asComma}`
        this.#fault(row, field, found, why, `Nothing else in the file shows which: ${mend}`)
      } else if (position.kind !== 'cash' || field === 'shares') {
        position[field] = mark === 'point' ? reading.asPoint : reading.asComma
      }
    }
  }

  #readTicker(row: number, raw: string): string {
    if (isPlainTicker(raw)) return raw
    const trimmed = raw.trim()
    const text = this.#toContent(trimmed)
    const ticker = toTicker(text)
    if (ticker !== undefined) return ticker
    if (text === '') this.#fault(row, 'ticker', undefined, 'the ticker is missing', TICKER_EXPECTED)
    else this.#fault(row, 'ticker', text, 'is not a ticker', TICKER_EXPECTED)
    return ''
  }

  /** Reads the price in a bond's row; a price that cannot be read is a fault like any other. */
  #readStatedPrice(row: number, { statedPrice = '', statedOn = '' }: RowText): Partial<ImportedPosition> {
    const price = this.#toContent(statedPrice).trim()
    const day = this.#toContent(statedOn).trim()
    if (price === '') return {}
    const fault = /^\d{1,12}(?:\.\d{1,10})?$/.test(price) && Number(price) > 0 ? undefined : 'is not a price'
    if (fault) this.#fault(row, 'statedPrice', price, fault, 'Write it like 98.75, for $100 of face value.')
    const isDay = day === '' || z.iso.date().safeParse(day).success
    if (!isDay) this.#fault(row, 'statedOn', day, 'is not a day', 'Write it like 2026-11-20, or leave it blank.')
    return fault || !isDay ? {} : { statedPrice: price, statedOn: day === '' ? null : day }
  }

  #readShares(row: number, raw: string): string | Ambiguous | undefined {
    const shares = this.#readNumber(row, 'shares', raw, LIMITS.shares)
    if (shares === '0') {
      this.#fault(row, 'shares', raw.trim(), 'is not a position', 'Write how many shares are held, or remove the row.')
    } else if (shares === undefined && raw.trim() === '') {
      this.#fault(row, 'shares', undefined, 'the number of shares is missing', NUMBER_EXPECTED)
    }
    return shares
  }

  #readAvgCost(row: number, raw: string): string | Ambiguous | undefined {
    const cost = this.#readNumber(row, 'avgCost', raw, LIMITS.avgCost)
    if (cost !== undefined && toText(cost)?.charCodeAt(0) === MINUS) {
      this.#fault(
        row,
        'avgCost',
        raw.trim(),
        'is below zero',
        'A cost is 0 or more; leave it blank when it is not known.',
      )
    }
    return cost
  }

  /** The number in a cell, or `undefined` when the cell is blank or holds none (which is then a problem). */
  #readNumber(row: number, field: 'shares' | 'avgCost', raw: string, largest: number): string | Ambiguous | undefined {
    const plain = this.#convention === 'point' ? readPlainDecimal(raw) : undefined
    if (plain !== undefined && plain.length < 12) return plain
    const trimmed = raw.trim()
    if (trimmed === '') return undefined
    const text = this.#toContent(trimmed)
    const reading = readDecimal(text, this.#convention)
    if (reading.is === 'ambiguous') return reading
    if (reading.is === 'bad') {
      this.#fault(row, field, text, reading.why, field === 'avgCost' ? COST_EXPECTED : NUMBER_EXPECTED)
      return undefined
    }
    if (reading.mark) this.#marksSeen.add(reading.mark)
    const fault = findDecimalFault(reading.text, largest)
    if (fault) this.#fault(row, field, text, fault.why, fault.expected)
    return reading.text
  }

  #readLabel(row: number, field: 'sector' | 'account', raw: string, longest: number): string | null {
    if (raw === '') return null
    // Rows of one sector or account often stand together: comparing is cheaper than looking up.
    if (raw === this.#lastRaw && this.#lastLabel.length <= longest) return this.#lastLabel
    const known = this.#labels.get(raw)
    if (known !== undefined && known.length <= longest) {
      this.#lastRaw = raw
      this.#lastLabel = known
      return known
    }
    const text = this.#toContent(raw).toWellFormed().replace(/\s+/g, ' ').trim()
    if (text === '') return null
    if (CONTROL_CHARACTER.test(text)) {
      this.#fault(row, field, text, 'contains control characters', 'Write it as plain text.')
    } else if (text.length > longest) {
      this.#fault(row, field, text, `is longer than ${longest} characters`, 'Shorten it, or leave it blank.')
    } else {
      this.#labels.set(raw, text)
    }
    return text
  }

  #readCurrency(row: number, raw: string): string | undefined {
    const text = raw.trim()
    if (text === '') return undefined
    // Spelling GBp in capitals would multiply the cost by a hundred.
    if (OF_HUNDREDTHS.has(text)) {
      const expected = 'Divide the cost by 100 and write the currency itself, such as GBP.'
      this.#fault(row, 'currency', text, 'is a hundredth of a currency', expected)
      return undefined
    }
    if (/^(?:[A-Z]{3}|[a-z]{3})$/.test(text)) return text.toUpperCase()
    this.#fault(row, 'currency', text, 'is not a currency', `Write three letters, such as ${BASE_CURRENCY}.`)
    return undefined
  }

  #readKind(row: number, raw: string): PositionKind | undefined {
    const text = raw.trim().toLowerCase()
    if (text === '') return undefined
    if (KINDS.includes(text)) return text as PositionKind
    this.#fault(
      row,
      'kind',
      raw.trim(),
      'is not a kind of position',
      'Write security, option, bond or cash, or leave it blank.',
    )
    return undefined
  }

  /** Content of a cell, without the marks that spreadsheets and our own export put around it. */
  #toContent(cell: string): string {
    if (!this.#isSpreadsheet) return cell
    const content = FORMULA_TEXT.exec(cell)?.[1] ?? cell
    return unguardCsvText(content)
  }

  #leaveOpen(
    row: number,
    position: ImportedPosition,
    field: 'shares' | 'avgCost',
    found: string | undefined,
    reading: Ambiguous,
  ): void {
    this.#undecided.push({ row, position, field, found: (found ?? '').trim(), reading })
  }

  #fault(row: number, field: Field, found: string | undefined, why: string, expected: string): void {
    const column = this.#columns[field] ?? field
    this.#problems.add({ row, column, ...(found === undefined ? {} : { found }), why, expected })
  }
}

/** One to five capital letters: canonical as it stands. */
function isPlainTicker(text: string): boolean {
  const { length } = text
  if (length === 0 || length > 5) return false
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index)
    if (code < CAPITAL_A || code > CAPITAL_Z) return false
  }
  return true
}

/** The number itself, or its reading with a decimal point until the input's convention is known. */
function toText(number: string | Ambiguous | undefined): string | undefined {
  return typeof number === 'object' ? number.asPoint : number
}

const asWhole = ({ asPoint, asComma }: Ambiguous) => (asPoint.includes('.') ? asComma : asPoint)
const asDecimals = ({ asPoint, asComma }: Ambiguous) => `${asPoint.includes('.') ? asPoint : asComma}0`
