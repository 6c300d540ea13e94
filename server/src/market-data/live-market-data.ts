// Tests: live-market-data.test.ts, ../features/overview/provider-calls.test.ts

import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createLeaseRepository } from '../database/lease.repository.ts'
import { createExchangeRateRepository } from './cache/exchange-rate.repository.ts'
import { createExchangeRateCache } from './cache/exchange-rate-cache.ts'
import { createHistoryRepository } from './cache/history.repository.ts'
import { createHistoryCache } from './cache/history-cache.ts'
import { createInstrumentRepository } from './cache/instrument.repository.ts'
import { createInstrumentCache } from './cache/instrument-cache.ts'
import { createOptionChainRepository } from './cache/option-chain.repository.ts'
import { createOptionChainCache } from './cache/option-chain-cache.ts'
import { createProviderGuard, type WarningLog } from './cache/provider-guard.ts'
import { createQuoteRepository } from './cache/quote.repository.ts'
import { createQuoteCache } from './cache/quote-cache.ts'
import { createTickerBudget } from './cache/ticker-budget.ts'
import { createInstrumentSearch } from './instrument-search.ts'
import type { MarketData, MarketDataStatus } from './market-data.ts'
import type { OptionChainProvider } from './options/option-chain.ts'
import { createOptionMarks } from './options/option-marks.ts'
import type { MarketDataProvider } from './provider.ts'

export interface LiveMarketDataOptions {
  provider: MarketDataProvider
  /** Who is asked for options; the same unless told. */
  optionProvider?: OptionChainProvider
  db: Database
  clock: Clock
  log: WarningLog
  /** How long a caller waits for histories that have to be fetched. */
  patienceMs?: number
}

/** Market data of a live provider behind the cache that all users and processes share. */
export function createLiveMarketData({
  provider,
  optionProvider = provider,
  db,
  ...options
}: LiveMarketDataOptions): MarketData {
  const { source } = provider
  const leases = createLeaseRepository(db)
  const guard = createProviderGuard({ provider, leases, ...options })
  const quoteRepository = createQuoteRepository(db, source)
  const budget = createTickerBudget(options.clock)
  const common = { provider, guard, budget, leases, holder: randomUUID(), ...options }
  const quotes = createQuoteCache({ ...common, repository: quoteRepository })
  const history = createHistoryCache({
    ...common,
    repository: createHistoryRepository(db, source),
    quotes: quoteRepository,
  })
  const instruments = createInstrumentCache({ ...common, repository: createInstrumentRepository(db, source) })
  const rates = createExchangeRateCache({ ...common, repository: createExchangeRateRepository(db, source) })

  // A door of its own: options that fail must not keep anybody from prices.
  const optionGuard = createProviderGuard({ provider: optionProvider, leases, ...options })
  const chains = createOptionChainCache({
    ...common,
    provider: optionProvider,
    guard: optionGuard,
    repository: createOptionChainRepository(db, optionProvider.source),
  })
  const search = createInstrumentSearch({ provider, guard, clock: options.clock })

  function status(): MarketDataStatus {
    const isResting = guard.isResting()
    return {
      source,
      simulated: false,
      requested: source,
      state: isResting ? 'degraded' : 'ready',
      notice: isResting
        ? `${provider.displayName} is not answering at the moment; prices are as old as they say.`
        : null,
    }
  }

  return {
    status,
    ready: async () => {},
    retry: async () => status(),
    getQuotes: quotes.getQuotes,
    getDailyHistory: history.getDailyHistory,
    getInstruments: instruments.getInstruments,
    getOptionChain: chains.getOptionChain,
    getOptionMarks: createOptionMarks({ getOptionChain: chains.getOptionChain, clock: options.clock }),
    optionSource: () => optionProvider.source,
    searchInstruments: search,
    getExchangeRates: rates.getExchangeRates,
    async close() {
      await Promise.all([...new Set([provider, optionProvider])].map((one) => one.close()))
    },
  }
}
