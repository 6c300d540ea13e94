// Tests: migrations.test.ts, migrations-with-data.test.ts, expand-only.test.ts

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A file of SQL that brings the schema from one version to the next. */
export interface Migration {
  ordinal: number
  name: string
  sql: string
  checksum: string
}

/** The one thing that migrating needs of a connection: statements without parameters, and the rows of the last of them. */
export interface SqlConnection {
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>
}

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url))
// Any number will do as long as every version of Ballast uses the same one.
const LOCK = 727_274
/** Whoever waits for a table makes everybody who comes later wait as well, servers of the version before among them. */
const LOCK_PATIENCE_MILLISECONDS = 1_000
const LOCK_PAUSE_MILLISECONDS = 500
const LOCK_ATTEMPTS = 60
/** PostgreSQL’s codes for a lock that was not to be had in time, and for two who waited for each other. */
const LOCK_FAILURES = new Set(['55P03', '40P01'])

/** The migrations of this version, in order. */
export function listMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, ordinal) => {
      // A checkout on Windows may have turned the line ends; that is no change.
      const sql = readFileSync(`${folder}${file}`, 'utf8').replaceAll('\r\n', '\n')
      return { ordinal, name: file.replace('.sql', ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** One figure for all of them, e.g. to name a copy of a migrated database. */
export function checksumOf(migrations: readonly Migration[]): string {
  return createHash('sha256')
    .update(migrations.map(({ checksum }) => checksum).join())
    .digest('hex')
    .slice(0, 16)
}

/**
 * Brings the database to this version's schema, each migration in a transaction of its own. Safe when several processes
 * start at once: they take turns by an advisory lock, held on this very connection.
 *
 * @returns how many migrations were applied
 * @throws Error when the database is newer than this version, or a migration was changed after it was applied
 */
export async function migrate(connection: SqlConnection, migrations = listMigrations()): Promise<number> {
  await connection.query(`SELECT pg_advisory_lock(${LOCK})`)
  try {
    await connection.query(`CREATE TABLE IF NOT EXISTS ballast_migrations (
      ordinal integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
    )`)
    const pending = migrations.slice(await countApplied(connection, migrations))
    for (const migration of pending) await applyWhenFree(connection, migration)
    return pending.length
  } finally {
    await connection.query(`SELECT pg_advisory_unlock(${LOCK})`)
  }
}

/** @throws Error when the database is newer than this version, or has a migration of another content */
export async function countApplied(connection: SqlConnection, migrations = listMigrations()): Promise<number> {
  const { rows } = await connection.query('SELECT ordinal, name, checksum FROM ballast_migrations ORDER BY ordinal')
  assertKnown(rows, migrations)
  return rows.length
}

function assertKnown(applied: readonly Record<string, unknown>[], migrations: readonly Migration[]) {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index]
    if (!migration) {
      throw new Error(
        `The database is newer than this version of Ballast: it has migration "${row.name}", which is unknown here. Start the newer version, or use another database.`,
      )
    }
    if (migration.name !== row.name || migration.checksum !== row.checksum) {
      throw new Error(
        `Migration "${row.name}" was applied to this database with another content than "${migration.name}" has here. Migrations must not be edited once applied: restore the file, or use another database.`,
      )
    }
  }
}

/** Applies a migration once it gets its tables, with pauses in which whoever uses them goes on. */
async function applyWhenFree(connection: SqlConnection, migration: Migration) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(connection, migration)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
      if (!LOCK_FAILURES.has(code) || attempt === LOCK_ATTEMPTS) throw error
      await sleep(LOCK_PAUSE_MILLISECONDS)
    }
  }
}

async function apply(connection: SqlConnection, { ordinal, name, sql, checksum }: Migration) {
  await connection.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_PATIENCE_MILLISECONDS}`)
  try {
    await connection.query(sql)
    await connection.query(
      `INSERT INTO ballast_migrations (ordinal, name, checksum) VALUES (${ordinal}, '${name}', '${checksum}')`,
    )
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK')
    throw new Error(`Migration "${name}" failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
