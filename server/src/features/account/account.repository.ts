// Tests: account.test.ts

import { count, desc, getTableColumns, getTableName, is, isNull } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../database/database.ts'
import * as schema from '../../database/schema/index.ts'

const { portfolios, positions, sessions, users } = schema

/** Every table with rows of single users. A table added later is exported and deleted with the rest. */
const OWNED_TABLES = Object.values<unknown>(schema)
  .filter((entity): entity is PgTable => is(entity, PgTable))
  .filter((table) => table === users || 'userId' in getTableColumns(table))

/** What would open the account for whoever reads the file. */
const SECRET_COLUMNS = new Set(['idHash', 'idToken'])
/** Encoded answers: megabytes computed from what the export holds anyway, and reviews that are gone within a day. */
const ENCODED = 'bytea'

/** Counts of the transaction's user against the limits; positions that an import replaced do not count. */
export async function readUsage(tx: Transaction): Promise<{ portfolios: number; positions: number }> {
  const [portfolioCount] = await tx.select({ count: count() }).from(portfolios)
  const [positionCount] = await tx.select({ count: count() }).from(positions).where(isNull(positions.replacedBy))
  return { portfolios: portfolioCount?.count ?? 0, positions: positionCount?.count ?? 0 }
}

/** Where the transaction's user is signed in, the latest first. */
export function listSessions(tx: Transaction) {
  return tx.select().from(sessions).orderBy(desc(sessions.lastSeenAt))
}

/** All rows of the transaction's user, by table, without what would open the account. */
export async function readEverything(tx: Transaction): Promise<[table: string, rows: Record<string, unknown>[]][]> {
  const tables: [string, Record<string, unknown>[]][] = []
  for (const table of OWNED_TABLES) {
    const columns = Object.entries(getTableColumns(table)).filter(
      ([name, column]) => !SECRET_COLUMNS.has(name) && column.getSQLType() !== ENCODED,
    )
    tables.push([getTableName(table), await tx.select(Object.fromEntries(columns)).from(table)])
  }
  return tables
}

/** Deletes the transaction's user; every row that belongs to them goes with it. */
export async function deleteUser(tx: Transaction): Promise<void> {
  await tx.delete(users)
}
