// Tests: import-fixtures.test.ts, import-text.test.ts, ../../../../server/src/features/portfolios/portfolios.test.ts

import { BASE_CURRENCY, type PositionInput, type PositionKind, UNKNOWN_SECTOR, unguardCsvText } from '@ballast/contract'
import { maskAccountNumbers } from '../account-label.ts'
import { toDecimalText } from '../decimal-text.ts'
import type { ImportedPosition } from '../imported-position.ts'
import { classifyPosition, isKindFault, isPlainSecurity } from '../position-kind.ts'
import type { ProblemList } from '../problem-list.ts'
import { FIELDS, type Field, type FieldColumns } from './own-fields.ts'
import { type CellFault, type FileMark, STRICT_CELLS } from './strict-cells.ts'

/** Form in which a spreadsheet export keeps a cell as text: ="AAPL". */
const FORMULA_TEXT = /^="([^"]*)"$/

/** Content of a cell, without the marks that spreadsheets and our own export put around it. */
export function toContent(cell: string): string {
  if (isBare(cell)) return cell
  const text = cell.trim()
  const content = text.startsWith('=') ? (FORMULA_TEXT.exec(text)?.[1] ?? text) : text
  return (content.startsWith("'") ? unguardCsvText(content) : content).trim()
}

/** True for almost all cells: nothing stands around what they say. */
const isBare = (cell: string) => isPlain(cell.charCodeAt(0)) && isPlain(cell.charCodeAt(cell.length - 1))
const isPlain = (code: number) => code >= 48 && code <= 122 && code !== 61

interface ReaderInput {
  problems: ProblemList
  mark: FileMark
  /** True if cells may be written as spreadsheets need them: ="AAPL", or with an apostrophe before a formula. */
  isSpreadsheet: boolean
  columns: FieldColumns
}

/** Reads rows of cells into positions, and collects what is wrong with them. */
export class PositionReader {
  readonly positions: ImportedPosition[] = []
  /** Where each of `positions` stood; 0 for one that came from a form. */
  readonly rows: number[] = []
  readonly notes: string[] = []
  readonly #input: ReaderInput
  /** Found once for each field: a table that is asked for every cell costs a fifth of the time. */
  readonly #take: Readonly<Record<Field, Take>>

  constructor(input: ReaderInput) {
    this.#input = input
    this.#take = Object.fromEntries(FIELDS.map((field) => [field, createTake(input, field)])) as Record<Field, Take>
  }

  /** Reads one row; when something is wrong with it, that goes to the problem list and the row is left out. */
  read(row: number, cells: readonly string[]): ImportedPosition | undefined {
    const take = this.#take
    const before = this.#input.problems.count
    const ticker = take.ticker(row, cells)
    const shares = take.shares(row, cells)
    const avgCost = take.avgCost(row, cells)
    const sector = take.sector(row, cells)
    const account = take.account(row, cells)
    const currency = take.currency(row, cells)
    const kind = take.kind(row, cells)
    if (ticker === null || shares === null || this.#input.problems.count > before) return undefined
    const position: ImportedPosition = {
      ticker,
      kind: 'security',
      shares,
      avgCost,
      currency: currency ?? BASE_CURRENCY,
      multiplier: 1,
      sector: sector === UNKNOWN_SECTOR ? null : sector,
      account: account === null ? null : maskAccountNumbers(account),
    }
    const isPlain = kind === null && isPlainSecurity(ticker, avgCost)
    if (!isPlain && !this.#classify(position, row, cells, kind, currency)) return undefined
    this.positions.push(position)
    this.rows.push(row)
    return position
  }

  /** Says of a position what else it is than a security; false when its cells contradict one another. */
  #classify(
    position: ImportedPosition,
    row: number,
    cells: readonly string[],
    kind: string | null,
    currency: string | null,
  ): boolean {
    const { problems, columns } = this.#input
    const stated = { kind: (kind ?? undefined) as PositionKind | undefined, currency: currency ?? undefined }
    const classified = classifyPosition({ ...position, ...stated })
    if (isKindFault(classified)) {
      const { field, ...fault } = classified
      const { index = -1, name = field } = columns[field] ?? {}
      addFault(problems, row, name, cells[index] ?? '', fault)
      return false
    }
    if (classified.kind === 'cash' && kind === null) {
      this.notes.push(`Row ${row}: ${position.ticker} is taken for cash in ${classified.currency}.`)
    }
    Object.assign(position, classified)
    if (position.kind !== 'bond') return true
    const take = this.#take
    const { count } = problems
    const statedPrice = take.statedPrice(row, cells)
    const statedOn = take.statedOn(row, cells)
    if (statedPrice !== null) Object.assign(position, { statedPrice, statedOn })
    return problems.count === count
  }
}

/** Takes the value of a cell; null when it is blank, or when something is wrong, which is then among the problems. */
type Take = (row: number, cells: readonly string[]) => string | null

function createTake({ problems, columns, isSpreadsheet, mark }: ReaderInput, field: Field): Take {
  const column = columns[field]
  if (column === undefined) return () => null
  const check = STRICT_CELLS[field]
  return (row, cells) => {
    const cell = cells[column.index] ?? ''
    const text = isSpreadsheet ? toContent(cell) : cell.trim()
    const value = check(text, mark)
    if (value === null || typeof value === 'string') return value
    addFault(problems, row, column.name, text, value)
    return null
  }
}

function addFault(problems: ProblemList, row: number, column: string, found: string, fault: CellFault): void {
  problems.add({ ...(row > 0 && { row }), column, ...(found !== '' && { found }), ...fault })
}

const INPUT_COLUMNS: FieldColumns = Object.fromEntries(FIELDS.map((name, index) => [name, { name, index }]))

/** A list of positions, or of one in a form: a cell for each of {@link FIELDS}, whose names are those of the keys. */
export const createFieldReader = (problems: ProblemList) =>
  new PositionReader({ problems, mark: 'point', isSpreadsheet: false, columns: INPUT_COLUMNS })

/**
 * A position that came as numbers, from a form or a review, as it will be stored.
 *
 * @param row where it stood in a list, for the problems; 0 for a form
 * @returns undefined when something is wrong, which is then among the problems
 */
export function readPositionInput(input: PositionInput, problems: ProblemList, row = 0): ImportedPosition | undefined {
  const stated: { [field in Field]?: string | number | null | undefined } = input
  const cells = FIELDS.map((field) => {
    const value = stated[field] ?? ''
    return typeof value === 'number' ? toDecimalText(value) : value
  })
  return createFieldReader(problems).read(row, cells)
}
