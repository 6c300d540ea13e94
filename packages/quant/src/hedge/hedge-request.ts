/** What the owner wants of a hedge. Fractions of the book's value throughout. */
export interface HedgeRequest {
  /** The most that may be lost, down to `shock`: 0.15 is 15 %. */
  readonly limit: number
  /** The fall of the market for which the limit is meant, negative: −0.2. */
  readonly shock: number
  /** Trading days for which protection is wanted. */
  readonly horizonDays: number
  /** The most that the hedge may cost. */
  readonly maximumPremium: number
  /** Lines of a ticket: 1 buys puts only, 2 also sells puts of the same expiry below them. */
  readonly maximumLines: 1 | 2
  /** Whether calls on an index may be sold without owning it, which needs a margin account. */
  readonly allowShortCalls: boolean
  /** False leaves options out altogether. */
  readonly allowOptions: boolean
  /** True leaves out whatever caps gains: collars and covered calls. */
  readonly keepUpside: boolean
  /** Tickers that may be neither sold nor capped. */
  readonly keep: readonly string[]
  /** Commission per contract, in currency. */
  readonly fee: number
  /**
   * What "within the limit" means: `loss-curve` (the loss at every fall down to the shock, by three valuations), `cvar`
   * (the mean of the worst 5 % of simulated paths) or `floor` (each holding by itself, its own puts).
   */
  readonly objective: 'loss-curve' | 'cvar' | 'floor'
}

/** The request that stands where the owner says nothing. */
export const DEFAULT_HEDGE_REQUEST: HedgeRequest = {
  limit: 0.15,
  shock: -0.2,
  horizonDays: 63,
  maximumPremium: 0.03,
  maximumLines: 2,
  allowShortCalls: false,
  allowOptions: true,
  keepUpside: false,
  keep: [],
  fee: 0.65,
  objective: 'loss-curve',
}
