/** What a text may name. */
export interface KnownEntities {
  /** Of the portfolio and of the universe that was looked at. */
  tickers: ReadonlySet<string>
  /** Contracts of the chains that were read, as `AAPL 2026-12-18 250`: underlying, expiry, strike. */
  contracts: ReadonlySet<string>
  /** What figures can belong to beside tickers; a figure of one is refused in words about another. */
  subjects?: readonly Subject[]
}

/** Something with figures of its own, such as a strategy or a past crisis. */
export interface Subject {
  /** How texts name it, without regard to case: "put spread". */
  names: readonly string[]
  /** The beginning of its facts' keys: `strategy.put-spread.`. */
  prefix: string
}
