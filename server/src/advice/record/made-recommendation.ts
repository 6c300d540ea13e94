import type { MarketDataSource } from '@ballast/contract'
import type { RecommendationKind } from './recommendation.ts'

/** An option as the analysis had it. Amounts in US dollars. */
export interface MadeOption {
  symbol: string
  underlying: string
  underlyingPrice: number
  type: 'call' | 'put'
  strike: number
  /** ISO date. */
  expiry: string
  /** Negative when sold or owed. */
  contracts: number
  multiplier: number
  /** Per share: the ask when bought, the bid when sold; of options held already, what they are worth. */
  premium: number
  bid: number | null
  ask: number | null
  /** Annual fraction; null to have it from the quotes. */
  impliedVolatility: number | null
  dividendYield?: number
}

/** Recommendation as an analysis hands it over to be recorded. Amounts in US dollars; the record keeps none of them. */
export interface MadeRecommendation {
  userId: string
  portfolioId: string
  /** The analysis; handing the same one over again records nothing. */
  runId: string
  kind: RecommendationKind
  /** The headline in words that everybody may read: no names of the user's, no amounts. */
  recommendation: string
  /** As answers name it. */
  engine: string
  /** ISO instants: of the analysis, and of the newest price in it. */
  createdAt: string
  pricesAsOf: string
  source: MarketDataSource
  simulated: boolean
  /** Measure that it is meant to improve, such as `loss-curve`, `cvar` or `expected-payoff-on-bad-days`. */
  objective: string
  /** From 0 to 1; `estimated` is what `stated` was before calibration. Null where none is stated. */
  confidence: { stated: number; estimated: number } | null
  /** Quoted cost as a share of the value; null where none is stated. */
  quotedCost: number | null
  /** The limit that it promises to keep, and the fall that it is promised for; fractions. Null where it promises none. */
  claim: { limit: number; fall: number } | null
  /** Dollars per option contract. */
  fee: number
  book: {
    holdings: readonly { ticker: string; shares: number; price: number }[]
    cash: number
    options: readonly MadeOption[]
  }
  /** Trades to make; empty for advice to hold or to mend data. */
  operations: {
    /** Dollars to buy, negative to sell, at a price per share; null where it is not known. */
    trades: readonly { ticker: string; amount: number; price: number | null }[]
    options: readonly MadeOption[]
  }
}
