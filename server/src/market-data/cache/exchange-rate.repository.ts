// Tests: ../live-market-data.test.ts

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { exchangeRates } from '../../database/schema/index.ts'
import type { ExchangeRate } from '../market-data.ts'
import type { MarketDataProvider } from '../provider.ts'

export interface StoredRate {
  rate: ExchangeRate
  fetchedAt: Date
}

export type ExchangeRateRepository = ReturnType<typeof createExchangeRateRepository>

export function createExchangeRateRepository(db: Database, source: MarketDataProvider['source']) {
  return {
    /** Rates of `from` currencies into `to`, by the currency they convert. */
    async list(from: readonly string[], to: string): Promise<Map<string, StoredRate>> {
      if (from.length === 0) return new Map()
      const rows = await db.asSystem((tx) =>
        tx
          .select()
          .from(exchangeRates)
          .where(
            and(
              eq(exchangeRates.source, source),
              inArray(exchangeRates.fromCurrency, [...from]),
              eq(exchangeRates.toCurrency, to),
            ),
          ),
      )
      return new Map(
        rows.map(({ fromCurrency, toCurrency, rate, asOf, fetchedAt }) => [
          fromCurrency,
          { rate: { from: fromCurrency, to: toCurrency, rate, asOf: asOf.toISOString(), source }, fetchedAt },
        ]),
      )
    },
    async save(rates: readonly ExchangeRate[], fetchedAt: Date): Promise<void> {
      if (rates.length === 0) return
      const rows = rates
        .map(({ from, to, rate, asOf }) => ({
          source,
          fromCurrency: from,
          toCurrency: to,
          rate,
          asOf: new Date(asOf),
          fetchedAt,
        }))
        .sort((a, b) => (a.fromCurrency < b.fromCurrency ? -1 : 1))
      await db.asSystem((tx) =>
        tx
          .insert(exchangeRates)
          .values(rows)
          .onConflictDoUpdate({
            target: [exchangeRates.source, exchangeRates.fromCurrency, exchangeRates.toCurrency],
            set: { rate: sql`excluded.rate`, asOf: sql`excluded.as_of`, fetchedAt: sql`excluded.fetched_at` },
          }),
      )
    },
  }
}
