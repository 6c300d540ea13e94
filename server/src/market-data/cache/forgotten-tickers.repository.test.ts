import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../database/test-database.ts'
import { createForgottenTickerSweeper } from './forgotten-tickers.repository.ts'

const db = await createTestDatabase()
afterAll(() => db.close())
const now = new Date('2026-11-20T15:00:00Z')

test('tickers that nobody asks for any more are forgotten, and what is used stays', async () => {
  for (const [ticker, days] of [
    ['OLD', 91],
    ['USED', 89],
  ] as const) {
    const at = `'${now.toISOString()}'::timestamptz - interval '${days} days'`
    await db.asOwner(`
      insert into price_quotes (source, ticker, price, currency, session, as_of, fetched_at)
        values ('yahoo', '${ticker}', 1, 'USD', 'closed', ${at}, ${at});
      insert into instruments (source, ticker, name, asset_class, currency, is_fund, fetched_at)
        values ('yahoo', '${ticker}', 'x', 'stock', 'USD', false, ${at});
      insert into daily_histories (source, ticker, currency, from_day, last_day, splits, fetched_at)
        values ('yahoo', '${ticker}', 'USD', 1, 2, '[]', ${at});
      insert into daily_bars (source, ticker, year, days, closes, adjusted_closes)
        values ('yahoo', '${ticker}', 2026, '{1}', '{1}', '{1}')`)
  }
  for (const [ticker, days] of [
    ['MADEUP', 8],
    ['NEW', 6],
  ] as const) {
    await db.asOwner(`insert into missing_tickers (source, ticker, reason, checked_at)
      values ('yahoo', '${ticker}', 'unknown', '${now.toISOString()}'::timestamptz - interval '${days} days')`)
  }
  expect(await createForgottenTickerSweeper({ db, clock: { now: () => now } }).sweep()).toBe(4)
  const tables = ['price_quotes', 'instruments', 'daily_histories', 'daily_bars', 'missing_tickers']
  const left = await Promise.all(tables.map((table) => db.asOwner(`select ticker from ${table}`)))
  expect(left.map((rows) => rows.map(({ ticker }) => ticker))).toEqual([
    ['USED'],
    ['USED'],
    ['USED'],
    ['USED'],
    ['NEW'],
  ])
})
