import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { createLog } from '../log.ts'
import { systemRandom } from '../random.ts'
import { migrateEmbedded, migratePostgres } from './client.ts'
import type { Database } from './database.ts'
import { createEmbeddedEngine } from './embedded-engine.ts'
import { checksumOf, listMigrations } from './migrations.ts'
import { createPostgresEngine } from './postgres-engine.ts'
import { toDatabase } from './transactions.ts'

const silent = createLog('silent')
/** A burst waits for its turn on a machine that is busy with tests; how soon the server gives up is tested with real processes. */
const PATIENCE = { connectMilliseconds: 30_000, statementMilliseconds: 30_000 }

export interface TestDatabase extends Database {
  /** Runs SQL as the owner of the schema, past every policy: for looking at what is really there. */
  asOwner(text: string): Promise<Record<string, unknown>[]>
  /** URL of the database when it is a real PostgreSQL. */
  url: string | undefined
}

/**
 * An empty, migrated database for one test file: embedded, or on the PostgreSQL that `TEST_DATABASE_URL` names (a role
 * that may create databases). Close it when done.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  return server ? createOnPostgres(server) : createEmbedded()
}

/** Embedded databases of this process that a test has closed: emptied, the next test uses one again. */
const idle: PGlite[] = []

async function createEmbedded(): Promise<TestDatabase> {
  const client = idle.pop() ?? (await PGlite.create({ loadDataDir: await loadTemplate() }))
  const lease = lend(client)
  const engine = createEmbeddedEngine(lease.client)
  const database = toDatabase(engine, systemRandom)
  return {
    ...database,
    url: undefined,
    // In turn: the only session would run it in the middle of somebody's transaction, in their role.
    asOwner: (text) =>
      engine.transaction(
        '',
        async () => ((await lease.client.exec(text)).at(-1)?.rows ?? []) as Record<string, unknown>[],
      ),
    async close() {
      await database.close()
      await lease.end()
    },
  }
}

/**
 * A client for one test file, which fails once the lease has ended: what a test leaves running must not reach the next
 * one's rows. Creating a database takes most of a second, emptying one a few milliseconds.
 */
function lend(client: PGlite): { client: PGlite; end: () => Promise<void> } {
  let hasEnded = false
  const unlisten = new Set<() => Promise<void>>()
  const lent = {
    exec: (text: string) => use().exec(text),
    query: (...request: Parameters<PGlite['query']>) => use().query(...request),
    async listen(channel: string, whenNotified: (payload: string) => void) {
      const stop = await use().listen(channel, whenNotified)
      unlisten.add(stop)
      return stop
    },
    close: async () => {},
  }
  function use(): PGlite {
    if (hasEnded) throw new Error('This database is closed.')
    return client
  }
  return {
    client: lent as unknown as PGlite,
    async end() {
      hasEnded = true
      // One that began just before can no longer end its transaction itself.
      await client.exec('ROLLBACK')
      for (const stop of unlisten) await stop()
      await empty(client)
      idle.push(client)
    },
  }
}

/**
 * Removes every row but those of the migrations themselves, past the triggers that forbid it. Only tables that have rows are
 * emptied: most tests fill a few of many, and truncating takes as long for each, and for all that refer to it.
 */
async function empty(client: PGlite): Promise<void> {
  tables ??= listTables(client)
  const isFilled = (await tables).map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`)
  const { rows } = await client.query<{ name: string }>(isFilled.join(' UNION ALL '))
  const filled = rows.map(({ name }) => name)
  if (filled.length === 0) return
  await client.exec(
    `SET session_replication_role = replica; ${filled.map((name) => `DELETE FROM ${name};`).join(' ')} RESET session_replication_role`,
  )
  // Without it the rows that were deleted would be read past by every test to come.
  await client.exec(`VACUUM ${filled.join(', ')}`)
  await client.exec(
    `SELECT setval(format('%I.%I', schemaname, sequencename), start_value, false) FROM pg_sequences WHERE last_value IS NOT NULL`,
  )
}

/** The tables that tests fill, the same in each embedded database. */
let tables: Promise<string[]> | undefined

async function listTables(client: PGlite): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'pgboss') AND tablename NOT IN ('ballast_migrations', 'version')`,
  )
  return rows.map(({ name }) => name)
}

/** A migrated database as a file, made once for each set of migrations and shared by all test processes. */
async function loadTemplate(): Promise<Blob> {
  const folder = join(tmpdir(), 'ballast-test-databases')
  const path = join(folder, `${checksumOf(listMigrations())}.tar`)
  if (!existsSync(path)) {
    const client = await PGlite.create()
    await migrateEmbedded(client)
    const dump = await client.dumpDataDir('none')
    await client.close()
    await mkdir(folder, { recursive: true })
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, Buffer.from(await dump.arrayBuffer()))
    await rename(draft, path)
  }
  return new Blob([await readFile(path)])
}

async function createOnPostgres(server: string): Promise<TestDatabase> {
  const template = `ballast_template_${checksumOf(listMigrations())}`
  const name = `ballast_test_${randomUUID().replaceAll('-', '')}`
  await withClient(server, async (admin) => {
    await ensureTemplate(admin, server, template)
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  })
  const url = urlOf(server, name)
  const database = toDatabase(createPostgresEngine(url, silent, PATIENCE), systemRandom)
  return {
    ...database,
    url,
    asOwner: (text) => withClient(url, async (client) => (await client.query(text)).rows as Record<string, unknown>[]),
    async close() {
      await database.close()
      await withClient(server, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

async function ensureTemplate(admin: pg.Client, server: string, template: string) {
  const key = createHash('sha256').update(template).digest().readInt32BE()
  await admin.query(`SELECT pg_advisory_lock(${key})`)
  try {
    const { rowCount } = await admin.query(`SELECT 1 FROM pg_database WHERE datname = '${template}' AND datistemplate`)
    if (rowCount) return
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${template}`)
    await migratePostgres(urlOf(server, template), urlOf(server, template), silent)
    await admin.query(`ALTER DATABASE ${template} IS_TEMPLATE true`)
  } finally {
    await admin.query(`SELECT pg_advisory_unlock(${key})`)
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Does some work as the owner of a PostgreSQL database, on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
