// Tests: workbook-source.test.ts

/**
 * Whether a part of a workbook can be read at a cost that fits its size. Readers of XML take time or memory that grows
 * faster than a text whose tags never end, carry thousands of attributes or stand in one another; what spreadsheet programs
 * write has none of that. One pass over the bytes.
 */

/** Counted over all parts of a workbook. */
export interface SheetCounts {
  /** Of the rectangles that cells stand in: blank cells between them are held in memory, too. */
  cells: number
  rows: number
  tags: number
}

export const XML_LIMITS = {
  tagBytes: 16 * 1024,
  attributes: 100,
  depth: 50,
  /** Twenty thousand rows of a hundred columns. */
  cells: 2_000_000,
  /** Blank ones too, as long as they are written down. */
  rows: 100_000,
  /** Each filled cell has four: its own and its value's, at the beginning and at the end. */
  tags: 2_000_000,
} as const

const SAVE_AGAIN = 'Open it in a spreadsheet program and save it again as .xlsx or .csv.'
const SPLIT = 'Split it, or copy the positions into a new workbook.'
const UNUSUAL = { why: 'The workbook is built as no spreadsheet program builds one', expected: SAVE_AGAIN }
const TOO_FAR = {
  why: 'The workbook has cells so far apart that its sheet would have millions of blank ones',
  expected: SPLIT,
}
const TOO_MANY = { why: 'The workbook has too many cells', expected: SPLIT }
const TOO_LONG = {
  why: `The workbook has more than ${XML_LIMITS.rows.toLocaleString('en-US')} rows`,
  expected: SPLIT,
}

const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const EQUALS = 0x3d
const BLANK = 0x20
const CELL = 0x63
/** The first letters of `row`; `r` alone is a piece of text with a look of its own. */
const ROW = [0x72, 0x6f] as const
/** Of `<!DOCTYPE`, which may define texts that unfold without end. */
const DOCTYPE = 0x44
const REFERENCE = /\sr=["']([A-Z]{1,3})(\d{1,7})["']/

/** What keeps an unpacked part from being read, and how to mend it, in words for people; `undefined` when it may be. */
export function findXmlProblem(
  content: Uint8Array,
  counts: SheetCounts,
): { why: string; expected: string } | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  let [depth, rows, columns] = [0, 0, 0]
  for (let at = bytes.indexOf('<'); at !== -1; at = bytes.indexOf('<', at)) {
    const end = bytes.indexOf('>', at)
    if (end === -1 || end - at > XML_LIMITS.tagBytes) return UNUSUAL
    if (++counts.tags > XML_LIMITS.tags) return TOO_MANY
    const first = bytes[at + 1] ?? 0
    if (first === SLASH) depth--
    else if (first === BANG && bytes[at + 2] === DOCTYPE) return UNUSUAL
    else if (first !== BANG && first !== QUESTION) {
      if (bytes[end - 1] !== SLASH) depth++
      if (depth > XML_LIMITS.depth || countAttributes(bytes, at, end) > XML_LIMITS.attributes) return UNUSUAL
      if (first === ROW[0] && bytes[at + 2] === ROW[1] && ++counts.rows > XML_LIMITS.rows) return TOO_LONG
      if (first === CELL && (bytes[at + 2] ?? 0) <= BLANK) {
        const [, letters = '', row] = REFERENCE.exec(bytes.toString('latin1', at, end)) ?? []
        rows = Math.max(rows, Number(row ?? 0))
        columns = Math.max(columns, toColumn(letters))
      }
    }
    at = end
  }
  counts.cells += rows * columns
  return counts.cells > XML_LIMITS.cells ? TOO_FAR : undefined
}

function countAttributes(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) if (bytes[at] === EQUALS) count++
  return count
}

/** 1 of A, 27 of AA. */
const toColumn = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
