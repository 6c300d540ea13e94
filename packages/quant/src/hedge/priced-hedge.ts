import type { OptionType } from '../options/option-contract.ts'
import type { VolatilitySmile } from '../options/volatility-smile.ts'

/**
 * One expiry of an underlying, as far as repricing needs it. Its `smile.years` is the time left to expiry, and
 * `dividendYield` the yield that its forward implies.
 */
export interface HedgeExpiry {
  /** YYYY-MM-DD. */
  readonly expiry: string
  readonly smile: VolatilitySmile
  readonly dividendYield: number
  /** Contracts with a good quote: each is worth its mid today. Left out: all are worth what the smile says. */
  readonly quotes?: readonly QuotedContract[]
}

/** A contract of an expiry, and the volatility at which its own quote is its value today. */
export interface QuotedContract {
  readonly type: OptionType
  readonly strike: number
  readonly volatility: number
}

/** Underlying of options, and its answer to a move of the market. Plain data: it travels as JSON. */
export interface HedgeUnderlying {
  readonly ticker: string
  /**
   * `price`: a share, fund or index, whose spot follows the market by beta. `volatility`: a volatility index, whose
   * forwards follow the index's 30-day volatility and whose options are priced on those forwards (Black 1976).
   */
  readonly kind: 'price' | 'volatility'
  /** Day of its quotes in New York, YYYY-MM-DD: horizons count from it. */
  readonly today: string
  readonly spot: number
  /** Hedging beta to the index: 1 for the index itself. The spot moves to S·(1 + R)^β. */
  readonly beta: number
  readonly style: 'american' | 'european'
  /** Annual continuous rate at which its options are discounted. */
  readonly rate: number
  /** At-the-money volatility of 30 days, which sets how strongly volatility answers a fall; of a volatility index, the
   *  index's that it follows. */
  readonly volatility30: number
  /** c of `computeShockedVolatility`: 0.9 for an index, 0.55 for a single name. */
  readonly response: number
  /** The most that volatility may reach: 0.9 for an index, 2 for a single name. */
  readonly volatilityCap: number
  readonly expiries: readonly HedgeExpiry[]
}

/** Response and cap of volatility by what the option is written on. */
export const VOLATILITY_ANSWERS = {
  index: { response: 0.9, volatilityCap: 0.9 },
  'single-name': { response: 0.55, volatilityCap: 2 },
} as const

/** One line of a ticket. */
export interface HedgeLeg {
  /** Ticker of a `HedgeUnderlying`. */
  readonly underlying: string
  readonly type: OptionType
  readonly strike: number
  /** YYYY-MM-DD. */
  readonly expiry: string
  /** Whole contracts, negative when sold. */
  readonly contracts: number
  /** Per share: the ask when bought, the bid when sold; for options held already, what they are worth now. */
  readonly premium: number
  /** Shares per contract. */
  readonly multiplier: number
  /**
   * Share of its contracts, 0 to 1, that are settled in shares where they end in the money (see `findShareSettlements`).
   * Left out: all are settled in cash.
   */
  readonly settledInShares?: number | undefined
}

/** A holding as the market moves it: worth V·(1 + R)^β after the market returned R. */
export interface BookExposure {
  /** Signed market value, in currency. */
  readonly value: number
  /** Hedging beta. */
  readonly beta: number
}

/** Book that is hedged. Plain data. */
export interface HedgeBook {
  /** Net value of everything priced, cash and options included, > 0: the base of all fractions. */
  readonly value: number
  /** Shares and funds; cash may be left out or stand with beta 0. */
  readonly exposures: readonly BookExposure[]
  /** Options held already, repriced like the hedge. */
  readonly options: readonly HedgeLeg[]
}

/** A book, a hedge of it, and the underlyings of all options in either: everything `repriceHedge` needs. */
export interface PricedHedge {
  readonly book: HedgeBook
  readonly legs: readonly HedgeLeg[]
  /** Commissions for opening the hedge, in currency. */
  readonly fees: number
  readonly underlyings: readonly HedgeUnderlying[]
}
