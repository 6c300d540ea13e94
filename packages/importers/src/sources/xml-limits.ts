// Tests: ../workbook-source.test.ts

/**
 * True if a part of a workbook can be read at a cost that fits its size. Readers of XML take time or memory that grows
 * faster than a text whose tags never end, carry thousands of attributes or stand in one another; what spreadsheet programs
 * write has none of that. One pass over the bytes, which finds tags where the reader of workbooks finds them.
 */

/** Counted over all parts of a workbook. */
export interface XmlCounts {
  /** Cells of the rectangles that cells stand in: blank cells between them are held in memory, too. */
  cells: number
  rows: number
  tags: number
  /** Sheets, and relations of the workbook to them. */
  sheets: number
}

export const XML_LIMITS = {
  /** Bytes of a tag, a comment or whatever else stands between angle brackets. */
  tagBytes: 16 * 1024,
  /** Bytes of a text between two tags. A cell holds at most 32,767 characters. */
  textBytes: 256 * 1024,
  attributes: 100,
  depth: 50,
  /** Twenty thousand rows of a hundred columns. */
  cells: 2_000_000,
  /** Blank ones too, as long as they are written down. */
  rows: 100_000,
  /** Each filled cell has four: its own and its value's, at the beginning and at the end. */
  tags: 2_000_000,
  sheets: 1_000,
} as const

const SAVE_AGAIN = 'Open it in a spreadsheet program and save it again as .xlsx or .csv.'
const SPLIT = 'Split it, or copy the positions into a new workbook.'
const UNUSUAL = { why: 'The workbook is built as no spreadsheet program builds one', expected: SAVE_AGAIN }
const TOO_FAR = {
  why: 'The workbook has cells so far apart that its sheet would have millions of blank ones',
  expected: SPLIT,
}
const TOO_MANY = { why: 'The workbook has too many cells', expected: SPLIT }
const TOO_MANY_SHEETS = { why: 'The workbook has too many sheets', expected: SPLIT }
const TOO_LONG = {
  why: `The workbook has more than ${XML_LIMITS.rows.toLocaleString('en-US')} rows`,
  expected: SPLIT,
}

type XmlProblem = typeof UNUSUAL

const CLOSE = 0x3e
const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const EQUALS = 0x3d
const QUOTE = 0x22
const APOSTROPHE = 0x27
const COMMENT = ['<!--', '-->'] as const
const RAW_TEXT = ['<![CDATA[', ']]>'] as const
const INSTRUCTION = ['<?', '?>'] as const
/** A name and, behind it, attributes; a prefix before a colon says nothing. */
const NAME = /^<(?:[^\s:>/]*:)?([^\s>/]*)/
const PLACE = /[\s:]r=/g
const CELL_PLACE = /[\s:]r=(["'])([A-Z]{1,3})(\d{1,7})\1/
const ROW_PLACE = /[\s:]r=(["'])(\d{1,7})\1/

/** Problem that keeps an unpacked part from being read, and how to mend it, in words for people; `undefined` without one. */
export function findXmlProblem(content: Uint8Array, counts: XmlCounts): XmlProblem | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const sheet: Extent = { rows: 0, columns: 0 }
  let depth = 0
  let end = 0
  for (let at = bytes.indexOf('<'); at !== -1; at = bytes.indexOf('<', end)) {
    if (at - end > XML_LIMITS.textBytes) return UNUSUAL
    end = findEnd(bytes, at)
    if (end === -1 || end - at > XML_LIMITS.tagBytes) return UNUSUAL
    if (++counts.tags > XML_LIMITS.tags) return TOO_MANY
    const first = bytes[at + 1]
    if (first === BANG || first === QUESTION) continue
    if (first === SLASH) {
      depth--
      continue
    }
    if (bytes[end - 2] !== SLASH) depth++
    if (depth > XML_LIMITS.depth || hasManyAttributes(bytes, at, end)) return UNUSUAL
    const problem = countElement(bytes.toString('latin1', at, end), counts, sheet)
    if (problem) return problem
  }
  if (bytes.length - end > XML_LIMITS.textBytes) return UNUSUAL
  counts.cells += sheet.rows * Math.max(1, sheet.columns)
  return counts.cells > XML_LIMITS.cells ? TOO_FAR : undefined
}

/** The place behind the `>` that ends what begins at `start`, or -1. Document types have no end here: they are refused. */
function findEnd(bytes: Buffer, start: number): number {
  const first = bytes[start + 1]
  if (first === BANG || first === QUESTION) {
    const head = bytes.toString('latin1', start, start + RAW_TEXT[0].length)
    // No other: a document type may define texts that unfold without end.
    const [, closing] = [COMMENT, RAW_TEXT, INSTRUCTION].find(([opening]) => head.startsWith(opening)) ?? []
    const closingAt = closing === undefined ? -1 : bytes.indexOf(closing, start)
    return closing === undefined || closingAt === -1 ? -1 : closingAt + closing.length
  }
  const last = Math.min(bytes.length, start + XML_LIMITS.tagBytes + 1)
  for (let at = start + 1; at < last; at++) {
    const byte = bytes[at] ?? 0
    if (byte === CLOSE) return at + 1
    if (byte === QUOTE || byte === APOSTROPHE) {
      const closing = bytes.indexOf(byte, at + 1)
      if (closing !== -1) at = closing
    }
  }
  return -1
}

interface Extent {
  rows: number
  columns: number
}

/** Counts an element of those that cost: rows and cells with where they say that they stand, and sheets. */
function countElement(tag: string, counts: XmlCounts, sheet: Extent): XmlProblem | undefined {
  const name = NAME.exec(tag)?.[1]
  if (name === 'row' && ++counts.rows > XML_LIMITS.rows) return TOO_LONG
  if ((name === 'sheet' || name === 'Relationship') && ++counts.sheets > XML_LIMITS.sheets) return TOO_MANY_SHEETS
  if (name !== 'c' && name !== 'row') return undefined
  const places = tag.match(PLACE)?.length ?? 0
  if (places === 0) return undefined
  const [, , letters = '', row] = CELL_PLACE.exec(tag) ?? []
  const number = name === 'c' ? row : ROW_PLACE.exec(tag)?.[2]
  if (places > 1 || number === undefined) return UNUSUAL
  sheet.rows = Math.max(sheet.rows, Number(number))
  sheet.columns = Math.max(sheet.columns, toColumn(letters))
  return undefined
}

function hasManyAttributes(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= XML_LIMITS.attributes) return false
  let count = 0
  for (let at = start; at < end; at++) if (bytes[at] === EQUALS) count++
  return count > XML_LIMITS.attributes
}

/** 1 of A, 27 of AA. */
const toColumn = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
