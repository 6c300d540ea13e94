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

async function createEmbedded(): Promise<TestDatabase> {
  const client = await PGlite.create({ loadDataDir: await loadTemplate() })
  const database = toDatabase(createEmbeddedEngine(client), systemRandom)
  return {
    ...database,
    url: undefined,
    asOwner: async (text) => ((await client.exec(text)).at(-1)?.rows ?? []) as Record<string, unknown>[],
  }
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

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
