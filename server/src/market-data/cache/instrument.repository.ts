// Tests: ../live-market-data.test.ts

import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { instruments, missingTickers } from '../../database/schema/index.ts'
import { ROWS_PER_WRITE, workInParts } from '../../other-work.ts'
import { toFundKind } from '../fund-kind.ts'
import type { AssetClass, Instrument } from '../market-data.ts'
import type { MarketDataProvider } from '../provider.ts'
import { saveAbsences } from './quote.repository.ts'

export interface StoredInstrument {
  instrument: Instrument
  fetchedAt: Date
}

export type InstrumentRepository = ReturnType<typeof createInstrumentRepository>

export function createInstrumentRepository(db: Database, source: MarketDataProvider['source']) {
  return {
    async list(tickers: readonly string[]): Promise<Map<string, StoredInstrument>> {
      if (tickers.length === 0) return new Map()
      const rows = await db.asSystem((tx) =>
        tx
          .select()
          .from(instruments)
          .where(and(eq(instruments.source, source), inArray(instruments.ticker, [...tickers]))),
      )
      return new Map(
        rows.map(({ source: _source, fetchedAt, assetClass, ...row }) => [
          row.ticker,
          {
            instrument: {
              ...row,
              assetClass: assetClass as AssetClass,
              internalDiversification: row.isFund ? toFundKind(row.name).internalDiversification : 1,
            },
            fetchedAt,
          },
        ]),
      )
    },
    /** Those of `tickers` that the provider said it does not know, at or after `since`. */
    async listUnknown(tickers: readonly string[], since: Date): Promise<Set<string>> {
      if (tickers.length === 0) return new Set()
      const rows = await db.asSystem((tx) =>
        tx
          .select({ ticker: missingTickers.ticker })
          .from(missingTickers)
          .where(
            and(
              eq(missingTickers.source, source),
              inArray(missingTickers.ticker, [...tickers]),
              eq(missingTickers.reason, 'unknown-ticker'),
              gte(missingTickers.checkedAt, since),
            ),
          ),
      )
      return new Set(rows.map(({ ticker }) => ticker))
    },
    async save(found: readonly Instrument[], unknown: readonly string[], fetchedAt: Date): Promise<void> {
      const rows = found
        .map(({ internalDiversification: _derived, fundSectors, ...instrument }) => ({
          ...instrument,
          fundSectors: fundSectors && { weights: { ...fundSectors.weights }, asOf: fundSectors.asOf },
          source,
          fetchedAt,
        }))
        .sort((a, b) => (a.ticker < b.ticker ? -1 : 1))
      const absences = unknown
        .toSorted()
        .map((ticker) => ({ source, ticker, reason: 'unknown-ticker', checkedAt: fetchedAt }))
      await db.asSystem(async (tx) => {
        await workInParts(rows, ROWS_PER_WRITE, (part) =>
          tx
            .insert(instruments)
            .values(part)
            .onConflictDoUpdate({
              target: [instruments.source, instruments.ticker],
              set: {
                name: sql`excluded.name`,
                assetClass: sql`excluded.asset_class`,
                sector: sql`excluded.sector`,
                currency: sql`excluded.currency`,
                isFund: sql`excluded.is_fund`,
                fundSectors: sql`excluded.fund_sectors`,
                fetchedAt: sql`excluded.fetched_at`,
              },
            }),
        )
        await saveAbsences(tx, absences)
      })
    },
  }
}
