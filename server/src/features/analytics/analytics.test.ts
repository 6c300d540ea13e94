import { usageSummarySchema } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const NOW = new Date('2026-11-20T15:00:00Z')

let app: TestApp
let admin: TestClient
let annId: string

beforeAll(async () => {
  app = await createTestApp({
    environment: { ADMIN_EMAILS: 'admin@example.com' },
    overrides: { clock: { now: () => NOW } },
  })
  admin = await app.signIn('admin@example.com')
  const ann = await app.signIn('ann@example.com')
  annId = (await ann.json<{ id: string }>('/api/auth/user')).id
})
afterAll(() => app.close())

const daysAgo = (days: number) => `timestamptz '${NOW.toISOString()}' - interval '${days} days'`

/** Uses that are in the books as they are; the ledger is not what is looked at here. */
async function addUses(count: number, feature: string, at: string, status = 'delivered', monthly = 1) {
  await app.db.asOwner(`insert into token_uses
    (user_id, feature, monthly, purchased, unlimited, status, fingerprint, lease_until, created_at)
    select '${annId}', '${feature}', ${monthly}, 0, ${1 - monthly}, '${status}', gen_random_uuid()::text, ${at}, ${at}
    from generate_series(1, ${count})`)
}

test('without anything, everything is zero and every day is there', async () => {
  const summary = usageSummarySchema.parse(await admin.json('/api/analytics/summary'))
  expect(summary).toMatchObject({
    from: '2026-10-22',
    to: '2026-11-20',
    uses: { total: 0, hedge_analysis: 0, agentic_discovery: 0, tokens: 0 },
    spending: { tokens: 0, total: 0 },
    subscriptions: { running: 0 },
  })
  expect(summary.daily.map(({ date }) => date)).toEqual(
    ['14', '15', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`),
  )
  for (const path of ['token-usage', 'token-purchases', 'subscriptions']) {
    expect(await admin.json(`/api/analytics/${path}`)).toEqual([])
  }
})

describe('with a month of business', () => {
  beforeAll(async () => {
    await addUses(3, 'hedge_analysis', daysAgo(0))
    await addUses(2, 'agentic_discovery', daysAgo(1))
    await addUses(1, 'hedge_analysis', daysAgo(1), 'delivered', 0)
    await addUses(4, 'hedge_analysis', daysAgo(29))
    await addUses(5, 'agentic_discovery', daysAgo(30))
    await addUses(7, 'hedge_analysis', daysAgo(59))
    await addUses(9, 'hedge_analysis', daysAgo(60))
    for (const status of ['failed', 'free', 'reserved']) await addUses(1, 'hedge_analysis', daysAgo(0), status)
    await addUses(1, 'comprehensive_analysis', daysAgo(0))
    await app.db.asOwner(`
      insert into purchases (user_id, session_id, package_id, tokens, amount_cents, reversed_cents, reversed_tokens, created_at) values
        ('${annId}', 'cs_1', 'small', 10, 2900, 0, 0, ${daysAgo(1)}),
        ('${annId}', 'cs_2', 'medium', 25, 5900, 2950, 13, ${daysAgo(2)}),
        (null, 'cs_3', 'medium', 25, 5900, 0, 0, ${daysAgo(3)}),
        ('${annId}', 'cs_4', 'large', 50, 9900, 0, 0, ${daysAgo(31)});
      insert into subscriptions (id, user_id, status, current_period_start, current_period_end, cancel_at_period_end, created_at, ended_at, synced_at) values
        ('sub_1', '${annId}', 'active', ${daysAgo(5)}, ${daysAgo(-25)}, false, ${daysAgo(5)}, null, now()),
        ('sub_2', null, 'canceled', ${daysAgo(40)}, ${daysAgo(10)}, true, ${daysAgo(70)}, ${daysAgo(10)}, now()),
        ('sub_3', null, 'canceled', ${daysAgo(90)}, ${daysAgo(60)}, true, ${daysAgo(90)}, ${daysAgo(60)}, now()),
        ('sub_4', null, 'past_due', ${daysAgo(3)}, ${daysAgo(-27)}, false, ${daysAgo(33)}, null, now()),
        ('sub_5', null, 'past_due', ${daysAgo(8)}, ${daysAgo(-22)}, false, ${daysAgo(38)}, null, now());
      insert into subscription_payments (invoice_id, user_id, amount_cents, paid_at) values
        ('in_1', '${annId}', 4900, ${daysAgo(5)}), ('in_2', null, 4900, ${daysAgo(31)})`)
  })

  test('the totals are those of 30 days, of what was delivered, and of the 30 days before', async () => {
    expect(await admin.json('/api/analytics/summary')).toMatchObject({
      // 3 today, 2 + 1 yesterday, 4 on the first day that counts; the admin's one took no token.
      uses: { total: 10, hedge_analysis: 8, agentic_discovery: 2, tokens: 9 },
      previousUses: { total: 12, hedge_analysis: 7, agentic_discovery: 5, tokens: 12 },
      daily: [
        ...Array.from({ length: 5 }, () => ({ hedge_analysis: 0, agentic_discovery: 0 })),
        { date: '2026-11-19', hedge_analysis: 1, agentic_discovery: 2 },
        { date: '2026-11-20', hedge_analysis: 3, agentic_discovery: 0 },
      ],
    })
  })

  test('money is summed by package, with what went back', async () => {
    const { spending } = usageSummarySchema.parse(await admin.json('/api/analytics/summary'))
    expect(spending).toEqual({
      packages: [
        { packageId: 'small', sold: 1, tokens: 10, amount: 29 },
        { packageId: 'medium', sold: 2, tokens: 50, amount: 118 },
        { packageId: 'large', sold: 0, tokens: 0, amount: 0 },
      ],
      tokens: 60,
      tokenAmount: 147,
      subscriptionAmount: 49,
      reversedAmount: 29.5,
      // 147 + 49 − 29.50
      total: 166.5,
    })
  })

  test('subscriptions are counted as they stand; one that is overdue for more than 7 days does not run', async () => {
    const { subscriptions } = usageSummarySchema.parse(await admin.json('/api/analytics/summary'))
    expect(subscriptions).toEqual({ running: 2, active: 1, trialing: 0, pastDue: 1, started: 1, ended: 1 })
  })

  test('the records are those of the period, newest first', async () => {
    const usage = await admin.json<{ feature: string; tokens: number; email: string }[]>('/api/analytics/token-usage')
    expect(usage.map(({ feature }) => feature)).toHaveLength(10)
    expect(usage[0]).toMatchObject({ feature: 'hedge_analysis', tokens: 1, email: 'ann@example.com' })
    const purchases = await admin.json<object[]>('/api/analytics/token-purchases')
    expect(purchases).toMatchObject([
      { amountPaid: 29, tokensAdded: 10, amountReversed: 0, subscription: { status: 'active' } },
      { amountPaid: 59, tokensAdded: 25, amountReversed: 29.5, email: 'ann@example.com' },
      { amountPaid: 59, tokensAdded: 25, email: null, subscription: null },
    ])
    const records = await admin.json<{ id: string }[]>('/api/analytics/subscriptions')
    expect(records.map(({ id }) => id)).toEqual(['sub_1', 'sub_4', 'sub_5', 'sub_2'])
  })

  test('beyond 1,000 records the list ends and the totals do not', async () => {
    await addUses(1_500, 'agentic_discovery', daysAgo(2))
    expect(await admin.json('/api/analytics/token-usage')).toHaveLength(1_000)
    expect(await admin.json('/api/analytics/summary')).toMatchObject({
      uses: { total: 1_510, agentic_discovery: 1_502 },
    })
  })
})

test('the counts by day follow every change of uses, by whatever way it was made', async () => {
  const difference = () =>
    app.db.asOwner(`
      select day, feature, uses, tokens from usage_days where uses <> 0 except
      select (created_at at time zone 'UTC')::date, feature, count(*), sum(monthly + purchased) from token_uses
      where status = 'delivered' and feature <> 'comprehensive_analysis' group by 1, 2`)
  const changes = [
    "update token_uses set status = 'delivered' where status = 'reserved'",
    "update token_uses set status = 'free' where status = 'delivered' and feature = 'agentic_discovery'",
    `update token_uses set monthly = 2, created_at = created_at - interval '1 day' where feature = 'hedge_analysis'`,
    "delete from token_uses where created_at < timestamptz '2026-11-01'",
    'begin; delete from token_uses; rollback',
  ]
  for (const change of changes) {
    await app.db.asOwner(change)
    expect({ change, difference: await difference() }).toEqual({ change, difference: [] })
  }
  expect(await app.db.asOwner('select sum(uses)::int as uses from usage_days')).not.toEqual([{ uses: 0 }])
  await app.db.asOwner('truncate token_uses cascade')
  expect(await app.db.asOwner('select * from usage_days')).toEqual([])
})

test('somebody who is no admin any more sees nothing at the next request', async () => {
  const path = '/api/analytics/summary'
  expect((await admin.fetch(path)).status).toBe(200)
  await app.db.asOwner("update users set is_admin = false where email = 'admin@example.com'")
  const refused = await admin.fetch(path)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    error: 'Access Denied: This page is only accessible to administrators.',
  })
})
