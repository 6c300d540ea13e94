import type { OptionTerms } from '@ballast/contract'
import type { Dividend } from '../../market-data/dividends.ts'
import type { WatchedMeasures } from './measure-watched.ts'

/** An option that is held, all of its lots together. */
export interface WatchedOption {
  symbol: string
  /** "AAPL 250 call, Dec 18, 2026". */
  name: string
  terms: OptionTerms
  /** Negative when sold. */
  contracts: number
  /** Per share; null without a quote. */
  price: number | null
  underlyingPrice: number | null
  /** The next dividend of the underlying; null where none is expected, and for what is not sold. */
  dividend: Dividend | null
}

/** A portfolio and its market when rules are checked. Days are YYYY-MM-DD in New York. */
export interface WatchedFacts extends WatchedMeasures {
  /** Last finished trading day. */
  day: string
  today: string
  simulated: boolean
  /** Total that weights are shares of, as on every screen: the value of everything that has a price, by magnitude, in dollars. */
  gross: number
  /** Value of each security and bond. */
  values: ReadonlyMap<string, number>
  /** Positions that have no price. */
  unpriced: number
  /** Quotes of securities whose price is watched, in their own currency. */
  quotes: ReadonlyMap<string, { price: number; currency: string; day: string; isOld: boolean }>
  options: readonly WatchedOption[]
  /** How old the price of each position is, in trading days; null where there is none. */
  ages: readonly { name: string; day: string | null; age: number | null }[]
}
