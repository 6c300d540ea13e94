// Tests: held-tickers.test.ts, ../../../e2e/process-postgres/growth.test.ts

import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { heldLots } from '../database/schema/index.ts'

/**
 * Tickers that anybody holds, the most widely held first; options by their symbol, cash not at all. Nothing tells whose they are.
 *
 * Adds up what came and went since the last time and leaves one row for each ticker, so that it reads as many rows as there
 * are tickers and changes, however many positions there are.
 */
export async function listWidelyHeldTickers(db: Database, limit: number): Promise<string[]> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute<{ ticker: string }>(sql`
      with taken as (delete from ${heldLots} returning ticker, lots),
        kept as (
          insert into ${heldLots} (ticker, lots)
          select ticker, sum(lots) from taken group by ticker having sum(lots) <> 0 returning ticker, lots
        )
      select ticker from kept order by lots desc, ticker limit ${limit}`),
  )
  return rows.map(({ ticker }) => ticker)
}
