import { and, count, desc, isNull, ne } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { positions } from '../database/schema/index.ts'

/** Tickers that anybody holds, the most widely held first; options by their symbol, cash not at all. Nothing tells whose they are. */
export async function listWidelyHeldTickers(db: Database, limit: number): Promise<string[]> {
  const rows = await db.asSystem((tx) =>
    tx
      .select({ ticker: positions.ticker })
      .from(positions)
      .where(and(isNull(positions.replacedBy), ne(positions.kind, 'cash')))
      .groupBy(positions.ticker)
      .orderBy(desc(count()), positions.ticker)
      .limit(limit),
  )
  return rows.map(({ ticker }) => ticker)
}
