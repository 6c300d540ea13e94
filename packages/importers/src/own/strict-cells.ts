// Tests: import-fixtures.test.ts, import-text.test.ts

/** Strict checks of the cells of our own files: each returns the value to store, null for a blank, or what is wrong. */
import { BASE_CURRENCY, LIMITS, type PositionKind, toTicker } from '@ballast/contract'
import { z } from 'zod'
import { type DecimalMark, findDecimalFault, readDecimal, readPlainDecimal } from '../decimal-text.ts'
import { OF_HUNDREDTHS } from '../hundredths.ts'
import type { Fault } from '../problem-list.ts'
import type { Field } from './own-fields.ts'

export type CellFault = Pick<Fault, 'why' | 'expected'>
/** Undefined where a file may have either mark and does not show which. */
export type FileMark = DecimalMark | undefined

const NUMBER_EXPECTED = 'Write it like 10 or 1,250.5.'
const COST_EXPECTED = `${NUMBER_EXPECTED} Leave it blank when it is not known.`
const TICKER_EXPECTED = 'Write it like AAPL, BRK.B or an option symbol such as AAPL261218C00250000.'
const KINDS: readonly string[] = ['security', 'option', 'bond', 'cash'] satisfies PositionKind[]
/** Words apart by one blank each, as almost all labels are. */
const PLAIN_LABEL = /^[!-~]+(?: [!-~]+)*$/
const CONTROL_CHARACTER = /\p{Cc}/u

export const STRICT_CELLS: Readonly<Record<Field, (text: string, mark: FileMark) => string | null | CellFault>> = {
  ticker(text) {
    const why = text === '' ? 'the ticker is missing' : 'is not a ticker'
    return toTicker(text) ?? { why, expected: TICKER_EXPECTED }
  },
  shares(text, mark) {
    if (text === '') return { why: 'the number of shares is missing', expected: NUMBER_EXPECTED }
    const shares = readNumber(text, mark, LIMITS.shares, NUMBER_EXPECTED)
    if (shares !== '0') return shares
    return { why: 'is not a position', expected: 'Write how many shares are held, or remove the row.' }
  },
  avgCost(text, mark) {
    if (text === '') return null
    const cost = readNumber(text, mark, LIMITS.avgCost, COST_EXPECTED)
    if (typeof cost !== 'string' || !cost.startsWith('-')) return cost
    return { why: 'is below zero', expected: 'A cost is 0 or more; leave it blank when it is not known.' }
  },
  sector: (text) => readLabel(text, LIMITS.sectorCharacters),
  account: (text) => readLabel(text, LIMITS.accountNameCharacters),
  currency(text) {
    if (text === '') return null
    // Spelling GBp in capitals would multiply the cost by a hundred.
    if (OF_HUNDREDTHS.has(text)) {
      const expected = 'Divide the cost by 100 and write the currency itself, such as GBP.'
      return { why: 'is a hundredth of a currency', expected }
    }
    if (/^(?:[A-Z]{3}|[a-z]{3})$/.test(text)) return text.toUpperCase()
    return { why: 'is not a currency', expected: `Write three letters, such as ${BASE_CURRENCY}.` }
  },
  kind(text) {
    const kind = text.toLowerCase()
    if (kind === '' || KINDS.includes(kind)) return kind || null
    const expected = 'Write security, option, bond or cash, or leave it blank.'
    return { why: 'is not a kind of position', expected }
  },
  statedPrice(text) {
    if (text === '' || (/^\d{1,12}(?:\.\d{1,10})?$/.test(text) && Number(text) > 0)) return text || null
    return { why: 'is not a price', expected: 'Write it like 98.75, for $100 of face value.' }
  },
  statedOn(text) {
    if (text === '' || z.iso.date().safeParse(text).success) return text || null
    return { why: 'is not a day', expected: 'Write it like 2026-11-20, or leave it blank.' }
  },
}

function readNumber(text: string, mark: FileMark, largest: number, expected: string): string | CellFault {
  const plain = mark === 'point' ? readPlainDecimal(text) : undefined
  if (plain !== undefined) return findDecimalFault(plain, largest) ?? plain
  const reading = readDecimal(text, mark === 'point' ? 'point' : 'either')
  if (reading.is === 'bad') return { why: reading.why, expected }
  if (reading.is === 'number') return findDecimalFault(reading.text, largest) ?? reading.text
  const { asPoint, asComma } = reading
  if (mark !== undefined) return mark === 'point' ? asPoint : asComma
  const [whole, decimals] = asPoint.includes('.') ? [asComma, asPoint] : [asPoint, asComma]
  const mend = `write ${decimals}0 with its decimals, or ${whole} without a separator.`
  return { why: `can mean ${asPoint} or ${asComma}`, expected: `Nothing else in the file shows which: ${mend}` }
}

function readLabel(cell: string, longest: number): string | null | CellFault {
  if (cell.length <= longest && PLAIN_LABEL.test(cell)) return cell
  const text = cell.toWellFormed().replace(/\s+/g, ' ').trim()
  if (CONTROL_CHARACTER.test(text)) return { why: 'contains control characters', expected: 'Write it as plain text.' }
  if (text.length <= longest) return text || null
  return { why: `is longer than ${longest} characters`, expected: 'Shorten it, or leave it blank.' }
}
