/** @module-tag full */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { createDatabase } from '../../server/src/database/client.ts'
import { createLog } from '../../server/src/log.ts'
import { systemRandom } from '../../server/src/random.ts'
import { ApiClient } from '../support/api-client.ts'
import { toCsv } from '../support/sample-files.ts'
import {
  makeDataFolder,
  makeMigratedFolder,
  type RunningServer,
  SERVER_COMMAND,
  startServer,
} from '../support/server-process.ts'

const LONG = process.env.BALLAST_LONG !== undefined
const ROWS = 200
const BACKUP_KEY = 'a key of at least twenty characters'

/** Runs a command of the server; `kill` ends it after so many milliseconds, as a power cut would. */
function run(words: string[], env: Record<string, string>, kill?: number) {
  const [file, ...args] = SERVER_COMMAND
  const child = spawn(file, [...args, ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  if (kill !== undefined) setTimeout(() => child.kill('SIGKILL'), kill)
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
}

/** Portfolio -> number of its positions, as the files of a database hold them. */
async function readPortfolios(dataDir: string): Promise<Map<string, number>> {
  const db = await createDatabase({ dataDir }, createLog('silent'), systemRandom)
  const { rows } = await db.asSystem((tx) =>
    tx.execute<{ name: string; count: number }>(`select name, count(q.id)::int as count
      from portfolios p left join positions q on q.portfolio_id = p.id group by p.id`),
  )
  await db.close()
  return new Map(rows.map(({ name, count }) => [name, count]))
}

let DATA_DIR: string
let folder: string
let server: RunningServer
let client: ApiClient
/** Portfolios in the backup of the first test, which the others use. */
let size: number
beforeAll(async () => {
  DATA_DIR = await makeMigratedFolder()
  folder = await makeDataFolder()
  server = await startServer({ DATA_DIR })
  client = new ApiClient(server.url)
  await client.signIn('backup@example.com')
})

test('a backup of a server at work holds everything acknowledged before, no half of anything, and nothing in the open', async () => {
  const target = path.join(folder, 'at work.backup')
  const acknowledged = new Set<string>()
  const stop = new AbortController()
  const uploading = upload(acknowledged, stop.signal)
  await expect.poll(() => acknowledged.size).toBeGreaterThan(2)
  const before = new Set(acknowledged)
  const { code, output } = await run(['backup', target], { DATA_DIR, BACKUP_KEY })
  stop.abort()
  await uploading
  expect(output).toMatch(/rows of \d+ tables, read back whole, encrypted/)
  expect(code).toBe(0)
  expect(acknowledged.size).toBeGreaterThan(before.size)
  expect(readFileSync(target).includes('backup@example.com')).toBe(false)

  const restored = await makeDataFolder()
  expect(await run(['restore', target], { DATA_DIR: restored })).toMatchObject({
    code: 1,
    output: expect.stringContaining('Set BACKUP_KEY'),
  })
  expect(await run(['restore', target], { DATA_DIR: restored, BACKUP_KEY })).toMatchObject({ code: 0 })
  const found = await readPortfolios(restored)
  size = found.size
  expect([...before].filter((name) => !found.has(name))).toEqual([])
  expect([...found.values()].filter((count) => count !== ROWS)).toEqual([])
})

test('whoever does not know the word, or says nothing, gets nothing and disturbs nobody', async () => {
  const { port } = JSON.parse(readFileSync(path.join(DATA_DIR, 'ballast.door'), 'utf8')) as { port: number }
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  expect((await client.request('/api/portfolios')).status).toBe(200)
})

test('a folder in use is not restored into', async () => {
  const refused = await run(['restore', path.join(folder, 'at work.backup')], { DATA_DIR, BACKUP_KEY })
  expect(refused.output).toContain(`data directory in use by pid ${server.pid}`)
  expect(refused.code).toBe(1)
})

test('killed at any moment, a backup leaves no file that is not whole, and the server serves on', {
  tags: ['long'],
}, async () => {
  const target = path.join(folder, 'killed.backup')
  for (const kill of LONG ? [500, 1_000, 1_500, 2_000, 2_500, 3_000] : [900, 1_800]) {
    await run(['backup', target], { DATA_DIR }, kill)
    if (existsSync(target)) expect((await run(['restore', target], { DATA_DIR: await makeDataFolder() })).code).toBe(0)
    expect((await client.request('/api/portfolios')).status).toBe(200)
  }
})

test('a server that is killed meanwhile leaves no backup, and whoever asked is told', { tags: ['long'] }, async () => {
  const target = path.join(folder, 'server killed.backup')
  const asking = run(['backup', target], { DATA_DIR })
  await sleep(400)
  server.signal('SIGKILL')
  const { code, output } = await asking
  // Killed before it was asked, the database is copied from its files; killed while it copied, nothing is.
  if (code !== 0) expect(output).toContain('gave no copy of its database')
  expect(existsSync(target)).toBe(code === 0)
  expect(readdirSync(DATA_DIR)).toContain('database')
})

test('killed at any moment, a restore leaves the one database or the other', async () => {
  const words = ['restore', path.join(folder, 'at work.backup')]
  const target = await makeMigratedFolder()
  const environment = { DATA_DIR: target, BACKUP_KEY }
  for (const kill of LONG ? [500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500] : [1_500]) {
    await run(words, environment, kill)
    expect([0, size]).toContain((await readPortfolios(target)).size)
  }
  expect((await run(words, environment)).code).toBe(0)
  expect((await readPortfolios(target)).size).toBe(size)

  // Killed between its last two steps, it is ended by the next that takes the folder.
  renameSync(path.join(target, 'database'), path.join(target, 'database.restored'))
  expect((await readPortfolios(target)).size).toBe(size)
})

test('a damaged backup changes nothing', async () => {
  const target = await makeMigratedFolder()
  const damaged = path.join(mkdtempSync(path.join(folder, 'damaged-')), 'file')
  const bytes = readFileSync(path.join(folder, 'at work.backup'))
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(damaged, bytes)
  const before = readdirSync(target)
  expect(await run(['restore', damaged], { DATA_DIR: target, BACKUP_KEY })).toMatchObject({
    code: 1,
    output: expect.stringContaining('The backup is damaged'),
  })
  expect(readdirSync(target)).toEqual(before)
})

async function upload(acknowledged: Set<string>, signal: AbortSignal): Promise<void> {
  const data = toCsv(ROWS)
  // As many as a user may have; beyond, nothing would be written.
  for (let number = 0; !signal.aborted && number < 100; number += 1) {
    const name = `upload ${number}`
    const response = await client.send('POST', '/api/portfolios/upload', { name, data })
    if (response.status === 200) acknowledged.add(name)
  }
}
