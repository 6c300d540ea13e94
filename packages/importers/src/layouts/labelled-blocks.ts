// Tests: ../samples.test.ts, ../pasted-text.test.ts

/**
 * Holdings whose figures stand below the ticker, each behind what it is called, as applications for phones show them:
 * `AAPL`, `Apple Inc`, `10 shares`, `Avg cost $150.00`, one below the other or several in a line.
 */
import { speaksOfOther } from '../headers/header-grammar.ts'
import { findRole } from '../headers/header-names.ts'
import type { Role } from '../headers/roles.ts'
import { isNothing, type NumberCells } from '../meaning/number-cells.ts'
import { findTickerIn, isTotal, toBareSymbol } from '../meaning/security-kinds.ts'
import type { StatedHolding } from '../meaning/stated-holding.ts'
import { type SourceTable, toTableOfBlocks } from '../sources/source-table.ts'

/** Where each role stands in the rows that the blocks are made into. */
export const BLOCK_COLUMNS = {
  symbol: 0,
  description: 1,
  quantity: 2,
  avgCost: 3,
  costTotal: 4,
  price: 5,
  value: 6,
} as const
type BlockRole = keyof typeof BLOCK_COLUMNS | 'openCost'

/** Doubt about a bare "cost", taken for that of a share: below the ticker people write the price of one. */
const OPEN_COST = {
  field: 'avgCost',
  reason: 'The file does not say if this is the cost of one share or of all.',
} as const
const OPEN_COST_COLUMN = Object.keys(BLOCK_COLUMNS).length

/** The holding of a block, with a doubt where its cost is called just that. */
export function withOpenCost(stated: StatedHolding): StatedHolding {
  const cost = stated.row.cells[OPEN_COST_COLUMN] ?? ''
  const isOpen = cost !== '' && isNothing(stated.avgCost ?? '') && isNothing(stated.costTotal ?? '')
  return isOpen ? { ...stated, avgCost: cost, doubts: [OPEN_COST] } : stated
}

const MOST_LINES_OF_A_BLOCK = 14
const LONGEST_LINE = 200
const TICKER = /^[A-Z]{1,5}(?:[./-][A-Z]{1,2})?$/
/** `- ticker: AAPL`, `Symbol = AAPL` */
const LABELLED_TICKER =
  /^(?:[-*•] )?["']?(?:ticker|symbol|holding|stock|security|etf|fund|asset|instrument)["']?\s?[:=]\s?["']?(\$?[A-Za-z]{1,5}(?:[./-][A-Za-z]{1,2})?)["']?,?$/i
const PARTS = / ?[·•|] ?|\s{3,}|\t+|, (?=[A-Za-z$€£])/
const LABEL_FIRST =
  /^([A-Za-z][A-Za-z .&/'’()-]{0,30}?)\s?[:=]?\s?((?:(?:USD|EUR|GBP|CHF|CAD|AUD) |US|C|A)?[$€£]?[-+(]?[$€£]?\d.{0,24})$/
const NUMBER_FIRST = /^([-+]?\d[\d.,]{0,18}) ?(shares?|shs|units?|sh|stück|stk|aktien)\.?$/i
/** Part of the filled lines that have to belong to a block. */
const MOSTLY = 0.6

type Figure = { role: BlockRole; cell: string } | 'other'

interface Block {
  line: number
  span: number
  cells: Map<BlockRole, string>
  figures: number
}

/** The table that labelled figures below tickers make, or `undefined` when most lines are something else. */
export function toBlockTable(lines: readonly string[], numbers: NumberCells): SourceTable | undefined {
  const blocks = findBlocks(lines, numbers)
  const filled = lines.filter((line) => line.trim() !== '').length
  const told = blocks.filter(({ cells }) => cells.has('quantity'))
  const covered = blocks.reduce((sum, block) => sum + block.figures, 0)
  if (told.length === 0 || told.length < blocks.length / 2 || covered < MOSTLY * filled) return undefined
  const rows = blocks.map(({ line, span, cells }) => {
    return {
      line,
      span,
      cells: [...Object.keys(BLOCK_COLUMNS), 'openCost'].map((role) => cells.get(role as BlockRole) ?? ''),
    }
  })
  return toTableOfBlocks(lines, rows)
}

function findBlocks(lines: readonly string[], numbers: NumberCells): Block[] {
  const blocks: Block[] = []
  let index = 0
  while (index < lines.length) {
    const block = readBlock(lines, index, numbers)
    if (block !== undefined) blocks.push(block)
    index += block?.span ?? 1
  }
  return blocks
}

const toShort = (line = '') => line.trim().slice(0, LONGEST_LINE)
/** Adds what a line states; what is stated already stays. */
function addFigures(cells: Map<BlockRole, string>, figures: NonNullable<ReturnType<typeof readFigures>>): void {
  for (const figure of figures) {
    if (figure !== 'other' && !cells.has(figure.role)) cells.set(figure.role, figure.cell)
  }
}

const toUnlabelled = (line: string) => LABELLED_TICKER.exec(line)?.[1]?.toUpperCase() ?? line
const isNameLine = (line: string, numbers: NumberCells) =>
  !isTickerLine(line) && /^\p{Lu}\p{L}/u.test(line) && !isFigureLine(line, numbers)

/** The block that begins at a line: a ticker with or without its name, or a name with the ticker below it. */
function readBlock(lines: readonly string[], index: number, numbers: NumberCells): Block | undefined {
  const [first, second] = [toShort(lines[index]), toShort(lines[index + 1])]
  const isNameFirst = isNameLine(first, numbers) && isTickerLine(second)
  const ticker = isNameFirst ? second : toUnlabelled(first)
  if (!isTickerLine(ticker) || isTotal(first)) return undefined
  const cells = new Map<BlockRole, string>([['symbol', ticker]])
  if (isNameFirst) cells.set('description', first)
  let span = isNameFirst ? 2 : 1
  let figures = span
  for (; span < MOST_LINES_OF_A_BLOCK && index + span < lines.length; span++) {
    const line = toShort(lines[index + span])
    if (line === '') break
    const found = readFigures(line, numbers)
    const isName = found === undefined && !cells.has('description') && figures === 1 && /\p{Ll}/u.test(line)
    if (isName && !isTickerLine(line)) cells.set('description', line)
    else if (found === undefined) break
    addFigures(cells, found ?? [])
    figures++
  }
  return cells.size > 1 ? { line: index + 1, span, cells, figures } : undefined
}

const isTickerLine = (line: string) => TICKER.test(toBareSymbol(line)) || findTickerIn(line) !== undefined
const isFigureLine = (line: string, numbers: NumberCells) => readFigures(line, numbers) !== undefined

/** Figures of a line, or `undefined` when one of its parts is no figure. */
function readFigures(line: string, numbers: NumberCells): Figure[] | undefined {
  const figures = line
    .split(PARTS)
    .filter((part) => part.trim() !== '')
    .map((part) => readFigure(part.trim(), numbers))
  return figures.length > 0 && figures.every((figure) => figure !== undefined) ? figures : undefined
}

const ROLES: Partial<Record<Role, BlockRole>> = {
  quantity: 'quantity',
  avgCost: 'avgCost',
  costTotal: 'costTotal',
  price: 'price',
  value: 'value',
}

function readFigure(part: string, numbers: NumberCells): Figure | undefined {
  const counted = NUMBER_FIRST.exec(part)
  if (counted) return { role: 'quantity', cell: counted[1] ?? '' }
  if (/^[-+(]?[$€£]/.test(part) && numbers.textOf(part) !== null) {
    // Money without a name: what is held is worth it, as long as it is no change.
    return /^[-+(]/.test(part) ? 'other' : { role: 'value', cell: part }
  }
  if (/^[-+(]?[\d.,]+ ?%\)?$/.test(part)) return 'other'
  const [, label = '', figure = ''] = LABEL_FIRST.exec(part) ?? []
  if (label === '' || numbers.textOf(figure) === null) return undefined
  const role = findRole(label)
  if (role === undefined) return speaksOfOther(label) || /^ltp$/i.test(label) ? 'other' : undefined
  const block = /^cost$/i.test(label.trim()) ? 'openCost' : ROLES[role]
  return block === undefined ? 'other' : { role: block, cell: figure }
}
