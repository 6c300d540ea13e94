/** @module-tag postgres */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro } from '../accounts/testing/pro-user.ts'
import type { SignedInUser } from '../http/authentication.ts'
import { createLog } from '../log.ts'
import { createTokenMeter } from '../tokens/token-meter.ts'
import { createExpiredRowSweeper } from './expired-rows.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const DAY = 24 * 60 * 60_000
const START = new Date('2026-11-20T15:00:00Z')
const clock = { now: () => START }
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

async function newUser(name: string): Promise<SignedInUser> {
  const [row] = await db.asOwner(`insert into users (issuer, subject, created_at, last_sign_in_at)
    values ('test', '${name}', now(), now()) returning id`)
  const user = { email: null, firstName: null, lastName: null, profileImageUrl: null, discoveryTokens: 0 }
  return {
    ...user,
    id: String(row?.id),
    subscriptionTier: 'pro',
    isAdmin: false,
    createdAt: START,
    sessionIdHash: '',
  }
}
const list = async (query: string) => (await db.asOwner(query)).map((row) => Object.values(row).join(' '))
const after = (days: number) => ({ now: () => new Date(START.getTime() + days * DAY) })
const sweepAfter = (days: number) => createExpiredRowSweeper({ db, clock: after(days) }).sweep()

test('uses that cost nothing go after a week; those that were paid stay, and so do the books and the counts', async () => {
  const ann = await newUser('ann')
  const boss = { ...(await newUser('boss')), isAdmin: true }
  await makePro(db, ann.id, { monthly: 7, purchased: 3 })
  const meter = createTokenMeter({
    db,
    clock,
    log: createLog('silent'),
    forget: () => undefined,
    stopMilliseconds: 200,
  })
  const use = (
    user: SignedInUser,
    feature: 'hedge_analysis' | 'comprehensive_analysis',
    work: () => Promise<boolean>,
  ) =>
    meter
      .charge(
        {
          user,
          feature,
          portfolioId: null,
          idempotencyKey: randomUUID(),
          signal: new AbortController().signal,
        },
        async () => ({ answer: {}, delivered: await work() }),
      )
      .catch(() => undefined)
  await use(ann, 'hedge_analysis', async () => true)
  await use(boss, 'hedge_analysis', async () => true)
  await use(ann, 'hedge_analysis', async () => false)
  await use(ann, 'hedge_analysis', () => Promise.reject(new Error('broken')))
  await use(ann, 'comprehensive_analysis', async () => true)
  const uses = () => list('select status, monthly + purchased + unlimited from token_uses order by 1, 2')
  const days = () => list('select feature, uses, tokens from usage_days order by 1')
  const counted = await days()
  expect(counted).toEqual(['hedge_analysis 2 1'])

  await sweepAfter(6)
  expect(await uses()).toEqual(['delivered 0', 'delivered 1', 'delivered 1', 'failed 1', 'free 1'])
  await sweepAfter(8)
  expect(await uses()).toEqual(['delivered 1', 'delivered 1'])
  expect(await days()).toEqual(counted)
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
  await meter.stop()
})

test('checkouts that nobody paid go after a month, requests to support a year after their answer', async () => {
  const { id } = await newUser('ben')
  await db.asOwner(`insert into checkouts (user_id, kind, package_id, session_id, created_at) values
      ('${id}', 'tokens', 'small', 'left', '${START.toISOString()}'),
      ('${id}', 'tokens', 'small', 'paid', '${START.toISOString()}'),
      ('${id}', 'subscription', null, null, '${START.toISOString()}');
    insert into purchases (user_id, session_id, package_id, tokens, amount_cents, created_at)
      values ('${id}', 'paid', 'small', 1, 100, '${START.toISOString()}');
    insert into support_requests (user_id, subject, message, priority, created_at, closed_at) values
      ('${id}', 'waits', 'x', false, '${START.toISOString()}', null),
      ('${id}', 'answered', 'x', false, '${START.toISOString()}', '${START.toISOString()}')`)
  const checkouts = () => list('select session_id from checkouts order by 1')
  const requests = () => list('select subject from support_requests order by 1')
  await sweepAfter(29)
  expect(await checkouts()).toHaveLength(3)
  await sweepAfter(31)
  expect(await checkouts()).toEqual(['paid'])
  await sweepAfter(364)
  expect(await requests()).toEqual(['answered', 'waits'])
  await sweepAfter(366)
  expect(await requests()).toEqual(['waits'])
})

test('a sweep looks at so many uses and no more, and the next ones go on until all were seen', async () => {
  const eve = await newUser('eve')
  // Those that stay come before those that go, so that a sweep which begins anew each time never gets to them.
  const insert = (first: string, age: string) =>
    db.asOwner(`insert into token_uses
      (id, user_id, feature, monthly, purchased, unlimited, status, fingerprint, lease_until, created_at)
      select ('${first}0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '${eve.id}', 'hedge_analysis', 0, 0, 0,
        'failed', n::text, now(), '${START.toISOString()}'::timestamptz + interval '${age}' from generate_series(1, 8) n`)
  await insert('0', '7 days')
  await insert('f', '0 days')
  const count = async () => Number((await list(`select count(*) from token_uses where user_id = '${eve.id}'`))[0])
  const sweeper = createExpiredRowSweeper({ db, clock: after(8) }, { usesPerSweep: 4 })
  const left: number[] = []
  for (let turn = 0; turn < 12 && (await count()) > 8; turn += 1) {
    await sweeper.sweep()
    left.push(await count())
  }
  expect(left[0]).toBeGreaterThanOrEqual(12)
  expect(left.at(-1)).toBe(8)
})
