/** Usage of the last 30 days, as admins see it, while 1,000,000 uses lie in them, on both engines. */
import { createTestDatabase, type TestDatabase } from '../server/src/database/test-database.ts'
import { createTestApp } from '../server/src/test-app.ts'
import { reportLine, timeInTurn } from './measure.ts'
import { withPostgres } from './with-postgres.ts'

const USES = 1_000_000
const USERS = 1_000
const PURCHASES = 20_000
const SLOWEST_MS = 300

await measure('embedded')
await withPostgres(async (url) => {
  process.env.TEST_DATABASE_URL = url
  await measure('postgres')
})

async function measure(engine: string): Promise<void> {
  const db = await createTestDatabase()
  await fill(db)
  const app = await createTestApp({ db, environment: { ADMIN_EMAILS: 'admin@example.com' } })
  const admin = await app.signIn('admin@example.com')
  const ask = (name: string) => async () => {
    const response = await admin.fetch(`/api/analytics/${name}`)
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    return response.json()
  }
  const summary = (await ask('summary')()) as { uses: { total: number } }
  if (summary.uses.total !== USES) throw new Error(`The summary counts ${summary.uses.total} of ${USES} uses`)
  const milliseconds = await timeInTurn({
    summary: ask('summary'),
    tokenUsage: ask('token-usage'),
    tokenPurchases: ask('token-purchases'),
    subscriptions: ask('subscriptions'),
  })
  for (const [name, ms] of Object.entries(milliseconds)) {
    reportLine({
      workload: `usage analytics over ${USES.toLocaleString('en')} uses in 30 days: ${name}, ${engine} database`,
      ms,
      promise: `at most ${SLOWEST_MS} ms`,
      holds: ms <= SLOWEST_MS,
    })
  }
  await app.close()
  await db.close()
}

async function fill(db: TestDatabase): Promise<void> {
  await db.asOwner(`
    insert into users (issuer, subject, email, created_at, last_sign_in_at)
      select 'bench', n::text, n || '@example.com', now(), now() from generate_series(1, ${USERS}) n;
    create temporary table people as select id, row_number() over () as n from users;
    insert into token_uses
      (user_id, feature, monthly, purchased, unlimited, status, fingerprint, lease_until, created_at, settled_at)
      select p.id, case when i % 3 = 0 then 'agentic_discovery' else 'hedge_analysis' end, i % 2, 1 - i % 2, 0, 'delivered',
        i::text, at, at, at
      from (select i, now() - (i::float8 / ${USES}) * interval '29 days' as at from generate_series(1, ${USES}) i) spread
      join people p on p.n = 1 + i % ${USERS};
    insert into purchases (user_id, session_id, package_id, tokens, amount_cents, created_at)
      select p.id, 'cs_' || i, 'small', 10, 2900, now() - (i::float8 / ${PURCHASES}) * interval '29 days'
      from generate_series(1, ${PURCHASES}) i join people p on p.n = 1 + i % ${USERS};
    insert into subscriptions
      (id, user_id, status, current_period_start, current_period_end, cancel_at_period_end, created_at, synced_at)
      select 'sub_' || n, id, 'active', now() - interval '5 days', now() + interval '25 days', false, now(), now() from people`)
  await db.asOwner('vacuum analyze token_uses')
}
