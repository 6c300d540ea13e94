// Tests: ../kept-lines.test.ts

/** Lots below a line that names what they are of: "APPLE INC (AAPL)", then a line for each day on which some were bought. */
import { Big } from 'big.js'
import type { Columns, Role } from '../headers/roles.ts'
import type { SourceRow } from '../sources/source-table.ts'
import { isNothing } from './number-cells.ts'
import { findTickerIn, isBond } from './security-kinds.ts'

export interface LotHeading {
  name: string
  /** Sum of the lots so far. */
  shares: Big
  /** Filled cells of the fullest lot. */
  cells: number
}

const NAMES = ['symbol', 'description', 'isin', 'cusip'] as const

/** True if a line says nothing of what its figures are of. */
export const isNameless = (cell: (role: Role) => string) => NAMES.every((role) => isNothing(cell(role)))

const filledOf = ({ cells }: SourceRow) => cells.filter((cell) => !isNothing(cell))

/** The heading that a line is which names a security and states nothing; `undefined` for any other. */
export function findLotHeading(row: SourceRow, cell: (role: Role) => string, columns: Columns): LotHeading | undefined {
  const [name = '', ...others] = filledOf(row)
  const isName = NAMES.some((role) => cell(role) === name)
  if (others.length > 0 || !isName || columns.quantity === undefined) return undefined
  const isSecurity = findTickerIn(name) !== undefined || isBond('', name)
  return isSecurity ? { name, shares: new Big(0), cells: 0 } : undefined
}

/** Adds a lot; false for a line that adds up the lots above it and says less than they do. */
export function addLot(heading: LotHeading, row: SourceRow, shares: string | null): boolean {
  const cells = filledOf(row).length
  if (shares === null) return true
  if (heading.cells > cells && heading.shares.eq(shares)) return false
  heading.shares = heading.shares.plus(shares)
  heading.cells = Math.max(heading.cells, cells)
  return true
}
