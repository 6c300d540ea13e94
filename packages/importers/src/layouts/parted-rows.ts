/** Rows of a copied page whose first cell stands in lines of its own: the ticker, the name, and then the figures. */
import { countKnownHeaders, findRole } from '../headers/header-names.ts'
import { isNothing, type NumberCells } from '../meaning/number-cells.ts'
import { findTickerIn, isCash, isTotal, toBareSymbol } from '../meaning/security-kinds.ts'
import { isBlankRow, type SourceRow, type SourceTable } from '../sources/source-table.ts'
import words from '../words.json' with { type: 'json' }

const SEARCHED_ROWS = 40
const FEWEST_COLUMNS = 3
const MOST_LINES = 2
const TICKER = /^[A-Z]{1,5}(?:[./-][A-Z]{1,2})?$/
/** Titles of groups of lines, as they may stand in capitals above them. */
const GROUPS = new Set(words.groupTitles)

/** Kind of the first cell of the row with the figures. */
type Beginning = 'ticker' | 'name' | 'figure'

interface Joined {
  row: SourceRow
  beginning: Beginning
  count: number
}

/** The table with such rows put together below its header; the same table where there are none. */
export function joinPartedRows(table: SourceTable, numbers: NumberCells): SourceTable {
  const at = table.rows.slice(0, SEARCHED_ROWS).findIndex(({ cells }) => countKnownHeaders(cells) >= 2)
  const header = table.rows[at]
  const role = findRole(header?.cells[0] ?? '')
  if (header === undefined || header.cells.length < FEWEST_COLUMNS || (role !== 'symbol' && role !== 'description'))
    return table
  const width = header.cells.length
  const parts: { rows: readonly SourceRow[]; joined: Joined | undefined }[] = []
  for (let index = at + 1; index < table.rows.length; ) {
    const joined = joinAt(table.rows, index, width, numbers)
    const count = joined?.count ?? 1
    parts.push({ rows: table.rows.slice(index, index + count), joined })
    index += count
  }
  // Above the first of several rows that begin alike stands what they are grouped by.
  const alone = new Set(
    parts.map(({ rows: [row], joined }) => (joined ? undefined : findBeginning(row, width, numbers))),
  )
  const rows = parts.flatMap(({ rows, joined }) =>
    joined === undefined || alone.has(joined.beginning) ? rows : [joined.row],
  )
  return { ...table, rows: [...table.rows.slice(0, at + 1), ...rows] }
}

/** Kind of the first cell of a row that is a position by itself. */
function findBeginning(row: SourceRow | undefined, width: number, numbers: NumberCells): Beginning | undefined {
  const [first = '', ...rest] = row?.cells ?? []
  const text = first.trim()
  if (rest.length !== width - 1 || !isNumbered(rest, numbers) || isNothing(text) || numbers.textOf(text) !== null)
    return undefined
  return isTotal(text) || isCash(text, '') ? undefined : isTicker(text) ? 'ticker' : 'name'
}

/** The row that begins at an index with lines of one text each, of which one is a ticker; they and the figures behind them. */
function joinAt(rows: readonly SourceRow[], index: number, width: number, numbers: NumberCells): Joined | undefined {
  const texts: string[] = []
  while (texts.length < MOST_LINES) {
    const text = toLabel(rows[index + texts.length], numbers)
    if (text === undefined) break
    texts.push(text)
  }
  const figures = rows[index + texts.length]
  const first = rows[index]
  if (texts.length === 0 || first === undefined || figures === undefined || isBlankRow(figures)) return undefined
  const [begin = '', ...rest] = figures.cells
  const named = begin.trim() === '' || numbers.textOf(begin) !== null ? [] : [begin.trim()]
  // Without a first cell of its own the row is as much shorter as the header is wide.
  const cells = named.length > 0 || begin.trim() === '' ? rest : figures.cells
  if (!isNumbered(cells, numbers) || cells.length !== width - 1) return undefined
  const parts = [...texts, ...named]
  const tickers = parts.filter(isTicker)
  const [name] = parts.filter((part) => !isTicker(part))
  const [ticker] = tickers
  if (ticker === undefined || tickers.length > 1 || parts.length - tickers.length > 1) return undefined
  const label = name === undefined || findTickerIn(name) !== undefined ? ticker : `${name} (${toBareSymbol(ticker)})`
  const lines = rows.slice(index, index + texts.length + 1)
  const span = lines.reduce((sum, row) => sum + row.span, 0)
  const beginning = named[0] === undefined ? 'figure' : isTicker(named[0]) ? 'ticker' : 'name'
  return { row: { line: first.line, span, cells: [label, ...cells] }, beginning, count: lines.length }
}

const isTicker = (text: string) => TICKER.test(toBareSymbol(text)) && !GROUPS.has(text)
const isNumbered = (cells: readonly string[], numbers: NumberCells) =>
  cells.some((cell) => numbers.textOf(cell) !== null)

/** The text of a row that has no other cell and no figure in it. */
function toLabel(row: SourceRow | undefined, numbers: NumberCells): string | undefined {
  const filled = row?.cells.filter((cell) => !isNothing(cell)) ?? []
  const [text] = filled
  if (filled.length !== 1 || text === undefined || isTotal(text) || numbers.textOf(text) !== null) return undefined
  return /\p{L}/u.test(text) ? text.trim() : undefined
}
