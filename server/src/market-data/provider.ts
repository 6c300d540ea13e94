import type { DailyHistory, ExchangeRate, Instrument, MissingReason, Quote, Suggestion } from './market-data.ts'
import type { OptionChainProvider } from './options/option-chain.ts'

/** Quotes that a provider gave, one answer for each ticker of a question; tickers that it passed over are unknown to it. */
export interface ProviderQuotes {
  found: ReadonlyMap<string, Quote>
  missing: ReadonlyMap<string, MissingReason>
}

/** Daily bars as a provider delivers them, cleaned: ascending dates, positive closes, finished days only. */
export type ProviderHistory = Omit<DailyHistory, 'fetchedAt' | 'stale'>

/**
 * One live provider, without memory: the cache decides when it is asked. Tickers are canonical on both sides.
 * Every method throws a ProviderFailure when the provider does not answer as it should.
 */
export interface MarketDataProvider extends OptionChainProvider {
  /** True if its instruments tell what sectors a broad fund holds. */
  readonly tellsFundSectors: boolean
  fetchQuotes(tickers: readonly string[]): Promise<ProviderQuotes>
  /** Bars from `from` (ISO date, inclusive) to the last finished day. */
  fetchDailyHistory(ticker: string, from: string): Promise<ProviderHistory>
  /** Instruments that the provider knows; others are absent. */
  fetchInstruments(tickers: readonly string[]): Promise<ReadonlyMap<string, Instrument>>
  /** Securities whose ticker or name fits what somebody typed, best first. */
  fetchSuggestions(text: string): Promise<readonly Suggestion[]>
  /** Rates that the provider has; others are absent. */
  fetchExchangeRates(from: readonly string[], to: string): Promise<readonly ExchangeRate[]>
}
