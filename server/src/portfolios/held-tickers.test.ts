/** @module-tag postgres */

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { listWidelyHeldTickers } from './held-tickers.repository.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

/** As the system, because the owner of the schema sees no positions on PostgreSQL. */
const execute = async (text: string) => (await db.asSystem((tx) => tx.execute(sql.raw(text)))).rows

/** The list as it was made before there were counts: by reading every position. */
async function countPositions(limit: number): Promise<unknown[]> {
  const rows = await execute(`select ticker from positions where replaced_by is null and kind <> 'cash'
    group by ticker order by count(*) desc, ticker limit ${limit}`)
  return rows.map(({ ticker }) => ticker)
}

const ticker = fc.constantFrom('AAPL', 'MSFT', 'SPY', 'SPY270115P00600000')
const kind = fc.constantFrom('security', 'option', 'cash')
const portfolio = fc.integer({ min: 1, max: 3 })
const place = fc.integer({ min: 0, max: 5 })
const id = (of: 'user' | 'portfolio' | 'import', n: number) =>
  `${{ user: 'a', portfolio: 'b', import: 'c' }[of]}0000000-0000-4000-8000-00000000000${n}`
/** Everything that happens to positions, as single statements. */
const change = fc.oneof(
  fc.array(fc.tuple(ticker, kind), { minLength: 1, maxLength: 4 }).chain((lots) =>
    portfolio.map(
      (
        n,
      ) => `insert into positions (user_id, portfolio_id, ticker, kind, shares, ordinal, created_at, updated_at) values
        ${lots.map(([of, as], i) => `('${id('user', n)}', '${id('portfolio', n)}', '${of}', '${as}', 1, ${i}, now(), now())`).join()}`,
    ),
  ),
  fc
    .tuple(portfolio, place)
    .map(([n, at]) => `delete from positions where portfolio_id = '${id('portfolio', n)}' and ordinal = ${at}`),
  fc
    .tuple(portfolio, ticker)
    .map(
      ([n, to]) => `update positions set ticker = '${to}' where portfolio_id = '${id('portfolio', n)}' and ordinal = 0`,
    ),
  portfolio.map((n) => `update positions set shares = shares + 1 where portfolio_id = '${id('portfolio', n)}'`),
  portfolio.map(
    (n) => `update positions set replaced_by = '${id('import', n)}' where portfolio_id = '${id('portfolio', n)}'`,
  ),
  portfolio.map((n) => `update positions set replaced_by = null where portfolio_id = '${id('portfolio', n)}'`),
  portfolio.map((n) => `delete from portfolios where id = '${id('portfolio', n)}'`),
  portfolio.map((n) => `delete from users where id = '${id('user', n)}'`),
  fc.constant('list'),
)

/** The three users who are missing, each with a portfolio and an import: so that no change fails. */
async function addPeople() {
  await execute(`with n as (select generate_series(1, 3)::text as n),
      u as (insert into users (id, issuer, subject, created_at, last_sign_in_at)
        select ('a0000000-0000-4000-8000-00000000000' || n)::uuid, 'test', n, now(), now() from n on conflict do nothing),
      p as (insert into portfolios (id, user_id, name, created_at, updated_at)
        select ('b0000000-0000-4000-8000-00000000000' || n)::uuid, ('a0000000-0000-4000-8000-00000000000' || n)::uuid, 'P', now(), now()
        from n on conflict do nothing)
    insert into import_batches (id, user_id, portfolio_id, source, position_count, created_at)
      select ('c0000000-0000-4000-8000-00000000000' || n)::uuid, ('a0000000-0000-4000-8000-00000000000' || n)::uuid,
        ('b0000000-0000-4000-8000-00000000000' || n)::uuid, 'csv', 1, now() from n on conflict do nothing`)
}

test('whatever happens to positions, the list is the one that counting them all gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 3, maxLength: 12, size: 'max' }),
      fc.integer({ min: 1, max: 5 }),
      async (changes, limit) => {
        await execute('delete from users')
        for (const one of changes) {
          await addPeople()
          await (one === 'list' ? listWidelyHeldTickers(db, limit) : execute(one))
        }
        const expected = await countPositions(limit)
        expect(await listWidelyHeldTickers(db, limit)).toEqual(expected)
        expect(await listWidelyHeldTickers(db, limit)).toEqual(expected)
      },
    ),
    { numRuns: 60 },
  )
})

test('once it was listed there is one row for each ticker', async () => {
  await execute('delete from users')
  await addPeople()
  await execute(`insert into positions (user_id, portfolio_id, ticker, shares, ordinal, created_at, updated_at)
    select '${id('user', 1)}', '${id('portfolio', 1)}', 'T' || n % 7, 1, n, now(), now() from generate_series(1, 500) n`)
  await execute(`update positions set ticker = 'T0' where ordinal < 9`)
  expect((await execute('select * from held_lots')).length).toBeGreaterThan(7)
  await listWidelyHeldTickers(db, 3)
  expect(await execute('select * from held_lots')).toHaveLength(7)
})
