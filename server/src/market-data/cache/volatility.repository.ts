import type { MarketDataSource } from '@ballast/contract'
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { volatilityObservations } from '../../database/schema/index.ts'
import { toStoredSource } from '../stored-source.ts'

/** Volatility by a chain on one trading day. */
export interface VolatilityObservation {
  ticker: string
  /** Civil day number. */
  day: number
  /** At-the-money volatility of 30 days, a fraction. */
  volatility30: number
  /** 25-delta put less call of the expiry nearest to 30 days; null without one. */
  skew25: number | null
  underlyingPrice: number
  /** Volume of puts over that of calls in the near-term expiries; null when no call traded, or not observed yet then. */
  putCallRatio: number | null
}

export type VolatilityRepository = ReturnType<typeof createVolatilityRepository>

export function createVolatilityRepository(db: Database) {
  const of = (source: MarketDataSource) => eq(volatilityObservations.source, toStoredSource(source))
  return {
    /** Observations of a ticker from `fromDay` on, in order. */
    list: (source: MarketDataSource, ticker: string, fromDay: number) =>
      db.asSystem((tx) =>
        tx
          .select({
            ticker: volatilityObservations.ticker,
            day: volatilityObservations.day,
            volatility30: volatilityObservations.volatility30,
            skew25: volatilityObservations.skew25,
            underlyingPrice: volatilityObservations.underlyingPrice,
            putCallRatio: volatilityObservations.putCallRatio,
          })
          .from(volatilityObservations)
          .where(and(of(source), eq(volatilityObservations.ticker, ticker), gte(volatilityObservations.day, fromDay)))
          .orderBy(asc(volatilityObservations.day)),
      ),
    /** Those of the tickers that have been observed on that day. */
    async listObserved(source: MarketDataSource, tickers: readonly string[], day: number): Promise<Set<string>> {
      if (tickers.length === 0) return new Set()
      const rows = await db.asSystem((tx) =>
        tx
          .select({ ticker: volatilityObservations.ticker })
          .from(volatilityObservations)
          .where(
            and(of(source), inArray(volatilityObservations.ticker, [...tickers]), eq(volatilityObservations.day, day)),
          ),
      )
      return new Set(rows.map(({ ticker }) => ticker))
    },
    /** Keeps the first observation of a day. */
    async add(source: MarketDataSource, observation: VolatilityObservation, observedAt: Date): Promise<void> {
      await db.asSystem((tx) =>
        tx
          .insert(volatilityObservations)
          .values({ source: toStoredSource(source), ...observation, observedAt })
          .onConflictDoNothing(),
      )
    },
  }
}
