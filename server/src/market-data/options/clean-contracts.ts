// Tests: options.test.ts

import { toOptionTerms } from '@ballast/contract'
import { isValidVolatility } from '@ballast/quant'
import { isImplausibleJump, isPrice } from '../price-plausibility.ts'
import type { ListedContract } from './option-chain.ts'

/** A row of a provider's chain, its fields named as ours, whatever they hold. */
export interface RawContract {
  /** OCC-21 without blanks, if it is what it should be. */
  symbol: string
  type: unknown
  strike: unknown
  /** ISO date. */
  expiry: unknown
  bid?: unknown
  ask?: unknown
  last?: unknown
  previousClose?: unknown
  volume?: unknown
  openInterest?: unknown
  providerVolatility?: unknown
  /** Milliseconds since 1970. */
  quotedAt?: unknown
  tradedAt?: unknown
  multiplier?: unknown
}

const STANDARD_SHARES = 100
/** No share, and so no option on one, has ever cost as much; nor was as much traded or open. */
const LARGEST = 1e9
/** A hundredth of a cent. */
const SMALLEST_PRICE = 1e-4
/** `261218C00250000` */
const TERMS_LENGTH = 15
const LATEST_MS = 4_102_444_800_000

/**
 * The rows of a chain that can be believed: a symbol of this ticker that agrees with the row's own strike, expiry and
 * type. A figure that cannot be one is null, so that one broken field does not cost the contract. Of two rows for one
 * strike (series that settle differently) the one with more open interest stays.
 *
 * @returns the contracts by expiry, strike and type, and how many rows were left out
 */
export function cleanContracts(
  ticker: string,
  rows: readonly (RawContract | undefined)[],
): { contracts: ListedContract[]; damaged: number } {
  const kept = new Map<string, ListedContract>()
  const symbols = new Set<string>()
  for (const row of rows) {
    const contract = row && toContract(ticker, row)
    if (!contract || symbols.has(contract.symbol)) continue
    symbols.add(contract.symbol)
    // Expiry, type and strike are the end of the symbol.
    const place = contract.isAdjusted ? contract.symbol : contract.symbol.slice(-TERMS_LENGTH)
    const rival = kept.get(place)
    if (!rival || toInterest(contract) > toInterest(rival)) kept.set(place, contract)
  }
  const contracts = [...kept.values()].sort(
    (a, b) => compare(a.expiry, b.expiry) || a.strike - b.strike || compare(a.type, b.type),
  )
  return { contracts, damaged: rows.length - contracts.length }
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const toInterest = ({ openInterest, volume }: ListedContract) => (openInterest ?? 0) + (volume ?? 0)

function toContract(ticker: string, row: RawContract): ListedContract | undefined {
  const terms = toOptionTerms(row.symbol)
  if (!terms || terms.underlying !== ticker) return undefined
  const { type, strike, expiry } = terms
  if (row.type !== type || row.strike !== strike || row.expiry !== expiry) return undefined
  const multiplier = toCount(row.multiplier ?? STANDARD_SHARES) || STANDARD_SHARES
  const volatility = typeof row.providerVolatility === 'number' ? row.providerVolatility : null
  return {
    symbol: row.symbol,
    type,
    strike,
    expiry,
    multiplier,
    bid: toPrice(row.bid),
    ask: toPrice(row.ask),
    last: toPrice(row.last) || null,
    previousClose: toPrice(row.previousClose) || null,
    volume: toCount(row.volume),
    openInterest: toCount(row.openInterest),
    // Yahoo sends 1e-5 when it has no quote; such a placeholder is no volatility.
    providerVolatility: isValidVolatility(volatility) ? volatility : null,
    quotedAt: toInstant(row.quotedAt),
    tradedAt: toInstant(row.tradedAt),
    isAdjusted: terms.isAdjusted || multiplier !== STANDARD_SHARES,
  }
}

/** A price of an option, 0 for none; null for what cannot be one: text, negative, absurdly small or large. */
function toPrice(value: unknown): number | null {
  return value === 0 || (typeof value === 'number' && value >= SMALLEST_PRICE && value <= LARGEST) ? value + 0 : null
}

function toCount(value: unknown): number | null {
  return Number.isInteger(value) && typeof value === 'number' && value >= 0 && value <= LARGEST ? value + 0 : null
}

/**
 * The price of the underlying out of what a provider says of it, in each row or once: the middle one, so that a broken
 * row does not move it; null when it is more than twenty times away from the strikes, for then one of them is wrong.
 */
export function findUnderlyingPrice(prices: readonly unknown[], contracts: readonly ListedContract[]): number | null {
  const possible = prices.filter((price) => typeof price === 'number').filter(isPrice)
  const price = medianOf(possible)
  const strike = medianOf(contracts.map((contract) => contract.strike))
  return price !== undefined && strike !== undefined && !isImplausibleJump(price, strike) ? price : null
}

function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function toInstant(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value <= LATEST_MS ? Math.round(value) : null
}
