import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'

let now = new Date('2027-03-01T00:00:00.000Z')
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    environment: { ADMIN_EMAILS: 'admin@example.com' },
    overrides: { clock: { now: () => now } },
  })
})
afterAll(() => app.close())

/** Rows at the microsecond of every midnight around the windows, by two people of whom one is gone. */
async function fill(at: string) {
  await app.db.asOwner(`
    truncate token_uses cascade; delete from purchases; delete from subscription_payments;
    insert into users (issuer, subject, created_at, last_sign_in_at) values ('t', 'stays', now(), now()), ('t', 'goes', now(), now())
      on conflict do nothing;
    insert into token_uses (user_id, feature, monthly, purchased, unlimited, status, fingerprint, lease_until, created_at)
      select u.id, f, 1, 1, 0, 'delivered', gen_random_uuid()::text, t, t from users u, unnest(array['hedge_analysis', 'agentic_discovery']) f,
        generate_series(0, 61) d, unnest(array[interval '0', interval '-1 microsecond', interval '1 microsecond']) s,
        lateral (select date_trunc('day', timestamptz '${at}' at time zone 'UTC') at time zone 'UTC' - d * interval '1 day' + s as t) x
      where u.issuer = 't' and t <= timestamptz '${at}';
    insert into purchases (user_id, session_id, package_id, tokens, amount_cents, reversed_cents, created_at)
      select u.id, gen_random_uuid()::text, 'small', 10, 2900, 7 * d, date_trunc('day', timestamptz '${at}' at time zone 'UTC') at time zone 'UTC' - d * interval '1 day' + s
      from users u, generate_series(0, 40) d, unnest(array[interval '0', interval '-1 microsecond']) s where u.issuer = 't';
    insert into subscription_payments (user_id, invoice_id, amount_cents, reversed_cents, paid_at)
      select user_id, 'in_' || session_id, 4900, 49, created_at from purchases;
    delete from users where subject = 'goes'`)
}

test.each(['2028-03-01T12:00:00.000Z', '2028-02-29T00:00:00.001Z', '2027-01-01T00:00:00.000Z'])(
  'at %s the totals are those that are counted by hand',
  async (at) => {
    now = new Date(at)
    await fill(at)
    const admin = await app.signIn('admin@example.com')
    const day = at.slice(0, 10)
    const rows = await app.db.asOwner(
      `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, feature, monthly + purchased as tokens from token_uses where status = 'delivered'`,
    )
    const money =
      await app.db.asOwner(`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, amount_cents as cents, reversed_cents as back, true as tokens from purchases
      union all select to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD'), amount_cents, reversed_cents, false from subscription_payments`)
    const back = (days: number) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
    const within = (row: Record<string, unknown>, first: string, last: string) =>
      String(row.day) >= first && String(row.day) <= last
    const used = (first: string, last: string) => {
      const found = rows.filter((row) => within(row, first, last))
      const of = (feature: string) => found.filter((row) => row.feature === feature).length
      return {
        total: found.length,
        hedge_analysis: of('hedge_analysis'),
        agentic_discovery: of('agentic_discovery'),
        tokens: found.reduce((sum, row) => sum + Number(row.tokens), 0),
      }
    }
    const sum = (which: (row: Record<string, unknown>) => unknown, pick: string) =>
      money
        .filter((row) => within(row, back(29), day) && which(row))
        .reduce((total, row) => total + Number(row[pick]), 0) / 100
    const summary = await admin.json<Record<string, unknown>>('/api/analytics/summary')
    expect(rows.length).toBeGreaterThan(300)
    expect(summary).toMatchObject({
      from: back(29),
      to: day,
      uses: used(back(29), day),
      previousUses: used(back(59), back(30)),
      daily: [6, 5, 4, 3, 2, 1, 0].map((days) => {
        const { hedge_analysis, agentic_discovery } = used(back(days), back(days))
        return { date: back(days), hedge_analysis, agentic_discovery }
      }),
      spending: {
        tokenAmount: sum((row) => row.tokens, 'cents'),
        subscriptionAmount: sum((row) => !row.tokens, 'cents'),
        reversedAmount: sum(() => true, 'back'),
      },
    })
    const records = await admin.json<unknown[]>('/api/analytics/token-usage')
    expect(records).toHaveLength(Math.min(1_000, used(back(29), day).total))
  },
)
