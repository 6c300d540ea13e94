// Tests: options.test.ts

import type { MarketDataSource } from '@ballast/contract'

/**
 * Which part of a ticker's options is asked for: `near-term` are the next expiries with those that a volatility of 30 and
 * of 90 days needs; `hedging` those between one and seven months; or a single expiry (ISO date).
 */
export type ChainSlice = 'near-term' | 'hedging' | { readonly expiry: string }

/** The slice as a part of a key. */
export function toSliceKey(slice: ChainSlice): string {
  return typeof slice === 'string' ? slice : slice.expiry
}

/** One contract as its provider sends it, cleaned: a number that cannot be one is null. Prices in dollars per share. */
export interface ListedContract {
  /** OCC-21 without blanks. */
  symbol: string
  type: 'call' | 'put'
  strike: number
  /** ISO date. */
  expiry: string
  /** 0 when nobody bids. */
  bid: number | null
  ask: number | null
  last: number | null
  /** Price at which it closed on the trading day before. */
  previousClose: number | null
  volume: number | null
  openInterest: number | null
  /** Volatility that the provider says: a fraction; null when it cannot be one. */
  providerVolatility: number | null
  /** When the quote and the last trade were made, in milliseconds since 1970; null when the provider does not say. */
  quotedAt: number | null
  tradedAt: number | null
  /** Shares it delivers. */
  multiplier: number
  isAdjusted: boolean
}

/** A slice of a ticker's options as its provider sends it, cleaned. */
export interface OptionChain {
  ticker: string
  source: MarketDataSource
  /** Null when the provider does not say. */
  underlyingPrice: number | null
  previousClose: number | null
  /** When the prices were made, ISO 8601 UTC; times to expiry are counted from here. */
  asOf: string
  session: 'open' | 'closed'
  /** Every expiry that the provider knows of, ascending, those without contracts here among them. */
  expiries: readonly string[]
  /** At most one for a symbol, and one for an expiry, strike and type. */
  contracts: readonly ListedContract[]
  /** Rows of the provider that could not be read or that contradicted themselves. */
  damaged: number
}

/** Why there is no chain although the provider answered. */
export type EmptyChainReason = 'no-options' | 'unknown-ticker' | 'not-simulated'

/** Live provider of options; the cache decides when it is asked. */
export interface OptionChainProvider {
  readonly source: Exclude<MarketDataSource, 'sample'>
  readonly displayName: string
  /** True when being refused means that options are not in the key's plan. */
  readonly needsPlan: boolean
  /**
   * @returns why there is nothing, when the provider knows that there is nothing
   * @throws ProviderFailure when it does not answer as it should; `not-authorised` when it refuses options
   */
  fetchOptionChain(ticker: string, slice: ChainSlice): Promise<OptionChain | EmptyChainReason>
  close(): Promise<void>
}

/** Answer to a caller about a slice of a chain. */
export type ChainAnswer =
  | {
      kind: 'chain'
      /** As `encodeChain` writes it, so that it can be handed to a thread as it is. */
      encoded: string
      fetchedAt: string
      /** True when the provider failed and an older chain stands in. */
      stale: boolean
    }
  | { kind: 'empty'; reason: EmptyChainReason; fetchedAt: string }
  /** The provider refuses options to this key. */
  | { kind: 'unauthorized' }
  /** `isUnreadable`: it answered, with something that is no option chain. */
  | { kind: 'provider-down'; isUnreadable: boolean }

/** A contract as a row of a table: half the text of an object, and as quick to read. */
type Row = [symbol: string, type: 0 | 1, strike: number, expiry: string, ...figures: (number | null)[]]

/** A chain as one text, for the store and for threads. */
export function encodeChain({ contracts, ...head }: OptionChain): string {
  return JSON.stringify({ ...head, rows: contracts.map(toRow) })
}

/** The chain that `encodeChain` wrote. */
export function decodeChain(encoded: string): OptionChain {
  const { rows, ...head } = JSON.parse(encoded) as Omit<OptionChain, 'contracts'> & { rows: Row[] }
  return { ...head, contracts: rows.map(fromRow) }
}

function toRow(contract: ListedContract): Row {
  const { symbol, type, strike, expiry, bid, ask, last, previousClose, volume, openInterest } = contract
  const { providerVolatility, quotedAt, tradedAt, multiplier, isAdjusted } = contract
  return [
    symbol,
    type === 'call' ? 1 : 0,
    strike,
    expiry,
    ...[bid, ask, last, previousClose, volume, openInterest, providerVolatility, quotedAt, tradedAt, multiplier],
    isAdjusted ? 1 : 0,
  ]
}

function fromRow([symbol, type, strike, expiry, ...figures]: Row): ListedContract {
  const [bid, ask, last, previousClose, volume, openInterest, providerVolatility, quotedAt, tradedAt, ...rest] = figures
  return {
    symbol,
    type: type === 1 ? 'call' : 'put',
    strike,
    expiry,
    bid: bid ?? null,
    ask: ask ?? null,
    last: last ?? null,
    previousClose: previousClose ?? null,
    volume: volume ?? null,
    openInterest: openInterest ?? null,
    providerVolatility: providerVolatility ?? null,
    quotedAt: quotedAt ?? null,
    tradedAt: tradedAt ?? null,
    multiplier: rest[0] ?? 100,
    isAdjusted: rest[1] === 1,
  }
}
