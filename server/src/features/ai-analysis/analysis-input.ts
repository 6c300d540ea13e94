import type { BookInput } from '../../advice/book/book-input.ts'

/** A chain that is read only for what it says of a holding's volatility. */
export interface VolatilityChain {
  ticker: string
  /** As `encodeChain` writes it. */
  encoded: string
}

/** How many recommendations with about as much evidence were scored, and how many of them helped. */
export interface ScoredBucket {
  scored: number
  successes: number
  /** Source of the outcomes: advice that was given or, in older runs, replayed. Absent in still older ones: the record. */
  of?: 'record' | 'replay'
}

/** Everything that a comprehensive analysis is computed from; it can be copied between threads, and kept. */
export interface AnalysisInput {
  hedging: BookInput
  /** Tickers whose price is an older one, because the provider did not give a fresh one. */
  stalePrices: string[]
  /** Share of everything held, by value or else by cost, that is not in the book. */
  leftOutShare: number
  /** Chains of the largest holdings beside those of the book. */
  volatilityChains: VolatilityChain[]
  /** Outcomes of earlier recommendations from the same kind of market data, in ten buckets of evidence: see `findConfidenceBucket`. */
  record: ScoredBucket[]
}
