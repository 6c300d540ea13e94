/** @module-tag postgres */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { systemRandom } from '../random.ts'
import { createDatabase, migratePostgres } from './client.ts'
import { createTestDatabase } from './test-database.ts'

const silent = createLog('silent')

/** Nobody listens there, and unlike a port that was found free nobody begins to. */
const SILENT_PORT = 1

test.each([
  ['DATABASE_URL', (url: string) => [url, url] as const],
  ['MIGRATION_DATABASE_URL', (url: string) => ['postgres://ballast@db.invalid/ballast', url] as const],
])(
  'a database that does not answer is told by the name of its variable, %s, without the address',
  async (name, urls) => {
    const url = `postgres://ballast:hunter2@127.0.0.1:${SILENT_PORT}/ballast`
    const failure: Error = await migratePostgres(...urls(url), silent).catch((error) => error)
    expect(failure.message).toMatch(
      new RegExp(`^The database of ${name} does not answer \\(.*ECONNREFUSED.*\\)\\. Start it, or correct ${name}\\.$`),
    )
    expect(failure.message).not.toContain('hunter2')
  },
)

test('a database that refuses us is told with its own words', async () => {
  const db = await createTestDatabase()
  if (db.url !== undefined) {
    const url = new URL(db.url)
    url.pathname = '/there_is_no_such_database'
    await expect(migratePostgres(url.href, url.href, silent)).rejects.toThrow(
      'The database of DATABASE_URL refuses the connection (database "there_is_no_such_database" does not exist). Correct DATABASE_URL, or create what it names.',
    )
  }
  await db.close()
})

test('what a process had in hand when it died is given up when its folder is opened again', {
  tags: ['full'],
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ballast-jobs-'))
  const open = () => createDatabase({ dataDir }, silent, systemRandom)
  const first = await open()
  await first.asSystem(async (tx) => {
    await tx.execute(sql`select pgboss.create_queue('any', '{"policy": "stately"}')`)
    await tx.execute(
      sql`insert into pgboss.job (name, state, policy) values ('any', 'active', 'stately'), ('any', 'created', 'stately')`,
    )
  })
  await first.close()
  const second = await open()
  const { rows } = await second.asSystem((tx) => tx.execute(sql`select state from pgboss.job order by state`))
  expect(rows).toEqual([{ state: 'created' }, { state: 'failed' }])
  await second.close()
  rmSync(dataDir, { recursive: true })
})
