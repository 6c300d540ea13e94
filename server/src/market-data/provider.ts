import type { DailyHistory, ExchangeRate, Instrument, MarketDataSource, MissingReason, Quote } from './market-data.ts'

/** What a provider said about each ticker of one question; tickers that it passed over are unknown to it. */
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
export interface MarketDataProvider {
  readonly source: Exclude<MarketDataSource, 'sample'>
  /** Its name in sentences for people. */
  readonly displayName: string
  fetchQuotes(tickers: readonly string[]): Promise<ProviderQuotes>
  /** Bars from `from` (ISO date, inclusive) to the last finished day. */
  fetchDailyHistory(ticker: string, from: string): Promise<ProviderHistory>
  /** Instruments that the provider knows; others are absent. */
  fetchInstruments(tickers: readonly string[]): Promise<ReadonlyMap<string, Instrument>>
  /** Rates that the provider has; others are absent. */
  fetchExchangeRates(from: readonly string[], to: string): Promise<readonly ExchangeRate[]>
  close(): Promise<void>
}
