import { toCount } from './chain-figures.ts'
import { OPTION_LIMITS, type OptionType, requirePositiveNumber, requireRate, requireYears } from './option-contract.ts'
import { findStrikeArbitrage } from './strike-arbitrage.ts'

/**
 * Quality of an option quote:
 * - `ok`: both sides quoted, a narrow spread, consistent with its bounds and neighbours;
 * - `wide`: spread above $0.05 and above 25 % of the mid;
 * - `no-bid`: bid 0, ask above; one may buy it, not sell it, and it is marked at half the ask;
 * - `no-quote`: neither side;
 * - `crossed`: bid above ask;
 * - `stale`: last quoted before the last session;
 * - `arbitrage-violation`: the mid is outside what no-arbitrage allows, by itself or against neighbouring strikes, by
 *   more than the half-spreads;
 * - `adjusted`: delivers something other than 100 shares (after a split or merger), so that strikes do not compare.
 *
 * Only `ok` quotes enter averages, smiles and forwards.
 */
export type QuoteState =
  | 'ok'
  | 'wide'
  | 'no-bid'
  | 'no-quote'
  | 'crossed'
  | 'stale'
  | 'arbitrage-violation'
  | 'adjusted'

/** One side of one strike. Prices are per share. */
export interface OptionQuote {
  readonly type: OptionType
  readonly strike: number
  /** Null or 0 when nobody bids. */
  readonly bid: number | null
  /** Null or 0 when nobody offers. */
  readonly ask: number | null
  /** When the quote was made, in any unit that `ExpiryMarket.lastSession` shares; null when unknown. */
  readonly quotedAt?: number | null
  /** True when the contract delivers something other than the standard 100 shares. */
  readonly isAdjusted?: boolean
}

/** The market that all quotes of one expiry share. */
export interface ExpiryMarket {
  readonly spot: number
  /** Years to expiry, > 0. */
  readonly years: number
  readonly rate: number
  readonly dividendYield: number
  readonly style: 'american' | 'european'
  /** Start of the last trading session; a quote made before it is stale. Null or left out: no quote is. */
  readonly lastSession?: number | null
}

/** The widest spread that is still `ok`: the larger of this many dollars and this share of the mid. */
const WIDE_DOLLARS = 0.05
const WIDE_SHARE = 0.25
/** Prices are quoted in cents; a bound is broken only beyond rounding. */
const ROUNDING = 1e-9

/**
 * State of each quote of one expiry.
 *
 * @param quotes calls and puts of one expiry, any order, at most one per type and strike
 * @returns the states, in the order of the quotes
 * @throws QuantInputError naming a market argument, or the strike, that is not a possible number
 */
export function classifyQuotes(quotes: readonly OptionQuote[], market: ExpiryMarket): QuoteState[] {
  requireExpiryMarket(market)
  for (const [i, quote] of quotes.entries()) requirePositiveNumber(`quotes[${i}].strike`, quote.strike)
  const states = quotes.map((quote) => classifyAlone(quote, market))
  for (const type of ['call', 'put'] as const) {
    const comparable = quotes
      .map((quote, index) => ({
        index,
        strike: quote.strike,
        bid: quote.bid ?? 0,
        ask: quote.ask ?? 0,
        type: quote.type,
      }))
      .filter((quote) => quote.type === type && states[quote.index] === 'ok')
      .sort((a, b) => a.strike - b.strike)
    for (const culprit of findStrikeArbitrage(type, comparable)) states[culprit.index] = 'arbitrage-violation'
  }
  return states
}

function classifyAlone(quote: OptionQuote, market: ExpiryMarket): QuoteState {
  if (quote.isAdjusted) return 'adjusted'
  const bid = quote.bid ?? 0
  const ask = quote.ask ?? 0
  // A lone bid has no ask to buy at; it is a broken quote, like one with negative or missing numbers.
  if (!(ask > 0 && ask <= OPTION_LIMITS.largest && bid >= 0)) return bid > ask ? 'crossed' : 'no-quote'
  if (bid > ask) return 'crossed'
  const quotedAt = quote.quotedAt ?? null
  const lastSession = market.lastSession ?? null
  if (quotedAt !== null && lastSession !== null && quotedAt < lastSession) return 'stale'
  if (bid === 0) return 'no-bid'
  const mid = 0.5 * (bid + ask)
  const spread = ask - bid
  if (spread > Math.max(WIDE_DOLLARS, WIDE_SHARE * mid) + ROUNDING) return 'wide'
  const { highest } = computePriceBounds(quote.type, quote.strike, market)
  // Deep in the money an American put is often quoted at its European value, a little below what exercising pays: the
  // interest on the strike. That is how such options are quoted, not a sign that the quote is old or wrong.
  const { lowest } = computePriceBounds(quote.type, quote.strike, { ...market, style: 'european' })
  const slack = 0.5 * spread + ROUNDING
  return mid < lowest - slack || mid > highest + slack ? 'arbitrage-violation' : 'ok'
}

/**
 * Between what prices an option must lie whatever the volatility: at least its discounted forward intrinsic value (and,
 * if American, what exercising now pays), at most the stock (call) or the strike (put), discounted if European.
 *
 * @throws QuantInputError naming the strike, or what of the market is not a possible number
 */
export function computePriceBounds(
  type: OptionType,
  strike: number,
  market: ExpiryMarket,
): { readonly lowest: number; readonly highest: number } {
  requireExpiryMarket(market)
  requirePositiveNumber('strike', strike)
  const presentForward = market.spot * Math.exp(-market.dividendYield * market.years)
  const presentStrike = strike * Math.exp(-market.rate * market.years)
  const isAmerican = market.style === 'american'
  const sign = type === 'call' ? 1 : -1
  const european = sign * (presentForward - presentStrike)
  const now = isAmerican ? sign * (market.spot - strike) : 0
  const [later, immediate] = type === 'call' ? [presentForward, market.spot] : [presentStrike, strike]
  return { lowest: Math.max(0, european, now), highest: isAmerican ? Math.max(later, immediate) : later }
}

function requireExpiryMarket(market: ExpiryMarket): void {
  requirePositiveNumber('spot', market.spot)
  requireYears('years', market.years)
  requireRate('rate', market.rate)
  requireRate('dividendYield', market.dividendYield)
}

/** Price at which a quote is marked: the mid, half the ask when nobody bids, null when there is no usable quote. */
export function computeMark(quote: Pick<OptionQuote, 'bid' | 'ask'>, state: QuoteState): number | null {
  if (state === 'no-quote' || state === 'crossed') return null
  const ask = quote.ask ?? 0
  return state === 'no-bid' ? 0.5 * ask : 0.5 * ((quote.bid ?? 0) + ask)
}

/** Uses of a contract in a hedge, and their size. */
export interface Tradability {
  readonly canBuy: boolean
  readonly canSell: boolean
  /** The most contracts that may be planned: a tenth of the open interest, at most 500; at least 1 when tradable. */
  readonly maximumContracts: number
}

const MINIMUM_OPEN_INTEREST = 100
const MINIMUM_VOLUME = 20
const MINIMUM_DAYS = 7
const SHARE_OF_OPEN_INTEREST = 0.1
const LARGEST_ORDER = 500

/**
 * True if a contract is liquid enough to hedge with: an `ok` quote (or `no-bid` for buying), at least 100 open
 * contracts or 20 traded today, at least 7 days to expiry.
 */
export function assessTradability(
  state: QuoteState,
  contract: { readonly openInterest: number | null; readonly volume: number | null; readonly daysToExpiry: number },
): Tradability {
  const openInterest = toCount(contract.openInterest)
  const isLiquid = openInterest >= MINIMUM_OPEN_INTEREST || toCount(contract.volume) >= MINIMUM_VOLUME
  const isTradable = isLiquid && contract.daysToExpiry >= MINIMUM_DAYS
  const canSell = isTradable && state === 'ok'
  const canBuy = canSell || (isTradable && state === 'no-bid')
  const size = Math.min(LARGEST_ORDER, Math.floor(SHARE_OF_OPEN_INTEREST * openInterest))
  return { canBuy, canSell, maximumContracts: canBuy ? Math.max(1, size) : 0 }
}
