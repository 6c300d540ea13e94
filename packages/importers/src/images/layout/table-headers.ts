// Tests: ../layouts.test.ts, ../ordinary-screens.test.ts

import { findKnownRole } from '../../headers/header-names.ts'
import { type Box, boxAround } from '../decode/grey-image.ts'
import { readFigure } from '../figures/figures.ts'
import { toFigureRole } from '../figures/inline-figures.ts'
import { type ImageRole, isOfOtherMeaning, toImageRole } from '../figures/labels.ts'
import type { LayoutContext } from '../layout.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import type { TextRow } from './text-rows.ts'

/** A column; two roles when two figures stand above each other in it. */
export interface Column {
  box: Box
  /** As it was read. */
  name: string
  /** The names above each other. */
  names: readonly string[]
  roles: readonly (ImageRole | undefined)[]
  /** Role of each of several names above each other: two names may be one label, or one for each of two lines. */
  lines: readonly (ImageRole | undefined)[]
  /** The two figures stand beside each other in one cell. */
  isBeside: boolean
}

export interface Header {
  columns: readonly Column[]
  cells: readonly TextCell[]
  /** How many rows of text its names take. */
  rowCount: number
}

const MOST_HEADER_ROWS = 3
const NEEDED_ROLES = 2

/** The names of columns that begin in a row: the band of one to three rows that names most. */
export function findHeader(rows: readonly TextRow[], start: number, { mark }: LayoutContext): Header | undefined {
  let best: { header: Header; score: number } | undefined
  for (let rowCount = 1; rowCount <= MOST_HEADER_ROWS; rowCount++) {
    const band = rows.slice(start, start + rowCount)
    const previous = band.at(-2)
    const last = band.at(-1)
    if (!last || last.cells.some((cell, at) => !isRowNumber(cell, at) && readFigure(cell.text, mark))) break
    if (previous && last.top - previous.bottom > 1.3 * (last.cells[0]?.capHeight ?? 0)) break
    const cells = band.flatMap((row) => row.cells)
    const columns = withoutSecondNames(toColumns(cells))
    const roles = columns.flatMap((column) => [...column.roles, ...column.lines].filter((role) => role !== undefined))
    const score = new Set(roles).size
    const isHeader =
      score > NEEDED_ROLES ||
      (score === NEEDED_ROLES &&
        roles.some((role) => role === 'quantity' || role === 'symbol' || role === 'description'))
    // The first row has to name something itself, or a title above the table would become a part of it.
    const top = band[0]?.cells ?? []
    const beginsHere =
      columns.some(({ box, roles: [first] }) => first !== undefined && top.some((cell) => cell.top === box.top)) ||
      top.every(({ text }) => isOfOtherMeaning(text))
    const isMore = score > (best?.score ?? 0) || (score === best?.score && last.cells.every(goesOn))
    if (isHeader && beginsHere && isMore) best = { header: { columns, cells, rowCount }, score }
  }
  return best?.header
}

/** A name goes on in small letters or with its unit, as "held" below "Units" and "(p)" below "Average cost". */
const goesOn = ({ text }: TextCell) => /^(?:\p{Ll}|\(.*\)$)/u.test(text)

/** Spreadsheets count their rows at the left edge. */
const isRowNumber = ({ text }: TextCell, at: number) => at === 0 && /^\d{1,4}$/.test(text)

/** "Holdings" names the tickers only where no column before it does; what it names behind one, its figures tell. */
function withoutSecondNames(columns: readonly Column[]): Column[] {
  return columns.map((column, index) => {
    const isSecond = columns
      .slice(0, index)
      .some(({ roles }) => roles.includes('symbol') || roles.includes('description'))
    return isSecond && HELD.test(column.name) ? { ...column, roles: [] } : column
  })
}

/** Names above each other are one column: of one name in two rows, or of two figures above each other. */
function toColumns(cells: readonly TextCell[]): Column[] {
  const stacks: TextCell[][] = []
  for (const cell of [...cells].sort((a, b) => a.top - b.top)) {
    const stack = stacks.find((members) =>
      members.every((member) => member.left < cell.right && member.right > cell.left && cell.top > member.top + 2),
    )
    if (stack) stack.push(cell)
    else stacks.push([cell])
  }
  return stacks
    .map((members) => {
      const names = joinNames(members)
      const isBeside = names.length === 1 && toRolesBeside(names[0] ?? '') !== undefined
      const lines = names.length > 1 ? names.map((name) => toImageRole(name)) : []
      return {
        box: boxAround(members),
        name: members
          .map(({ text }) => text)
          .join(' ')
          .slice(0, 40),
        names,
        roles: toRoles(names),
        lines,
        isBeside,
      }
    })
    .sort((a, b) => a.box.left - b.box.left)
}

/** The names above each other without their units, each with what goes on below it. */
function joinNames(members: readonly TextCell[]): string[] {
  const names: string[] = []
  for (const cell of members) {
    const above = names.at(-1)
    const role = toImageRole(cell.text)
    if (above === undefined || !goesOn(cell) || (role && role !== toImageRole(above))) names.push(cell.text)
    else if (/^\p{Ll}/u.test(cell.text)) names[names.length - 1] = `${above} ${cell.text}`
  }
  return names
}

/** A stroke between two names; the one in P/L and G/L stands between two letters. */
const BETWEEN_NAMES = /(?<!\b[PG]) ?[/|] ?(?!L\b)/i

/** "Price (entry)" are two figures beside each other. */
function toRolesBeside(name: string): ImageRole[] | undefined {
  const [, outer = '', inner = ''] = /^(.+?) \(([^()]+)\)$/.exec(name) ?? []
  const [first, second] = [toImageRole(outer), toImageRole(inner)]
  return first && second ? [first, second] : undefined
}

function toRoles(all: readonly string[]): readonly (ImageRole | undefined)[] {
  // Spreadsheets count their columns in letters, above the names.
  const named = all.filter((name) => !/^[A-Z]$/.test(name))
  const names = named.length > 0 ? named : all
  const beside = toRolesBeside(names.join(' '))
  if (beside) return beside
  const known = toImageRole(names.join(' '), findKnownRole)
  if (known) return [known]
  const parts = names.length > 1 ? names : (names[0] ?? '').split(BETWEEN_NAMES)
  const roles = parts.map((part) => toImageRole(part))
  // "Mkt value" above "Quantity" are two names, "Average" above "cost of a share" is one.
  const whole = roles.every((role) => role !== undefined) && parts.length > 1 ? undefined : toImageRole(names.join(' '))
  if (whole) return [whole]
  return roles.some((role) => role !== undefined) ? roles : []
}

/** Part of the holdings that have a figure for each of the names above each other. */
const MOSTLY = 0.7

/**
 * Which of the names above each other are those of two lines, as "Gain" above "Avg cost", and which are one label: the
 * first have about twice as many cells below them as there are holdings.
 */
export function settleLines(columns: readonly Column[], holdings: number, cellCounts: readonly number[]): Column[] {
  return columns.map((column, index) => {
    const count = (cellCounts[index] ?? 0) / Math.max(1, holdings)
    const isOfFigures = !column.lines.includes('symbol') && !column.lines.includes('description')
    const isOfLines =
      isOfFigures && column.lines.some((role) => role !== undefined) && count >= 1 + MOSTLY && holdings > 1
    return isOfLines ? { ...column, roles: column.lines } : column
  })
}

/**
 * A column of figures whose name calls shares in one language and companies in another, as "Nombre" does, has shares.
 *
 * @param areFigures true if nothing but figures stands in it
 */
export function withCountedName(column: Column, areFigures: boolean): Column {
  const settle = (roles: Column['roles']) =>
    roles.map((role, at) => {
      const name = roles.length === column.names.length ? column.names[at] : column.name
      return role === 'description' && toFigureRole(name ?? '') === 'quantity' ? 'quantity' : role
    })
  return areFigures ? { ...column, roles: settle(column.roles), lines: settle(column.lines) } : column
}

/** True if a column has two figures above each other. */
export const isStacked = ({ columns }: Header) =>
  columns.some(({ roles, isBeside }) => !isBeside && roles.length > 1 && roles.some((role) => role !== undefined))

/** Names of what is held, and of how much of it. */
export const HELD = /^(?:holdings|positions)$/i
