// Tests: options.test.ts

import { OPTION_RATE } from '@ballast/contract'
import {
  type AnalysedContract,
  analyzeOptionChain,
  type ChainAnalysis,
  type ChainQuote,
  computeParityForward,
  computeTermSummary,
  toTermPoints,
} from '@ballast/quant'
import { toLastSessionStart, toYearsToExpiry } from './chain-time.ts'
import type { ListedContract, OptionChain } from './option-chain.ts'

/** Cash-settled indices, exercised at expiry only. */
const EUROPEAN = new Set(['^DJX', '^MRUT', '^NDX', '^RUT', '^SPX', '^VIX', '^XEO', '^XND', '^XSP'])
/** Nobody can hold the VIX, so its options follow the forward of their own expiry and not the index. */
const FOLLOWS_FORWARDS = new Set(['^VIX'])

/** The ticker of an index whose root somebody typed: `^SPX` for `SPX`; every other ticker as it is. */
export function findIndexTicker(ticker: string): string {
  return EUROPEAN.has(`^${ticker}`) ? `^${ticker}` : ticker
}

/** How options on a ticker are exercised: those on shares and funds at any time. */
export function toExerciseStyle(ticker: string): 'american' | 'european' {
  return EUROPEAN.has(ticker) ? 'european' : 'american'
}

/** A contract that was read, with what the provider sent of it. */
export interface AnalysedListing extends AnalysedContract {
  readonly listing: ListedContract
}

export interface AnalysedChain extends Omit<ChainAnalysis, 'contracts' | 'figures'> {
  readonly style: 'american' | 'european'
  /** Price of the underlying that was used; null when nobody knows it, then no contract has a volatility. */
  readonly spot: number | null
  /** True when the provider did not say, or said what its options contradict, and it was backed out of put/call parity. */
  readonly isSpotImplied: boolean
  readonly contracts: readonly AnalysedListing[]
}

interface ListedQuote extends ChainQuote {
  readonly listing: ListedContract
}

/** Reads a chain: the state of each quote, our volatilities and Greeks, forwards and smiles. Times count from `asOf`. */
export function analyseChain(chain: OptionChain): AnalysedChain {
  const { ticker, asOf, session } = chain
  const style = toExerciseStyle(ticker)
  const quotes = toQuotes(chain)
  const implied = FOLLOWS_FORWARDS.has(ticker) && chain.underlyingPrice !== null ? null : findImpliedSpot(quotes)
  const isTold = chain.underlyingPrice !== null && !contradicts(implied, chain.underlyingPrice)
  const spot = isTold ? chain.underlyingPrice : (implied?.spot ?? null)
  const head = { style, spot, isSpotImplied: !isTold && spot !== null }
  if (spot === null) return { ...head, contracts: quotes.map(toUnread), expiries: [], term: null }
  const market = { rate: OPTION_RATE, style, lastSession: toLastSessionStart(asOf, session) }
  if (FOLLOWS_FORWARDS.has(ticker)) return { ...head, ...analyseByForward(quotes, { ...market, spot }) }
  const { contracts, expiries, term } = analyzeOptionChain(quotes, { spot, ...market })
  // The analysis hands back the very fields of each quote, the listing among them.
  return { ...head, expiries, term, contracts: contracts as readonly AnalysedListing[] }
}

const DAY_MS = 86_400_000

function toQuotes({ contracts, asOf }: OptionChain): ListedQuote[] {
  const years = new Map<string, number>()
  const madeAt = Date.parse(asOf)
  return contracts.map((listing) => {
    const { type, strike, expiry, bid, ask, volume, openInterest, providerVolatility, quotedAt, isAdjusted } = listing
    const left = years.get(expiry) ?? toYearsToExpiry(expiry, asOf)
    years.set(expiry, left)
    const { tradedAt } = listing
    const daysSinceTrade = tradedAt === null ? null : Math.max(0, Math.floor((madeAt - tradedAt) / DAY_MS))
    const figures = { bid, ask, volume, openInterest, providerVolatility, quotedAt, isAdjusted, daysSinceTrade }
    return { type, strike, expiry, years: left, ...figures, listing }
  })
}

/** Without the price of the underlying no quote can be judged, so none is used. */
function toUnread(quote: ListedQuote): AnalysedListing {
  const unread = {
    mark: null,
    impliedVolatility: null,
    quotedVolatility: null,
    valuation: null,
    disagreesWithProvider: false,
  }
  return { ...quote, state: quote.isAdjusted ? 'adjusted' : 'no-quote', ...unread }
}

type Market = Parameters<typeof analyzeOptionChain>[1]

/** Each expiry by itself, on the present value of its own forward. */
function analyseByForward(quotes: readonly ListedQuote[], market: Market) {
  const expiries = [...new Set(quotes.map(({ expiry }) => expiry))].sort()
  const analyses = expiries.map((expiry) => {
    const own = quotes.filter((quote) => quote.expiry === expiry)
    return analyzeOptionChain(own, { ...market, spot: findImpliedSpot(own)?.spot ?? market.spot })
  })
  const read = analyses.flatMap((analysis) => analysis.expiries)
  const points = toTermPoints(read)
  return {
    contracts: analyses.flatMap(({ contracts }) => contracts as readonly AnalysedListing[]),
    expiries: read,
    term: points.length > 0 ? computeTermSummary(points, market.spot) : null,
  }
}

interface ImpliedSpot {
  readonly spot: number
  readonly years: number
  readonly pairCount: number
}

/** Fewest pairs that are believed; what fewer say may be their own damage. */
const PAIRS_BELIEVED = 3
const UNEXPLAINED = 0.08
/** Dividend yields, and the cost of borrowing shares, by which parity and price may differ: those of an implied forward. */
const YIELDS = { lowest: -0.05, highest: 0.15 }

/** True when no dividend explains how far a price is from parity: strikes of before a split, or a price of another day. */
function contradicts(implied: ImpliedSpot | null, told: number): boolean {
  if (implied === null || implied.pairCount < PAIRS_BELIEVED) return false
  const distance = Math.log(told / implied.spot)
  return (
    distance > YIELDS.highest * implied.years + UNEXPLAINED || distance < YIELDS.lowest * implied.years - UNEXPLAINED
  )
}

/**
 * The price of the underlying that puts and calls of the nearest expiry imply: where both cost the same, refined by
 * parity; null without a pair of quotes.
 */
function findImpliedSpot(quotes: readonly ListedQuote[]): ImpliedSpot | null {
  const quoted = quotes.filter(({ bid, ask, isAdjusted }) => !isAdjusted && (bid ?? 0) > 0 && (ask ?? 0) >= (bid ?? 0))
  for (const expiry of [...new Set(quoted.map((quote) => quote.expiry))].sort()) {
    const own = quoted.filter((quote) => quote.expiry === expiry)
    const puts = new Map(own.filter(({ type }) => type === 'put').map((put) => [put.strike, put]))
    const pairs = own.flatMap((call) => {
      const put = call.type === 'call' ? puts.get(call.strike) : undefined
      return put ? [{ strike: call.strike, callMid: toMid(call), putMid: toMid(put) }] : []
    })
    const [closest] = pairs.toSorted((a, b) => Math.abs(a.callMid - a.putMid) - Math.abs(b.callMid - b.putMid))
    const years = own[0]?.years
    if (!closest || years === undefined) continue
    const forward = computeParityForward(pairs, { near: closest.strike, rate: OPTION_RATE, years })
    if (forward === null || forward <= 0) continue
    return { spot: forward * Math.exp(-OPTION_RATE * years), years, pairCount: pairs.length }
  }
  return null
}

const toMid = ({ bid, ask }: ListedQuote) => 0.5 * ((bid ?? 0) + (ask ?? 0))
