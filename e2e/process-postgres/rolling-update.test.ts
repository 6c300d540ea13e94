/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMigrations, type Migration, migrate } from '../../server/src/database/migrations.ts'
import { createTestDatabase, type TestDatabase, withClient } from '../../server/src/database/test-database.ts'
import { ApiClient } from '../support/api-client.ts'
import { HEDGEABLE_CSV } from '../support/sample-files.ts'
import { startServer, stopServer } from '../support/server-process.ts'

/** Longer than a statement of a request may wait. */
const BACKUP_SECONDS = 8
const PEOPLE = 3

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Everything that a migration may do beside a running server, to each of the tables and then to all of them at once. */
async function writeMigrations(): Promise<Migration[]> {
  const rows = await database.asOwner(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'ballast_migrations' order by relname`,
  )
  const tables = rows.map(({ relname }) => String(relname))
  const grow = (table: string, column: string) => `
    ALTER TABLE ${table} ADD COLUMN ${column} text UNIQUE, ADD COLUMN ${column}_count integer NOT NULL DEFAULT 7 CHECK (${column}_count > 0);
    CREATE INDEX ${table}_${column} ON ${table} (${column}_count);`
  const steps = [
    ...tables.map((table) => grow(table, 'one')),
    tables.map((table) => grow(table, 'all_at_once')).join(''),
  ]
  const known = listMigrations()
  const future = steps.map((sql, place) => {
    return { ordinal: known.length + place, name: `next_${place}`, sql, checksum: `next ${place}` }
  })
  return [...known, ...future]
}

/** Somebody who uploads, looks, changes and deletes until told to stop; lists what was not answered as it should be. */
async function useBallast(
  url: string,
  email: string,
  isOver: () => boolean,
): Promise<{ rounds: number; failed: string[] }> {
  const client = new ApiClient(url)
  const failed: string[] = []
  await client.signIn(email)
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await client.send(method, path, body)
    const text = await answer.text()
    if (answer.status !== 200) failed.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
    return text
  }
  let rounds = 0
  do {
    rounds += 1
    const saved = await ask('POST', '/api/portfolios/upload', { name: `Round ${rounds}`, data: HEDGEABLE_CSV })
    const { id } = JSON.parse(saved) as { id: string }
    await ask('GET', '/api/portfolios')
    for (const part of ['positions', 'prices', 'overview']) await ask('GET', `/api/portfolios/${id}/${part}`)
    await ask('GET', '/api/account')
    await ask('GET', '/api/inbox')
    await ask('DELETE', `/api/portfolios/${id}`)
  } while (!isOver() && failed.length === 0)
  return { rounds, failed }
}

test('a server goes on without an error while a later version migrates, also beside a backup that holds a table', async () => {
  if (database.url === undefined) throw new Error('This test needs TEST_DATABASE_URL, as `npm test` sets it.')
  const server = await startServer({ DATABASE_URL: database.url })
  const migrations = await writeMigrations()
  let isOver = false
  const people = Array.from({ length: PEOPLE }, (_, place) =>
    useBallast(server.url, `ann${place}@example.com`, () => isOver),
  )
  const backup = database.asOwner(
    `BEGIN; LOCK TABLE portfolios IN ACCESS SHARE MODE; SELECT pg_sleep(${BACKUP_SECONDS}); COMMIT`,
  )
  const applied = await withClient(database.url, (client) => migrate(client, migrations))
  await backup
  const afterwards = await useBallast(server.url, 'bob@example.com', () => true)
  isOver = true
  const found = await Promise.all(people)
  expect(found.flatMap(({ failed }) => failed)).toEqual([])
  expect(afterwards).toEqual({ rounds: 1, failed: [] })
  expect(Math.min(...found.map(({ rounds }) => rounds))).toBeGreaterThan(1)
  expect(applied).toBe(migrations.length - listMigrations().length)
  expect(await stopServer(server)).toBe(0)
})
