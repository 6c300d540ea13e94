import type { ReturnMatrix } from '../price-matrix.ts'
import type { SplitAccount } from './account-rules.ts'
import type { CrisisWindow } from './crisis-replay.ts'
import type { HedgeHolding, OptionMarket, RiskDriver } from './hedge-market.ts'
import type { HedgeLeg } from './priced-hedge.ts'

/** Everything known of a portfolio and its market when hedges are looked for. Currency throughout is one currency. */
export interface HedgeSituation {
  /** Day in New York from which terms count, YYYY-MM-DD: that of the index's quotes where there are any. */
  readonly today: string
  /** Priced shares and funds, one entry per ticker; what has no price is left out (and named by the caller). */
  readonly holdings: readonly HedgeHolding[]
  readonly cash: number
  /** Options held, their `premium` what they are worth now; each needs its market among `markets`. */
  readonly options: readonly HedgeLeg[]
  /**
   * The options held as the shares of their underlying that move as they do (delta), in currency: volatility, shares of risk
   * and the diversification score count them so. None if left out.
   */
  readonly optionExposures?: readonly {
    readonly ticker: string
    readonly value: number
    readonly internalDiversification: number
  }[]
  /** The index that betas are measured against, its price, and its fund's diversification within: 1.75 if left out. */
  readonly index: { readonly ticker: string; readonly price: number; readonly internalDiversification?: number }
  /** Chains at hand. Without the index's own no index hedge can be proposed, and the result says so. */
  readonly markets: readonly OptionMarket[]
  /**
   * Daily returns of up to ten years, in time order: a row per holding and for the index; rows of other indexes, of
   * sector funds and of diversifiers where they are to be considered. What has no row is measured by the rest.
   */
  readonly returns: ReturnMatrix
  readonly crises: readonly CrisisWindow[]
  /** Weight of each sector in the index, fractions; empty when unknown. */
  readonly indexSectors: Readonly<Record<string, number>>
  /** The fund of each sector, for its returns and its chain. */
  readonly sectorFunds: readonly { readonly sector: string; readonly ticker: string }[]
  /** Other broad indexes whose fit is compared, by ticker. */
  readonly otherIndexes: readonly string[]
  /** Funds that money may be moved into for calm, with their hedging betas; their price is not needed. */
  readonly diversifiers: readonly { readonly ticker: string; readonly beta: number }[]
  /** Risks beside the market that the book may have to fear more, each with a row in `returns`; none if left out. */
  readonly drivers?: readonly RiskDriver[]
  /**
   * Brokerage accounts that the portfolio lies in: only tickets that can be split over them are proposed. Left out where
   * nobody has said what they may hold.
   */
  readonly accounts?: readonly SplitAccount[]
}
