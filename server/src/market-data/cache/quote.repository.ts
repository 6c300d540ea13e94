// Tests: ../live-market-data.test.ts

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/database.ts'
import { missingTickers, priceQuotes } from '../../database/schema/index.ts'
import { ROWS_PER_WRITE, workInParts } from '../../other-work.ts'
import type { MissingReason, Quote } from '../market-data.ts'
import type { MarketDataProvider } from '../provider.ts'

export interface StoredQuote {
  quote: Quote
  fetchedAt: Date
}

export interface StoredAbsence {
  reason: MissingReason
  checkedAt: Date
}

/** Record of a ticker's price: the last good quote, and when and why the provider last had no quote. */
export interface QuoteRecord {
  stored?: StoredQuote
  absence?: StoredAbsence
}

export interface QuoteRepository {
  list(tickers: readonly string[]): Promise<Map<string, QuoteRecord>>
  /** A found ticker is no longer missing; a missing one keeps its last good quote. */
  save(request: {
    found: readonly Quote[]
    missing: ReadonlyMap<string, MissingReason>
    fetchedAt: Date
  }): Promise<void>
}

export function createQuoteRepository(db: Database, source: MarketDataProvider['source']): QuoteRepository {
  return {
    async list(tickers) {
      const records = new Map<string, QuoteRecord>()
      if (tickers.length === 0) return records
      const { quotes, absences } = await db.asSystem(async (tx) => ({
        quotes: await tx
          .select()
          .from(priceQuotes)
          .where(and(eq(priceQuotes.source, source), inArray(priceQuotes.ticker, [...tickers]))),
        absences: await tx
          .select()
          .from(missingTickers)
          .where(and(eq(missingTickers.source, source), inArray(missingTickers.ticker, [...tickers]))),
      }))
      for (const { fetchedAt, asOf, ...row } of quotes) {
        records.set(row.ticker, { stored: { quote: { ...row, asOf: asOf.toISOString() }, fetchedAt } })
      }
      for (const { ticker, reason, checkedAt } of absences) {
        records.set(ticker, { ...records.get(ticker), absence: { reason: reason as MissingReason, checkedAt } })
      }
      return records
    },
    async save({ found, missing, fetchedAt }) {
      // Sorted, because two processes that lock the same rows in different orders would wait for each other.
      const rows = found
        .map((quote) => ({ ...quote, source, asOf: new Date(quote.asOf), fetchedAt }))
        .sort((a, b) => (a.ticker < b.ticker ? -1 : 1))
      const absences = [...missing]
        .map(([ticker, reason]) => ({ source, ticker, reason, checkedAt: fetchedAt }))
        .sort((a, b) => (a.ticker < b.ticker ? -1 : 1))
      await db.asSystem(async (tx) => {
        await workInParts(rows, ROWS_PER_WRITE, async (part) => {
          await tx
            .insert(priceQuotes)
            .values(part)
            .onConflictDoUpdate({
              target: [priceQuotes.source, priceQuotes.ticker],
              set: {
                price: sql`excluded.price`,
                currency: sql`excluded.currency`,
                previousClose: sql`excluded.previous_close`,
                session: sql`excluded.session`,
                asOf: sql`excluded.as_of`,
                fetchedAt: sql`excluded.fetched_at`,
              },
            })
          const tickers = part.map(({ ticker }) => ticker)
          await tx
            .delete(missingTickers)
            .where(and(eq(missingTickers.source, source), inArray(missingTickers.ticker, tickers)))
        })
        await saveAbsences(tx, absences)
      })
    },
  }
}

/** Stores that the provider has nothing for tickers, which come in their order. */
export async function saveAbsences(tx: Transaction, absences: (typeof missingTickers.$inferInsert)[]): Promise<void> {
  if (absences.length === 0) return
  await tx
    .insert(missingTickers)
    .values(absences)
    .onConflictDoUpdate({
      target: [missingTickers.source, missingTickers.ticker],
      set: { reason: sql`excluded.reason`, checkedAt: sql`excluded.checked_at` },
    })
}
