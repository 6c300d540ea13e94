// Tests: account.test.ts

import { and, asc, count, desc, eq, getTableColumns, getTableName, gt, is, isNull, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { readBytes, selectBytes } from '../../database/bytes.ts'
import type { Transaction } from '../../database/database.ts'
import * as schema from '../../database/schema/index.ts'
import { isPlain } from '../../portfolios/portfolio.repository.ts'

const { auditLog, portfolios, positions, sessions, users } = schema

export interface OwnedTable {
  name: string
  table: PgTable
}

/** Every table with rows of single users. A table added later is exported and deleted with the rest. */
export const OWNED_TABLES: readonly OwnedTable[] = Object.values<unknown>(schema)
  .filter((entity): entity is PgTable => is(entity, PgTable))
  .filter((table) => table === users || 'userId' in getTableColumns(table))
  .map((table) => ({ name: getTableName(table), table }))

/** Columns that would open the account for anyone who reads the file. */
const SECRET_COLUMNS = new Set([
  ...['idHash', 'idToken', 'secret', 'previousSecret'],
  // Another person's choice: whether they refuse invitations.
  'mailSentAt',
])
const ENCODED = 'bytea'
/**
 * JSON that is stored compressed, by table: answers hold what the user wrote. Other encoded columns are results and inputs,
 * computed from what the export holds anyway.
 */
const PACKED: Readonly<Record<string, string>> = {
  ask_turns: 'answer',
  ai_runs: 'answer',
  hedge_analyses: 'body',
  import_drafts: 'review',
}

/** Counts of the transaction's user against the limits; positions that an import replaced do not count. */
export async function readUsage(tx: Transaction): Promise<{ portfolios: number; positions: number }> {
  const [portfolioCount] = await tx.select({ count: count() }).from(portfolios).where(isPlain)
  const [positionCount] = await tx.select({ count: count() }).from(positions).where(isNull(positions.replacedBy))
  return { portfolios: portfolioCount?.count ?? 0, positions: positionCount?.count ?? 0 }
}

/** Where the transaction's user is signed in, the latest first. */
export function listSessions(tx: Transaction) {
  return tx.select().from(sessions).orderBy(desc(sessions.lastSeenAt))
}

/** Rows of one page: few enough that others are served between two of them, on the embedded engine too. */
const PAGE_ROWS = 500
/** Where a row may hold a megabyte. */
const PACKED_PAGE_ROWS = 3

export interface TablePage {
  rows: Record<string, unknown>[]
  /** Where the next page begins; undefined after the last one. */
  next: unknown[] | undefined
}

/**
 * A page of what the transaction's user has in a table, by primary key, without what would open the account. JSON that is stored
 * compressed comes as a `Buffer`.
 *
 * @param after `next` of the page before
 */
export async function readPage(tx: Transaction, { table }: OwnedTable, after?: unknown[]): Promise<TablePage> {
  const packed = PACKED[getTableName(table)]
  const limit = packed === undefined ? PAGE_ROWS : PACKED_PAGE_ROWS
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name, column]) => !SECRET_COLUMNS.has(name) && (name === packed || column.getSQLType() !== ENCODED),
  )
  const key = keyOf(table)
  const place = (index: number) => `key${index}`
  const list = (parts: unknown[]) =>
    sql.join(
      parts.map((part) => sql`${part}`),
      sql`, `,
    )
  const found: Record<string, unknown>[] = await tx
    .select({
      ...Object.fromEntries(columns.map(([name, column]) => [name, name === packed ? selectBytes(column) : column])),
      ...Object.fromEntries(key.map((column, index) => [place(index), column])),
    })
    .from(table)
    .where(after && sql`(${list(key)}) > (${list(after)})`)
    .orderBy(...key.map((column) => asc(column)))
    .limit(limit)
  const last = found.at(-1)
  return {
    rows: found.map((row) =>
      Object.fromEntries(columns.map(([name]) => [name, name === packed ? readBytes(String(row[name])) : row[name]])),
    ),
    next: last && found.length === limit ? key.map((_column, index) => last[place(index)]) : undefined,
  }
}

export type AdminAction = Pick<typeof schema.auditLog.$inferSelect, 'sequence' | 'at' | 'action' | 'details'>

/** Lists the actions of admins about a user, in order, without who they are. Only the system reads that log. */
export async function listAdminActions(tx: Transaction, userId: string, after: number): Promise<AdminAction[]> {
  const { sequence, at, action, details, subjectUserId } = auditLog
  return tx
    .select({ sequence, at, action, details })
    .from(auditLog)
    .where(and(eq(subjectUserId, userId), gt(sequence, after)))
    .orderBy(asc(sequence))
    .limit(PAGE_ROWS)
}

function keyOf(table: PgTable) {
  const { columns, primaryKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  if (key.length === 0) throw new Error(`The table ${getTableName(table)} has no primary key to read it by`)
  return key
}

/** Deletes the transaction's user; every row that belongs to them goes with it. */
export async function deleteUser(tx: Transaction): Promise<void> {
  await tx.delete(users)
}
