import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { dailyBars, dailyHistories, instruments, missingTickers, priceQuotes } from '../../database/schema/index.ts'

const DAY = 24 * 60 * 60_000
/** Time after which a ticker unknown to the provider is forgotten; it is asked about again much sooner. */
const MISSING_MILLISECONDS = 7 * DAY
/** Time after which a ticker that was not fetched is forgotten: nobody holds it or looks at it. */
const UNUSED_MILLISECONDS = 90 * DAY

/**
 * Forgets tickers that nobody asks for any more. Anybody may upload thousands of tickers, real or made up, and each leaves rows
 * that all users share.
 */
export function createForgottenTickerSweeper({ db, clock }: { db: Database; clock: Clock }): {
  sweep(): Promise<number>
} {
  return {
    sweep() {
      const before = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds)
      const unused = before(UNUSED_MILLISECONDS)
      const counted = { one: sql<number>`1` }
      return db.asSystem(async (tx) => {
        const gone = [
          await tx
            .delete(missingTickers)
            .where(lt(missingTickers.checkedAt, before(MISSING_MILLISECONDS)))
            .returning(counted),
          await tx.delete(priceQuotes).where(lt(priceQuotes.fetchedAt, unused)).returning(counted),
          await tx.delete(instruments).where(lt(instruments.fetchedAt, unused)).returning(counted),
          await tx.delete(dailyHistories).where(lt(dailyHistories.fetchedAt, unused)).returning(counted),
        ]
        const history = tx
          .select()
          .from(dailyHistories)
          .where(and(eq(dailyHistories.source, dailyBars.source), eq(dailyHistories.ticker, dailyBars.ticker)))
        // Years whose history is gone say nothing.
        if (gone[3]?.length) await tx.delete(dailyBars).where(notExists(history))
        return gone.reduce((sum, rows) => sum + rows.length, 0)
      })
    },
  }
}
