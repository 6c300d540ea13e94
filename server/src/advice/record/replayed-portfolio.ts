/**
 * Portfolio on every replayed date: fractions of the value, kept at these, so that no date knows what did well after it.
 */
export interface ReplayedPortfolio {
  readonly name: string
  readonly weights: Readonly<Record<string, number>>
}

/** The first of the sample portfolios that the app offers, at its weights by cost. */
export const REPLAYED_PORTFOLIO: ReplayedPortfolio = {
  name: 'Core Growth (sample portfolio)',
  weights: {
    AAPL: 0.131,
    MSFT: 0.097,
    NVDA: 0.083,
    GOOGL: 0.079,
    AMZN: 0.078,
    XOM: 0.077,
    UNH: 0.066,
    JPM: 0.062,
    NEE: 0.061,
    JNJ: 0.06,
    GLD: 0.054,
    COST: 0.053,
    TLT: 0.053,
    BA: 0.046,
  },
}
