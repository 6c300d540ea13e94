import type { OptionInputs, OptionType } from '../src/index.ts'

/** A reference file that lists its cases as rows under named columns. */
export interface OptionTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (number | string | null)[])[]
}

/** One row of such a file: the contract, and its figures by column name. */
export interface OptionRow {
  readonly id: string
  readonly contract: Omit<OptionInputs, 'volatility'>
  /** A figure of the row; null where the file says that there is none, undefined where it has no such column. */
  readonly figure: (column: string) => number | null | undefined
  readonly text: (column: string) => string
}

/** The rows of a table whose contract columns are `type, S, K, T, r, q`. */
export function readOptionRows(content: unknown): OptionRow[] {
  const { columns, rows } = content as OptionTable
  const place = new Map(columns.map((column, index) => [column, index]))
  return rows.map((row, index) => {
    const cell = (column: string) => row[place.get(column) ?? -1]
    const figure = (column: string) => {
      const value = cell(column)
      return typeof value === 'number' ? value : value === null ? null : undefined
    }
    const number = (column: string) => figure(column) ?? Number.NaN
    const contract = {
      type: String(cell('type')) as OptionType,
      spot: number('S'),
      strike: number('K'),
      years: number('T'),
      rate: number('r'),
      dividendYield: number('q'),
    }
    const { type, spot, strike } = contract
    const id = `${index}: ${type} S${spot} K${strike} T${number('T').toPrecision(4)} r${number('r')} q${number('q')}`
    return { id, contract, figure, text: (column) => String(cell(column)) }
  })
}
