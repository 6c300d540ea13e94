import type { MarketDataSource } from '@ballast/contract'
import type { ChainAnswer, ChainSlice } from './options/option-chain.ts'
import type { GetOptionMarks } from './options/option-marks.ts'

/**
 * Market data that Ballast asks for: quotes, daily history, instruments and exchange rates, from any provider. Tickers
 * are canonical (`BRK.B`); translating them to a provider's spelling is the adapter's work.
 */

export interface Quote {
  ticker: string
  /** Last trade, or the last close outside trading hours, in `currency` (never in pence or cents). */
  price: number
  /** ISO 4217. */
  currency: string
  /** Close of the trading day before the one `price` belongs to; null when the provider does not say. */
  previousClose: number | null
  /** When the price was made, ISO 8601 UTC: the last trade, or 16:00 New York of the last trading day. */
  asOf: string
  /** `closed` when `price` is the close of a finished trading day. */
  session: 'open' | 'closed'
  source: MarketDataSource
}

/** A quote out of the shared cache, with its age. */
export interface CachedQuote extends Quote {
  /** When we fetched it, ISO 8601 UTC; when we last looked, for simulated prices. */
  fetchedAt: string
  /** True when the provider failed and an old quote stands in. */
  stale: boolean
}

/**
 * Why there is no price. A provider that is down is never told as a ticker that does not exist, nor is a ticker that the
 * simulated market alone does not have (`not-simulated`).
 */
export type MissingReason =
  | 'unknown-ticker'
  | 'not-simulated'
  | 'provider-down'
  | 'no-price'
  | 'suspect-price'
  | 'matured'

export interface Quotes {
  found: ReadonlyMap<string, CachedQuote>
  missing: ReadonlyMap<string, MissingReason>
}

/** Daily bars of one ticker, dates ascending and unique; a day without a price is absent, never zero. */
export interface DailyHistory {
  ticker: string
  currency: string
  source: MarketDataSource
  /** ISO dates, `YYYY-MM-DD`. */
  dates: readonly string[]
  /** Raw closes, split-adjusted as providers deliver them, not dividend-adjusted; same length as `dates`. */
  closes: Float64Array
  /** Split- and dividend-adjusted closes: returns are computed from these; same length as `dates`. */
  adjustedCloses: Float64Array
  splits: readonly { date: string; ratio: number }[]
  /** When the last bar was fetched, ISO 8601 UTC, and whether a provider failure made us serve an old tail. */
  fetchedAt: string
  stale: boolean
}

export interface Histories {
  found: ReadonlyMap<string, DailyHistory>
  missing: ReadonlyMap<string, MissingReason>
}

export type AssetClass =
  | 'equity'
  | 'fund'
  | 'bond-fund'
  | 'commodity-fund'
  | 'crypto'
  | 'currency'
  | 'index'
  | 'option'
  | 'volatility'
  | 'other'

/** Sectors that a fund holds. */
export interface FundSectors {
  /** Fractions of the fund by GICS name, positive; together at most 1, for a fund may hold bonds and cash as well. */
  weights: Readonly<Record<string, number>>
  /** The day on which the provider said so, ISO date. */
  asOf: string
}

export interface Instrument {
  ticker: string
  name: string
  assetClass: AssetClass
  /** One of the 11 GICS names, or `Diversified Fund`, `Fixed Income`, `Commodities`, `Currencies`, `Crypto`, `Volatility`; null when unknown. */
  sector: string | null
  currency: string
  isFund: boolean
  /** Internal diversification ratio of a fund (`design` constant of the diversification score); 1 for a single company. */
  internalDiversification: number
  /** Fund sectors of a broad fund; null when the provider does not tell, and for everything else. */
  fundSectors: FundSectors | null
  /** For a Treasury that is held as such: years until it is paid back. */
  remainingYears?: number
}

/** A security that may be meant by what somebody typed. */
export type Suggestion = Pick<Instrument, 'ticker' | 'name' | 'assetClass' | 'sector'>

export interface ExchangeRate {
  from: string
  to: string
  /** Units of `to` for one unit of `from`. */
  rate: number
  asOf: string
  source: MarketDataSource
}

export interface MarketDataStatus {
  source: MarketDataSource
  simulated: boolean
  /** Source that `MARKET_DATA` asked for. */
  requested: 'auto' | MarketDataSource
  /** `probing` while `auto` waits for Yahoo's first answer. */
  state: 'probing' | 'ready' | 'degraded'
  /** A sentence for the banner when the source is not what one would hope for, e.g. that Yahoo did not answer. */
  notice: string | null
}

export interface MarketData {
  status(): MarketDataStatus
  /** Resolves when the source is decided (`auto` waits ≤ 3 s for Yahoo). */
  ready(): Promise<void>
  /** `auto` only: ask Yahoo again; resolves to the new status. An admin's button. */
  retry(): Promise<MarketDataStatus>
  /** Quotes not older than `maxAgeSeconds` (default 300); older ones are fetched, in one batch for all waiting users. */
  getQuotes(request: { tickers: readonly string[]; maxAgeSeconds?: number }): Promise<Quotes>
  /**
   * Daily bars from `from` (ISO date) to the last finished trading day, both inclusive. Histories that are not stored yet
   * are waited for 20 s at most; those that come later are missing as `provider-down` and there for the next call.
   *
   * @throws QuantInputError when `from` is not a date
   */
  getDailyHistory(request: { tickers: readonly string[]; from: string }): Promise<Histories>
  /** Name, class and sector; unknown tickers are absent. */
  getInstruments(tickers: readonly string[]): Promise<ReadonlyMap<string, Instrument>>
  /**
   * A slice of a ticker's options, not older than `maxAgeSeconds` (default 300), from the provider of options, which may
   * be another than that of prices. Never throws for what a provider does: every failure is a kind of answer.
   */
  getOptionChain(request: { ticker: string; slice: ChainSlice; maxAgeSeconds?: number }): Promise<ChainAnswer>
  /** Prices and Greeks of single contracts, by OCC-21 symbol, out of their chains. */
  getOptionMarks: GetOptionMarks
  /** Who provides options: the source of every chain. */
  optionSource(): MarketDataSource
  /** Securities whose ticker or name fits what somebody typed; `complete` is false when the provider could not be asked. */
  searchInstruments(text: string): Promise<{ found: readonly Suggestion[]; complete: boolean }>
  /** Rates into `to` for each of `from` (1 for `to` itself); those that cannot be had are absent and the caller leaves such positions out. */
  getExchangeRates(request: { from: readonly string[]; to: string }): Promise<ReadonlyMap<string, ExchangeRate>>
  close(): Promise<void>
}
