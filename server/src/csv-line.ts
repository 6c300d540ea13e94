/** What a spreadsheet would run as a formula. */
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r\0]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * One line of CSV by RFC 4180, with its line end. Numbers keep their full precision and their sign; a missing number
 * (NaN, undefined) is an empty cell; a text that a spreadsheet would run as a formula gets an apostrophe.
 */
export function toCsvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: string | number | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return Number.isNaN(cell) ? '' : String(cell)
  const text = RUNS_AS_FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
