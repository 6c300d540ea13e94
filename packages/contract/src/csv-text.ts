/**
 * Text that a spreadsheet runs instead of showing: a formula after its sign, also after blanks and in the full-width form
 * that East Asian versions take for it, and what a tab or the end of a line would move into a cell of its own. An
 * apostrophe that is there already counts, so that taking one off gives back what was written.
 */
const RUNS_AS_FORMULA = /^[\s']*[=+\-@＝＋－＠]|^'*[\t\r\n\0]/
const NEEDS_QUOTES = /[",\r\n]/

/** A text with an apostrophe before it where a spreadsheet would run it; every CSV file that leaves this product asks here. */
export function guardCsvText(text: string): string {
  return RUNS_AS_FORMULA.test(text) ? `'${text}` : text
}

/** The text that {@link guardCsvText} was given. */
export function unguardCsvText(text: string): string {
  return text.startsWith("'") && RUNS_AS_FORMULA.test(text) ? text.slice(1) : text
}

/**
 * One line of CSV by RFC 4180, with its line end. Numbers keep their full precision and their sign; what is not known
 * (NaN, null, undefined) is an empty cell; texts are guarded.
 */
export function toCsvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(cell: string | number | null | undefined): string {
  if (typeof cell === 'number') return Number.isNaN(cell) ? '' : String(cell)
  const text = guardCsvText(cell ?? '')
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
