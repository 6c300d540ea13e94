// Tests: ../mutated-files.test.ts, ../file-fixtures.test.ts

/** Names that brokers give their columns, and the roles that they mean. */
import words from '../words.json' with { type: 'json' }
import { findRoleByWords, toPlainLetters } from './header-grammar.ts'
import { type Columns, type HeaderNames, ROLES, type Role } from './roles.ts'

// Where a name stands twice, the first counts.
const KNOWN_NAMES = Object.entries(words.columnNames).flatMap(([role, names]) =>
  names.map((name) => [role as Role, name] as const),
)
const EXACT = new Map<string, Role>()
const WITHOUT_ACCENTS = new Map<string, Role>()
for (const [role, name] of KNOWN_NAMES) {
  if (!EXACT.has(name)) EXACT.set(name, role)
  const plain = toPlainLetters(name)
  if (!WITHOUT_ACCENTS.has(plain)) WITHOUT_ACCENTS.set(plain, role)
}

const LONGEST_HEADER = 60
const NOT_IN_A_NAME = /[^\p{L}\p{N}%]+/gu

/** A header cell without case, blanks and punctuation; `%` stays, because it tells a gain from its percentage. */
export function toHeaderName(cell: string): string {
  if (cell.length > LONGEST_HEADER) return ''
  return cell.toLowerCase().replace(NOT_IN_A_NAME, '')
}

/** "Wert CHF", "Value in EUR": the currency says nothing of what the column holds. */
const MONEY_AT_END = /(?:in)?(?:usd|eur|gbp|chf|cad|aud|sek|nok|dkk|pln|pence|gbx)$/

/** The role that a header cell names in any known layout, or by its words; else `undefined`. */
export function findRole(cell: string): Role | undefined {
  return findKnownRole(cell) ?? (cell.length > LONGEST_HEADER ? undefined : findRoleByWords(cell))
}

/** The role that a header cell names in any known layout, or `undefined`. */
export function findKnownRole(cell: string): Role | undefined {
  const name = toHeaderName(cell)
  return EXACT.get(name) ?? EXACT.get(name.replace(MONEY_AT_END, '')) ?? WITHOUT_ACCENTS.get(toPlainLetters(name))
}

/** How many different roles a row of cells names. */
export function countKnownHeaders(cells: readonly string[]): number {
  return new Set(cells.slice(0, 60).flatMap((cell) => findKnownRole(cell) ?? [])).size
}

/**
 * Which column plays which role.
 *
 * @param special names that mean something else in this layout, which win over what they mean elsewhere
 */
export function toRoleColumns(cells: readonly string[], special: HeaderNames = {}): Columns {
  const columns: Columns = {}
  for (const [index, cell] of cells.entries()) {
    const name = toHeaderName(cell)
    if (name === '') continue
    const role = findSpecial(name, special) ?? (isClaimed(name, special) ? undefined : EXACT.get(name))
    if (role !== undefined && columns[role] === undefined) columns[role] = index
  }
  return columns
}

function findSpecial(name: string, special: HeaderNames): Role | undefined {
  return ROLES.find((role) => special[role]?.some((known) => matches(known, name)))
}

/** A layout that names a role's columns itself does not want the names of other layouts for it. */
function isClaimed(name: string, special: HeaderNames): boolean {
  const role = EXACT.get(name)
  return role !== undefined && special[role] !== undefined
}

function matches(known: string, name: string): boolean {
  return known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : known === name
}
