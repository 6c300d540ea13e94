// Tests: ../live-market-data.test.ts

import { isOptionSymbol, PRICE_MAX_AGE_SECONDS } from '@ballast/contract'
import type { Clock } from '../../clock.ts'
import type { LeaseRepository } from '../../database/lease.repository.ts'
import { ProviderFailure } from '../failures.ts'
import type { CachedQuote, MissingReason, Quote, Quotes } from '../market-data.ts'
import { isImplausibleJump } from '../price-plausibility.ts'
import type { MarketDataProvider } from '../provider.ts'
import { joinReads } from './join-reads.ts'
import { waitAtMost } from './patience.ts'
import type { ProviderGuard, WarningLog } from './provider-guard.ts'
import type { QuoteRecord, QuoteRepository, StoredQuote } from './quote.repository.ts'
import { createSharedLoad } from './shared-load.ts'
import type { TickerBudget } from './ticker-budget.ts'

const UNKNOWN_TICKER_SECONDS = 3600
const COLLECT_MS = 10
/** Longer than one provider call may take; of tens of thousands of tickers the rest arrives for later callers. */
const PATIENCE_MS = 15_000
const DAY_MS = 86_400_000

export interface QuoteCacheOptions {
  provider: MarketDataProvider
  guard: ProviderGuard
  budget: TickerBudget
  repository: QuoteRepository
  leases: LeaseRepository
  holder: string
  clock: Clock
  log: WarningLog
}

export interface QuoteCache {
  getQuotes(request: { tickers: readonly string[]; maxAgeSeconds?: number }): Promise<Quotes>
}

/** Quotes out of the database, shared by all users and processes, fetched again when they are older than asked for. */
export function createQuoteCache(options: QuoteCacheOptions): QuoteCache {
  const { provider, guard, budget, repository, clock, log } = options
  const list = joinReads(repository.list)

  async function load(tickers: readonly string[]): Promise<void> {
    try {
      const [answer, before] = await Promise.all([
        guard.call('quotes', () => provider.fetchQuotes(tickers)),
        repository.list(tickers),
      ])
      const fetchedAt = clock.now()
      const missing = new Map(answer.missing)
      const found = [...answer.found.values()].filter((quote) => {
        const last = before.get(quote.ticker)?.stored
        if (!last || isBelievable(quote, last, fetchedAt)) return true
        log.warn({ ticker: quote.ticker, price: quote.price, last: last.quote.price }, 'price not believed')
        missing.set(quote.ticker, 'suspect-price')
        return false
      })
      await repository.save({ found, missing, fetchedAt })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
    }
  }

  const shared = createSharedLoad({
    ...options,
    name: `${provider.source}:quote`,
    collectMs: COLLECT_MS,
    load,
    async listStoredSince(tickers, since) {
      const records = await repository.list(tickers)
      return new Set(tickers.filter((ticker) => (findLastAnswer(records.get(ticker)) ?? 0) >= since.getTime()))
    },
  })

  return {
    async getQuotes({ tickers, maxAgeSeconds = PRICE_MAX_AGE_SECONDS }) {
      const wanted = [...new Set(tickers)].filter((ticker) => !isOptionSymbol(ticker))
      const now = clock.now()
      const records = await list(wanted)
      const outdated = wanted.filter((ticker) => toAnswer(records.get(ticker), now, maxAgeSeconds) === undefined)
      const asked = [
        ...outdated.filter((ticker) => records.has(ticker)),
        ...budget.admit(outdated.filter((ticker) => !records.has(ticker))),
      ]
      if (asked.length > 0) {
        await waitAtMost(shared.load(asked, now), PATIENCE_MS)
        for (const [ticker, record] of await list(asked)) records.set(ticker, record)
      }
      const found = new Map<string, CachedQuote>()
      const missing = new Map<string, MissingReason>()
      for (const ticker of new Set(tickers)) {
        const record = records.get(ticker)
        const answer = isOptionSymbol(ticker)
          ? 'no-price'
          : (toAnswer(record, now, maxAgeSeconds) ?? toLastResort(record))
        if (typeof answer === 'string') missing.set(ticker, answer)
        else found.set(ticker, answer)
      }
      return { found, missing }
    },
  }
}

/** Answers a caller without asking the provider; `undefined` when the known quote is too old. */
function toAnswer(
  record: QuoteRecord | undefined,
  now: Date,
  maxAgeSeconds: number,
): CachedQuote | MissingReason | undefined {
  const { stored, absence } = record ?? {}
  const isAbsent = absence !== undefined && absence.checkedAt >= (stored?.fetchedAt ?? absence.checkedAt)
  if (!isAbsent) return stored && isWithin(stored.fetchedAt, now, maxAgeSeconds) ? toCached(stored, false) : undefined
  if (absence.reason === 'unknown-ticker') {
    return isWithin(absence.checkedAt, now, UNKNOWN_TICKER_SECONDS) ? absence.reason : undefined
  }
  if (!isWithin(absence.checkedAt, now, maxAgeSeconds)) return undefined
  return stored ? toCached(stored, true) : absence.reason
}

/** Answers a caller when the provider has failed: the last good price with its age, if there ever was one. */
function toLastResort(record: QuoteRecord | undefined): CachedQuote | MissingReason {
  if (record?.stored) return toCached(record.stored, true)
  return record?.absence?.reason ?? 'provider-down'
}

function toCached({ quote, fetchedAt }: StoredQuote, stale: boolean): CachedQuote {
  return { ...quote, fetchedAt: fetchedAt.toISOString(), stale }
}

function findLastAnswer(record: QuoteRecord | undefined): number | undefined {
  const instants = [record?.stored?.fetchedAt, record?.absence?.checkedAt].flatMap(
    (instant) => instant?.getTime() ?? [],
  )
  return instants.length > 0 ? Math.max(...instants) : undefined
}

function isWithin(instant: Date, now: Date, seconds: number): boolean {
  return now.getTime() - instant.getTime() <= seconds * 1000
}

/**
 * A price 20 times the last good one is not believed, unless that is a day old and the provider's own previous close
 * agrees with the new level: so a reverse split is doubted for a day, not for ever.
 */
function isBelievable(quote: Quote, last: StoredQuote, now: Date): boolean {
  if (quote.currency !== last.quote.currency || !isImplausibleJump(quote.price, last.quote.price)) return true
  return quote.previousClose !== null && now.getTime() - last.fetchedAt.getTime() > DAY_MS
}
