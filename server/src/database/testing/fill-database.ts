import pg from 'pg'

/** How much there is at scale 1. */
export const FULL_SCALE = { users: 100_000, positionsPerUser: 20, ledgerRowsPerUser: 50 }

/** Tickers that portfolios hold; the first ones are held most, as in life. */
const TICKERS = 5_000
/** Two rows of the ledger for each use, and two for what was bought. */
const USES_PER_USER = (FULL_SCALE.ledgerRowsPerUser - 2) / 2
const TOKENS_BOUGHT = 30

/** Random UUIDs to look at, and the same at every call, so that every statement can name any user. */
const TO_ID = `create function pg_temp.to_id(text) returns uuid language sql immutable parallel safe as $$
  select overlay(overlay(md5($1) placing '4' from 13) placing 'a' from 17)::uuid $$`

/** A statement of PostgreSQL for each kind of row. */
const STEPS: readonly (readonly [string, string])[] = [
  [
    'users',
    `insert into users (id, issuer, subject, email, email_verified, first_name, last_name, pro_until, created_at, last_sign_in_at)
     select pg_temp.to_id('user ' || n), 'growth', n::text, 'user' || n || '@example.com', true, 'User', n::text,
       case when n % 20 = 0 then now() + interval '30 days' end,
       now() - interval '1 minute' * n, now() - interval '1 second' * n
     from generate_series(1, $1::int) n`,
  ],
  [
    'sessions',
    `insert into sessions (id_hash, user_id, created_at, last_seen_at)
     select md5('session ' || n), pg_temp.to_id('user ' || n), now() - interval '1 day', now() - interval '1 second' * (n % 40000)
     from generate_series(1, $1::int) n`,
  ],
  [
    'portfolios',
    `insert into portfolios (id, user_id, name, created_at, updated_at)
     select pg_temp.to_id('portfolio ' || n), pg_temp.to_id('user ' || n), 'Portfolio', now(), now()
     from generate_series(1, $1::int) n`,
  ],
  [
    'positions',
    `insert into positions (user_id, portfolio_id, ticker, shares, avg_cost, ordinal, created_at, updated_at)
     select pg_temp.to_id('user ' || n), pg_temp.to_id('portfolio ' || n),
       'G' || floor(${TICKERS} * power((n * 7919::bigint + place * 104729) % 10007 / 10007.0, 3))::int,
       1 + (n + place) % 500, 10 + (n * place) % 300, place, now(), now()
     from generate_series(1, $1::int) n, generate_series(1, ${FULL_SCALE.positionsPerUser}) place`,
  ],
  [
    'lots by ticker',
    `insert into held_lots (ticker, lots) select ticker, count(*) from positions where $1::int > 0 group by 1`,
  ],
  [
    'balances',
    `insert into token_balances (user_id, purchased, updated_at)
     select pg_temp.to_id('user ' || n), ${TOKENS_BOUGHT - USES_PER_USER}, now() from generate_series(1, $1::int) n`,
  ],
  [
    'purchases',
    `insert into purchases (user_id, session_id, package_id, tokens, amount_cents, created_at)
     select pg_temp.to_id('user ' || n), 'growth ' || n, 'small', ${TOKENS_BOUGHT}, 2900, now() - interval '1 minute' * n
     from generate_series(1, $1::int) n`,
  ],
  [
    'subscriptions',
    `insert into subscriptions (id, user_id, status, current_period_start, current_period_end, cancel_at_period_end, created_at, synced_at)
     select 'growth ' || n, pg_temp.to_id('user ' || n), 'active', now() - interval '3 days', now() + interval '27 days', false,
       now() - interval '1 minute' * n, now()
     from generate_series(20, $1::int, 20) n`,
  ],
  [
    'uses',
    `insert into token_uses (id, user_id, feature, portfolio_id, monthly, purchased, unlimited, status, fingerprint, lease_until, created_at, settled_at)
     select pg_temp.to_id('use ' || n || ' ' || k), pg_temp.to_id('user ' || n), 'hedge_analysis', pg_temp.to_id('portfolio ' || n),
       0, 1, 0, 'delivered', md5(n || ' ' || k), at, at, at
     from generate_series(1, $1::int) n, generate_series(1, ${USES_PER_USER}) k,
       lateral (select now() - interval '1 hour' * ((n * 31 + k * 97) % 8000) as at) t`,
  ],
  [
    'ledger, bought',
    `insert into token_ledger (user_id, kind, from_account, to_account, tokens, reason_key, balance_after, amount_cents, created_at)
     select pg_temp.to_id('user ' || n), 'purchase', 'sales', 'purchased', ${TOKENS_BOUGHT / 2}, 'growth:' || part || ':' || n,
       part * ${TOKENS_BOUGHT / 2}, 1450, now() - interval '1 year'
     from generate_series(1, $1::int) n, generate_series(1, 2) part`,
  ],
  [
    'ledger, used',
    `insert into token_ledger (user_id, kind, from_account, to_account, tokens, reason_key, balance_after, feature, created_at)
     select pg_temp.to_id('user ' || n), kind, source, target, 1, 'growth:' || kind || ':' || n || ':' || k,
       ${TOKENS_BOUGHT} - k, 'hedge_analysis', now() - interval '1 hour' * ((n * 31 + k * 97) % 8000)
     from generate_series(1, $1::int) n, generate_series(1, ${USES_PER_USER}) k,
       (values ('use', 'purchased', 'reserved'), ('use-delivered', 'reserved', 'used')) moves (kind, source, target)`,
  ],
  [
    'uses by day',
    `insert into usage_days (day, feature, uses, tokens)
     select (created_at at time zone 'UTC')::date, feature, count(*), sum(monthly + purchased)
     from token_uses where $1::int > 0 group by 1, 2
     on conflict (day, feature) do update set uses = excluded.uses, tokens = excluded.tokens`,
  ],
]

/**
 * Fills a migrated, empty database with invented users and what they own, by one statement for each kind of row. Triggers and
 * foreign keys are not asked, so the role needs the right to set `session_replication_role`.
 *
 * @param scale share of `FULL_SCALE`, e.g. 0.01 for 1,000 users
 * @param tell hears of each step: its name, its rows and its seconds
 */
export async function fillDatabase(
  url: string,
  scale: number,
  tell: (step: string, rows: number, seconds: number) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      'set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = 512000',
    )
    await client.query(TO_ID)
    for (const [step, statement] of STEPS) {
      const begun = performance.now()
      const { rowCount } = await client.query(statement, [Math.round(FULL_SCALE.users * scale)])
      tell(step, rowCount ?? 0, (performance.now() - begun) / 1000)
    }
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
