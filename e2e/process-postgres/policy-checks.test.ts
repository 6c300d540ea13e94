/** @module-tag full */

import type { InboxMessage, Policy } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, withClient } from '../../server/src/database/test-database.ts'
import { ApiClient } from '../support/api-client.ts'
import { startClockedServer } from '../support/clocked-server-process.ts'
import { PLACED_POLICY } from '../support/placed-policy.ts'

const EMAIL = 'many@example.com'
/** Four batches, of which each process has one in hand at a time. */
const BATCH = 50
const POLICIES = 4 * BATCH
/** Copies with this remainder by ten have a limit that is broken, which is a message. */
const BROKEN = 3

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
})
afterAll(() => db?.close())

async function sendJson<T>(client: ApiClient, path: string, body: unknown): Promise<T> {
  const response = await client.send('POST', path, body)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** A policy, and copies of it in portfolios of their own, all checked on Friday. */
async function addPolicies(client: ApiClient): Promise<void> {
  const data = 'ticker,shares,avgCost\nAAPL,1200,100\nKO,2500,50\nSPY270219P00730000,2,12.50\n'
  const { id } = await sendJson<{ id: string }>(client, '/api/portfolios/upload', { name: 'First', data })
  const { judgement } = await sendJson<Policy>(client, `/api/portfolios/${id}/policies`, PLACED_POLICY)
  const lossPercent = judgement?.lossPercent ?? 0
  const columns =
    'shock_percent, ends_on, legs, fees, placed_on, engine_version, checked_day, checked_version, created_at'
  await db.asOwner(`update policies set state = 'holds', limit_percent = ${lossPercent + 1};
    insert into portfolios (id, user_id, name, created_at, updated_at)
      select md5('copy ' || k)::uuid, user_id, 'Copy ' || k, now(), now()
      from portfolios, generate_series(2, ${POLICIES}) k where name = 'First';
    insert into positions (user_id, portfolio_id, kind, ticker, shares, multiplier, ordinal, created_at, updated_at)
      select user_id, md5('copy ' || k)::uuid, kind, ticker, shares, multiplier, ordinal, now(), now()
      from positions, generate_series(2, ${POLICIES}) k where portfolio_id = '${id}';
    insert into policies (id, user_id, portfolio_id, state, limit_percent, ${columns})
      select md5('policy ' || k)::uuid, user_id, md5('copy ' || k)::uuid, 'holds',
        ${lossPercent} + case when k % 10 = ${BROKEN} then -3 else 1 end, ${columns}
      from policies, generate_series(2, ${POLICIES}) k`)
}

const countInHand = () =>
  db.asOwner(`select count(*)::int as pieces from pgboss.job where name = 'policy-checks' and state = 'active'`)

/** Nothing can be stored meanwhile, so that each has the batch in hand that it took first. */
const untilTakenBy = (processes: number) =>
  expect.poll(countInHand, { timeout: 60_000, interval: 20 }).toEqual([{ pieces: processes * BATCH }])

test('two processes share the checks of a night, and what a killed one had in hand is checked by the other', async () => {
  const env = { DATABASE_URL: db.url ?? '', ADMIN_EMAILS: EMAIL }
  const friday = '2026-11-20T22:00:00Z'
  const staying = await startClockedServer(friday, env)
  const client = new ApiClient(staying.url)
  await client.signIn(EMAIL)
  await addPolicies(client)
  const dying = await startClockedServer(friday, env)

  const night = '2026-11-23T22:00:00Z'
  for (const server of [staying, dying]) await server.order({ now: night, runsJobs: false })
  let stayed: Promise<unknown> | undefined
  await withClient(db.url ?? '', async (blocker) => {
    await blocker.query('begin; lock table policy_history in share mode')
    dying.beginJobs()
    await untilTakenBy(1)
    stayed = staying.order({ runsJobs: true })
    await untilTakenBy(2)
    await dying.kill()
    await blocker.query('commit')
  })
  await stayed
  const checks = () =>
    db.asOwner(`select policy_id, count(*)::int as checks from policy_history where cause = 'close' group by policy_id`)
  // What the dead one had in hand stays with it until it has said nothing for a minute.
  expect((await checks()).length).toBeLessThan(POLICIES)
  await db.asOwner(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active';
    update pgboss.queue set monitor_claim_on = null, monitor_on = null`)
  await staying.order({ now: '2026-11-23T22:10:00Z', runsJobs: true })

  const made = await checks()
  expect(made).toHaveLength(POLICIES)
  expect(made.filter(({ checks: times }) => times !== 1)).toEqual([])
  await client.signIn(EMAIL)
  const told = await client.getJson<InboxMessage[]>('/api/inbox')
  const links = told.filter(({ title }) => title === 'Your hedge is too small now').map(({ link }) => link)
  expect(new Set(links).size).toBe(links.length)
  const broken = await db.asOwner(`select '/policies/' || id as link from policies where state = 'too-little'`)
  expect(broken.length).toBeGreaterThanOrEqual(POLICIES / 10)
  expect(links.toSorted()).toEqual(broken.map(({ link }) => String(link)).toSorted())
  await staying.kill()
}, 300_000)
