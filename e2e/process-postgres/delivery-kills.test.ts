/** @module-tag full */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { createReceiver } from '../../server/src/features/inbox/testing/delivery-desk.ts'
import { createMailServer } from '../../server/src/features/inbox/testing/mail-server.ts'
import { atExit } from '../support/at-exit.ts'
import { makeDataFolder } from '../support/server-process.ts'

const KILLS = process.env.BALLAST_LONG ? 1_000 : 20
/** Processes that write and deliver on one database at a time, each killed by itself. */
const LANES = 4
/** Events that a process has to tell; it is killed somewhere in them. */
const EVENTS_PER_PROCESS = 4
/** Every so many processes of a lane one lives to its end, which says how long that takes at the moment. */
const MEASURED_EVERY = 25
const BEGIN = Date.parse('2026-11-20T17:00:00Z')
const USER_ID = '00000000-0000-4000-8000-000000000001'
const PORTFOLIO_ID = '00000000-0000-4000-8000-000000000002'
const CHANNEL_ID = '00000000-0000-4000-8000-000000000003'

let program: string
let db: TestDatabase
let receiver: Awaited<ReturnType<typeof createReceiver>>
let mailServer: Awaited<ReturnType<typeof createMailServer>>
beforeAll(async () => {
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
  program = await bundleProgram()
  receiver = await createReceiver()
  mailServer = await createMailServer()
  await db.asOwner(`insert into users (id, issuer, subject, email, email_verified, is_admin, created_at, last_sign_in_at)
    values ('${USER_ID}', 'test', 'ann', 'ann@example.com', true, true, now(), now())`)
  await db.asOwner(`insert into portfolios (id, user_id, name, created_at, updated_at)
    values ('${PORTFOLIO_ID}', '${USER_ID}', 'Told', now(), now())`)
  await db.asOwner(`insert into notification_channels (id, user_id, type, label, address, secret, kinds, created_at)
    values ('${CHANNEL_ID}', '${USER_ID}', 'webhook', 'hook', '${receiver.url}', 'whsec_c2VjcmV0', '{policy}', now())`)
})
afterAll(async () => {
  await Promise.all([receiver?.close(), mailServer?.close(), db?.close()])
})

/** Makes one file of what a process runs: a thousand that each load hundreds would do little else. @returns its path */
async function bundleProgram(): Promise<string> {
  const outDir = await makeDataFolder()
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
    build: { ssr: fileURLToPath(new URL('../support/telling-process.ts', import.meta.url)), outDir, assetsDir: '' },
  })
  await symlink(path.join(ROOT, 'server/src/database/migrations'), path.join(outDir, 'migrations'))
  return path.join(outDir, 'telling-process.js')
}

/** Starts a process that tells events at an instant. */
function startTelling(events: readonly number[], instant: number) {
  const child = fork(program, {
    execArgv: ['--disable-proto=delete'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: db.url ?? '',
      SMTP_URL: mailServer.url,
      CLOCK: new Date(instant).toISOString(),
      EVENTS: JSON.stringify(events),
      USER_ID,
      PORTFOLIO_ID,
    },
  })
  return { child, ended: once(child, 'exit'), leaveAlone: atExit(() => child.kill('SIGKILL')) }
}

test(`over ${KILLS} kills at random moments no message and no invitation is lost, and none is told twice`, async () => {
  let seed = 20_261_128
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  let begun = 0
  let killed = 0
  let unstarted = 0
  const tell = async (
    events: readonly number[],
    life: number | null,
  ): Promise<{ code: unknown; milliseconds: number }> => {
    const { child, ended, leaveAlone } = startTelling(events, BEGIN + begun * 61_000)
    const [word] = await Promise.race([once(child, 'message'), ended])
    if (word !== 'ready') {
      // Nothing is written before it is ready: a busy database turned it away.
      unstarted += 1
      expect(unstarted, 'processes that did not start').toBeLessThan(10 + KILLS / 20)
      leaveAlone()
      return tell(events, life)
    }
    const ready = performance.now()
    if (life !== null) {
      await Promise.race([sleep(life), ended])
      if (child.kill('SIGKILL')) killed += 1
    }
    leaveAlone()
    const [code] = await ended
    return { code, milliseconds: performance.now() - ready }
  }
  const lane = async () => {
    let whole = 0
    for (let lives = 0; killed < KILLS; lives += 1) {
      const first = begun * EVENTS_PER_PROCESS
      begun += 1
      const events = Array.from({ length: EVENTS_PER_PROCESS }, (_, place) => first + place)
      const isMeasured = lives % MEASURED_EVERY === 0
      const { milliseconds } = await tell(events, isMeasured ? null : whole * random())
      if (isMeasured) whole = milliseconds
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  // Whoever died with something in hand left it due; the last one lives, hours later.
  begun += 200
  const { code } = await tell([begun * EVENTS_PER_PROCESS], null)
  expect(code).toBe(0)

  const read = async (sql: string) => (await db.asOwner(sql)).map((row) => Object.values(row)[0])
  const told = receiver.calls.map(({ headers, body }) => [
    (JSON.parse(body.toString()) as { data: { title: string } }).data.title,
    String(headers['webhook-id']),
  ])
  expect(await read('select count(*)::int from outbox where delivered_at is null')).toEqual([0])
  // Old messages leave the inbox; invitations stay, and each was written with its message.
  const invited = await read('select email from portfolio_invitations')
  const mailed = mailServer.mails.map(({ to, source }) => [to, /^Message-ID: (.*)$/im.exec(source)?.[1] ?? ''] as const)
  // A process tells half of its events before it is killed, more or less.
  expect(invited.length).toBeGreaterThan(KILLS)
  expect([...new Set(mailed.map(([to]) => to))].toSorted()).toEqual(invited.toSorted())
  expect(new Set(told.map(([title]) => title)).size).toBe(invited.length)
  // A second attempt has the id of the first, by which a receiver drops it.
  expect(new Set(mailed.map(([, id]) => id)).size).toBe(invited.length)
  expect(new Set(told.map(([, id]) => id)).size).toBe(invited.length)
  expect(await read('select count(*)::int from portfolio_invitations where mail_next_at is not null')).toEqual([0])
})
