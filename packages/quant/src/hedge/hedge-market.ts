import type { InstrumentClass } from '../concentration.ts'
import type { ChainAnalysis } from '../options/chain-analysis.ts'
import type { OptionType } from '../options/option-contract.ts'

/**
 * Role of an underlying for the book: the index that everything is measured against, another broad fund, the fund of one
 * sector, a company that is held, the fund of another risk (see `RiskDriver`), or a volatility index (whose options are
 * priced on their forward).
 */
export type OptionMarketRole = 'index' | 'other-index' | 'sector-fund' | 'single-name' | 'driver' | 'volatility'

/** An option chain that has been read, and what its underlying is to the book. */
export interface OptionMarket {
  readonly ticker: string
  readonly role: OptionMarketRole
  /** Day of its quotes in New York, YYYY-MM-DD: the days to its expiries count from it. */
  readonly today: string
  /** Price of the underlying; for a volatility index its level (20 is 20 %). */
  readonly spot: number
  /** Hedging beta to the index; 1 for the index itself, ignored for a volatility index. */
  readonly beta: number
  readonly rate: number
  readonly style: 'american' | 'european'
  /** Shares per contract. */
  readonly multiplier: number
  readonly chain: Pick<ChainAnalysis, 'contracts' | 'expiries'>
  /** The GICS sector of a sector fund; null otherwise. */
  readonly sector?: string | null
  /** Price of the underlying by its own quote or last close; null or left out when there is neither. */
  readonly spotElsewhere?: number | null
}

/** Drivers of portfolios other than the stock market. */
export type DriverKind = 'rates' | 'gold' | 'dollar' | 'euro' | 'yen'

/** A risk other than the market, the fund that follows it, and the move of that fund that is asked about. */
export interface RiskDriver {
  readonly kind: DriverKind
  readonly ticker: string
  /** Negative: −0.155 for long Treasuries when yields rise by one point. */
  readonly fall: number
}

/** A contract that may stand in a ticket. */
export interface OptionLine {
  readonly underlying: string
  readonly type: OptionType
  readonly strike: number
  /** YYYY-MM-DD. */
  readonly expiry: string
  /** Calendar days from the day of the quotes to the expiry. */
  readonly daysToExpiry: number
  /** Per share; 0 when nobody bids. */
  readonly bid: number
  /** Per share. */
  readonly ask: number
  readonly delta: number
  readonly volatility: number
  readonly multiplier: number
  /** The most contracts that may be bought: a tenth of the open interest, at most 500. */
  readonly mostBought: number
  /** The most that may be sold; 0 without a clean bid. */
  readonly mostSold: number
}

/** Why a contract is not among the lines, in the order in which the rules are tried. */
export type LineRejection =
  | 'no-clean-quote'
  | 'illiquid'
  | 'no-volatility'
  | 'too-short'
  | 'too-long'
  | 'strike-too-low'
  | 'delta-out-of-range'

/** Options an expiry, strike and delta must lie within to be considered. */
export interface LineRules {
  readonly type: OptionType
  readonly days: { readonly least: number; readonly most: number }
  /** Absolute deltas. */
  readonly delta: { readonly least: number; readonly most: number }
  /** Least and largest strike over spot. */
  readonly moneyness: { readonly least: number; readonly most: number }
}

/** A holding of the book. */
export interface HedgeHolding {
  readonly ticker: string
  /** Signed market value in currency. */
  readonly value: number
  /** Signed shares; contracts need whole hundreds of them. */
  readonly shares: number
  /** Hedging beta β* (see `estimateHedgingBeta`). */
  readonly beta: number
  /** Beta on the index's falling days; null with too few of them. */
  readonly downsideBeta: number | null
  readonly sector: string | null
  readonly instrumentClass: InstrumentClass
  /** Diversification within a fund, as `computeDiversification` takes it; 1 for a single company. */
  readonly internalDiversification: number
  /** Shares bought together whose cost is known; those of no lot have an unknown one. */
  readonly lots?: readonly HoldingLot[]
  /** Tickers whose returns stand in where it has none of its own, the nearest first. */
  readonly proxies?: readonly string[]
}

/** Shares that were bought at one price. */
export interface HoldingLot {
  readonly shares: number
  /** Per share, in the holding's currency. */
  readonly cost: number
}
