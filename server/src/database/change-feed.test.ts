/** @module-tag postgres */

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { portfolios } from './schema/index.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let db: TestDatabase
let ann: string
let bob: string
/** Users whose changes were told; `undefined` is everybody. */
let told: (string | undefined)[]

beforeAll(async () => {
  db = await createTestDatabase()
  db.changes.watch((userId) => told.push(userId))
  await vi.waitUntil(() => db.changes.isLive(), { timeout: 30_000 })
})
afterAll(() => db.close())

beforeEach(async () => {
  ann = await addUser()
  bob = await addUser()
})

async function addUser(): Promise<string> {
  const id = randomUUID()
  await db.asOwner(`
    insert into users (id, issuer, subject, created_at, last_sign_in_at) values ('${id}', 'test', '${id}', now(), now());
    insert into sessions (id_hash, user_id, created_at, last_seen_at) values ('one of ${id}', '${id}', now(), now()),
      ('two of ${id}', '${id}', now(), now());
    insert into portfolios (user_id, name, created_at, updated_at) values ('${id}', 'one', now(), now()),
      ('${id}', 'two', now(), now())`)
  return id
}

/** Collects the notices of a change: a mark behind it shows when all have come. */
async function hear(change: () => Promise<unknown>): Promise<(string | undefined)[]> {
  told = []
  await change()
  const mark = randomUUID()
  await db.notify('ballast_changed', mark)
  await expect.poll(() => told).toContain(mark)
  return told.filter((userId) => userId !== mark)
}

test.each([
  ['another name of a user', (id: string) => `update users set first_name = 'New' where id = '${id}'`],
  ['another tier', (id: string) => `update users set pro_until = now() where id = '${id}'`],
  [
    'a first token',
    (id: string) => `insert into token_balances (user_id, purchased, updated_at) values ('${id}', 5, now())`,
  ],
  ['the end of a session', (id: string) => `delete from sessions where id_hash = 'one of ${id}'`],
  ['the end of all sessions', (id: string) => `delete from sessions where user_id = '${id}'`],
  [
    'a session that will run out sooner',
    (id: string) => `update sessions set last_seen_at = now() - interval '25 hours' where id_hash = 'one of ${id}'`,
  ],
  [
    'an older session',
    (id: string) => `update sessions set created_at = created_at - interval '15 days' where user_id = '${id}'`,
  ],
  [
    'a session given to somebody else',
    (id: string) => `update sessions set user_id = '${bob}' where id_hash = 'one of ${id}'`,
  ],
  [
    'another version of a portfolio',
    (id: string) => `update portfolios set version = version + 1 where user_id = '${id}'`,
  ],
  ['the end of a portfolio', (id: string) => `delete from portfolios where user_id = '${id}' and name = 'one'`],
  ['the end of a user with all that is theirs', (id: string) => `delete from users where id = '${id}'`],
])('%s made by hand is told once, and of nobody else', async (_name, sql) => {
  expect(await hear(() => db.asOwner(sql(ann)))).toEqual([ann])
})

test.each([
  [
    'being seen',
    (id: string) => `update sessions set last_seen_at = now() + interval '1 minute' where user_id = '${id}'`,
  ],
  ['an update that changes nothing', (id: string) => `update users set email = email where id = '${id}'`],
  ['a change that is taken back', (id: string) => `begin; delete from sessions where user_id = '${id}'; rollback`],
])('%s is no news', async (_name, sql) => {
  expect(await hear(() => db.asOwner(sql(ann)))).toEqual([])
})

test('what a request changes is told, too', async () => {
  const rename = () =>
    db.asUser(bob, (tx) => tx.update(portfolios).set({ name: 'renamed' }).where(eq(portfolios.name, 'one')))
  expect(await hear(rename)).toEqual([bob])
})

test('one statement about many users tells of each', async () => {
  const heard = await hear(() => db.asOwner(`delete from sessions where user_id in ('${ann}', '${bob}')`))
  expect(heard.toSorted()).toEqual([ann, bob].toSorted())
})

test.each(['users', 'sessions', 'portfolios'])('emptying %s concerns everybody', async (table) => {
  expect(await hear(() => db.asOwner(`truncate ${table} cascade`))).toContain(undefined)
})
