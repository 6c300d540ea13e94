import { toOptionTerms } from '@ballast/contract'
import { isValidVolatility } from '@ballast/quant'
import type { ListedContract } from './option-chain.ts'

/** A row of a provider's chain, its fields named as ours, whatever they hold. */
export interface RawContract {
  /** OCC-21 without blanks, if it is what it should be. */
  symbol: string
  type: string
  strike: unknown
  /** ISO date. */
  expiry: string
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
    const { type, strike, expiry, isAdjusted, symbol } = contract
    const place = isAdjusted ? symbol : `${expiry} ${String(strike * 1000).padStart(9, '0')} ${type}`
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
  const multiplier = toFigure(row.multiplier ?? STANDARD_SHARES) || STANDARD_SHARES
  const volatility = toFigure(row.providerVolatility)
  return {
    symbol: row.symbol,
    ...{ type, strike, expiry, multiplier },
    bid: toFigure(row.bid),
    ask: toFigure(row.ask),
    last: toFigure(row.last) || null,
    previousClose: toFigure(row.previousClose) || null,
    volume: toFigure(row.volume),
    openInterest: toFigure(row.openInterest),
    // Yahoo sends 1e-5 when it has no quote; such a placeholder is no volatility.
    providerVolatility: isValidVolatility(volatility) ? volatility : null,
    quotedAt: toInstant(row.quotedAt),
    tradedAt: toInstant(row.tradedAt),
    isAdjusted: terms.isAdjusted || multiplier !== STANDARD_SHARES,
  }
}

/** A price, count or volatility; null for what cannot be one: text, NaN, negative, absurdly large. */
function toFigure(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= LARGEST ? value : null
}

function toInstant(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value <= LATEST_MS ? Math.round(value) : null
}
