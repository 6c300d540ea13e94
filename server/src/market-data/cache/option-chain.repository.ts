// Tests: option-chain-cache.test.ts

import { and, eq, gte, inArray, lt } from 'drizzle-orm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { optionChains } from '../../database/schema/index.ts'
import type { EmptyChainReason, OptionChainProvider } from '../options/option-chain.ts'

/** Last answer of the provider about a slice of a ticker's options. */
export interface StoredChain {
  emptyReason: EmptyChainReason | null
  /** As `encodeChain` writes it; empty with a reason. */
  encoded: string
  fetchedAt: Date
}

export type OptionChainRepository = ReturnType<typeof createOptionChainRepository>

export function createOptionChainRepository(db: Database, source: OptionChainProvider['source']) {
  const isOwn = eq(optionChains.source, source)
  return {
    async find(ticker: string, slice: string): Promise<StoredChain | undefined> {
      const [row] = await db.asSystem((tx) =>
        tx
          .select({
            emptyReason: optionChains.emptyReason,
            encoded: optionChains.contracts,
            fetchedAt: optionChains.fetchedAt,
          })
          .from(optionChains)
          .where(and(isOwn, eq(optionChains.ticker, ticker), eq(optionChains.slice, slice))),
      )
      return row
    },
    /** Those of the slices, each `ticker slice`, that were fetched at or after `since`. */
    async listFetchedSince(keys: readonly string[], since: Date): Promise<Set<string>> {
      const tickers = [...new Set(keys.map((key) => key.slice(0, key.indexOf(' '))))]
      if (tickers.length === 0) return new Set()
      const rows = await db.asSystem((tx) =>
        tx
          .select({ ticker: optionChains.ticker, slice: optionChains.slice })
          .from(optionChains)
          .where(and(isOwn, inArray(optionChains.ticker, tickers), gte(optionChains.fetchedAt, since))),
      )
      return new Set(rows.map(({ ticker, slice }) => `${ticker} ${slice}`))
    },
    async save(ticker: string, slice: string, { emptyReason, encoded, fetchedAt }: StoredChain): Promise<void> {
      const answer = { emptyReason, contracts: encoded, fetchedAt }
      await db.asSystem((tx) =>
        tx
          .insert(optionChains)
          .values({ source, ticker, slice, ...answer })
          .onConflictDoUpdate({
            target: [optionChains.source, optionChains.ticker, optionChains.slice],
            set: answer,
          }),
      )
    },
  }
}

const KEPT_MILLISECONDS = 14 * 86_400_000

/** Forgets chains that nobody asked for in two weeks. */
export function createOptionChainSweeper({ db, clock }: { db: Database; clock: Clock }): { sweep(): Promise<number> } {
  return {
    async sweep() {
      const before = new Date(clock.now().getTime() - KEPT_MILLISECONDS)
      const gone = await db.asSystem((tx) =>
        tx.delete(optionChains).where(lt(optionChains.fetchedAt, before)).returning({ slice: optionChains.slice }),
      )
      return gone.length
    },
  }
}
