import { resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Random } from '../random.ts'
import { prepareDataDirectory } from './data-directory.ts'
import type { Database } from './database.ts'
import { isOutOfSpace, isUnavailable } from './database-errors.ts'
import { migrate, type SqlConnection } from './migrations.ts'
import { createPostgresEngine } from './postgres-engine.ts'
import { ensureRoles } from './roles.ts'
import { toDatabase } from './transactions.ts'

export interface DatabaseConfig {
  /** PostgreSQL to use; absent means the embedded database in `dataDir`. */
  databaseUrl?: string | undefined
  /** Role that migrates, when the one of `databaseUrl` may not. */
  migrationDatabaseUrl?: string | undefined
  dataDir: string
}

/**
 * Opens the database that the configuration names and brings its schema up to date.
 *
 * @throws Error with words for the operator: the folder is in use or not writable, the database cannot be reached, or
 *   it is newer than this version
 */
export async function createDatabase(config: DatabaseConfig, log: Log, random: Random): Promise<Database> {
  const { databaseUrl } = config
  if (databaseUrl === undefined) return openEmbedded(config.dataDir, log, random)
  await migratePostgres(databaseUrl, config.migrationDatabaseUrl ?? databaseUrl, log)
  return toDatabase(createPostgresEngine(databaseUrl, log), random)
}

async function openEmbedded(dataDir: string, log: Log, random: Random): Promise<Database> {
  try {
    return await openFolder(dataDir, log, random)
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
    const words = `The data directory ${resolve(dataDir)} has no room left for the database.`
    throw new Error(`${words} Free some of its disk, or set DATA_DIR to a folder on another one.`, { cause: error })
  }
}

/** Nobody else has this folder: what is in hand there was left by a process that died. */
const GIVE_UP_JOBS = `UPDATE pgboss.job SET state = 'failed', completed_on = now(),
  output = '{"message": "The server ended in the middle of it."}' WHERE state = 'active'`

async function openFolder(dataDir: string, log: Log, random: Random): Promise<Database> {
  const directory = await prepareDataDirectory(dataDir, log)
  try {
    // Loaded here, so that a server on PostgreSQL does not carry a second one about.
    const [{ PGlite }, { createEmbeddedEngine }, { openBackupDoor }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('./embedded-engine.ts'),
      import('./backup/backup-door.ts'),
    ])
    const client = await PGlite.create({ dataDir: directory.databasePath })
    await migrateEmbedded(client)
    await client.exec(GIVE_UP_JOBS)
    const engine = createEmbeddedEngine(client, async () => {
      await door.close()
      await directory.release()
    })
    const door = await openBackupDoor(resolve(dataDir), engine.dump)
    return toDatabase(engine, random)
  } catch (error) {
    await directory.release()
    throw error
  }
}

/** Brings an embedded database to this version's schema. */
export async function migrateEmbedded(client: PGlite): Promise<number> {
  const connection: SqlConnection = { query: async (sql) => ({ rows: (await client.exec(sql)).at(-1)?.rows ?? [] }) }
  await ensureRoles(connection, 'postgres')
  return migrate(connection)
}

/** Brings a PostgreSQL database to this version's schema, by a connection that may wait longer than a request. */
export async function migratePostgres(url: string, migrationUrl: string, log: Log): Promise<void> {
  const client = new pg.Client({ connectionString: migrationUrl, connectionTimeoutMillis: 10_000 })
  // A connection that breaks while it waits also rejects the query under way; without a listener it would end the process.
  client.on('error', (error) => log.warn({ err: error }, 'the connection for migrations broke'))
  await connectOrExplain(client, migrationUrl === url ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL')
  try {
    const version = await client.query(
      "SELECT current_setting('server_version_num')::int AS version, current_user AS login",
    )
    const { version: number, login } = version.rows[0] as { version: number; login: string }
    if (number < 150_000) throw new Error('Ballast needs PostgreSQL 15 or newer.')
    await ensureRoles(client, login)
    if (migrationUrl !== url) await ensureRoles(client, await findLogin(url))
    const applied = await migrate(client)
    if (applied > 0) log.info({ applied }, 'migrations applied')
  } finally {
    await client.end()
  }
}

async function findLogin(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await connectOrExplain(client, 'DATABASE_URL')
  try {
    const { rows } = await client.query('SELECT current_user AS login')
    return (rows[0] as { login: string }).login
  } finally {
    await client.end()
  }
}

/** @throws Error with words for the operator; the address is not among them, because it may hold a password */
async function connectOrExplain(client: pg.Client, variable: string): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const words = isUnavailable(error)
      ? `does not answer (${reason}). Start it, or correct ${variable}.`
      : `refuses the connection (${reason}). Correct ${variable}, or create what it names.`
    throw new Error(`The database of ${variable} ${words}`, { cause: error })
  }
}
