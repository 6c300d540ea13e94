// Tests: imports.test.ts

import type { ColumnMapping } from '@ballast/contract'
import { AccountLabels, maskAccountNumbers, readRows } from '@ballast/importers'
import type { DocumentToRead } from './document-to-read.ts'

type Mapping = Omit<ColumnMapping, 'source'>

/** Headers of columns that number accounts, customers or orders, in the languages of the brokers that are read. */
const ACCOUNT_HEADER = /acc(?:oun)?t|konto|rekening|compte|cuenta|conta|depot|client|customer|kunde|order/i
const NUMBER_FIELDS: ReadonlySet<string> = new Set(['ticker', 'shares', 'avgCost', 'costBasis', 'price', 'value'])
const NUMERIC = /^[^\p{L}]*$/u

/**
 * A table of unknown layout as CSV to read again, with the numbers of accounts cut to their last digits: it is stored
 * for a day. Figures stay as they are, and so do the places of lines and columns.
 */
export async function toMappableText(document: DocumentToRead, mapping: Mapping): Promise<string> {
  const rows = await readRows(document)
  const labels = new AccountLabels()
  const columns = new Map(mapping.columns.map((column) => [column.index, column]))
  return rows
    .map(({ line, cells }) => {
      const isTable = mapping.headerLine === null || line >= mapping.headerLine
      return cells.map((cell, index) => maskCell(cell, isTable ? columns.get(index) : undefined, labels))
    })
    .map(toLine)
    .join('\n')
}

/** A mapping whose samples show no whole number of an account. */
export function maskSamples(mapping: Mapping): Mapping {
  const labels = new AccountLabels()
  const columns = mapping.columns.map((column) => ({
    ...column,
    samples: column.samples.map((sample) => maskCell(sample, column, labels)),
  }))
  return { ...mapping, columns }
}

function maskCell(cell: string, column: Mapping['columns'][number] | undefined, labels: AccountLabels): string {
  if (cell === '') return cell
  if (column === undefined) return labels.mask(cell)
  if (column.field === 'account' || ACCOUNT_HEADER.test(column.header)) return maskAccountNumbers(cell)
  // A figure that the person may yet call shares has to stay one.
  if (NUMBER_FIELDS.has(column.field) || NUMERIC.test(cell)) return cell
  return labels.mask(cell)
}

/** A line that nothing separates is laid out by blanks, and stays as it is. */
const toLine = (cells: readonly string[]) => (cells.length === 1 ? (cells[0] ?? '') : cells.map(toCell).join(','))

const toCell = (cell: string) => (/[",\r\n;\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
