// Tests: ../../../server/src/features/hedges/sample-hedge.test.ts, ../../../server/src/features/discovery/sample-examples.test.ts

/**
 * Results for the first sample portfolio at the close of a day of the simulated market, with every choice left as it
 * is, for whoever has not paid for theirs. US dollars and percents, rounded; tests compute it again.
 */
export const EXAMPLES = {
  portfolio: 'Core Growth',
  asOf: '2026-11-20',
  value: 257_786,
  hedge_analysis: {
    instrument: 'SPY Feb 19, 2027: buy 4 × 650 put, sell 2 × 620 put',
    cost: 1_344,
    falls: [
      { marketPercent: -10, unhedged: -25_916, hedged: -27_260 },
      { marketPercent: -20, unhedged: -51_341, hedged: -36_991 },
      { marketPercent: -30, unhedged: -76_244, hedged: -46_855 },
    ],
  },
  comprehensive_analysis: {
    sold: ['AAPL', 'NVDA'],
    marketPercent: 20,
    lossPercent: 14.9,
    reasons: [
      'NVDA is 17.9% of the value and 32.5% of the risk.',
      'Technology is 43.1% of the value, against 34.0% in the S&P 500.',
    ],
    evidence: 'Helps in 99 of 100 histories, 6 of 6 crises.',
  },
  agentic_discovery: {
    found: 5,
    ticker: 'VXX',
    contractType: 'call',
    strike: 20,
    expiry: '2027-03-19',
    cost: 161,
    badPortfolioPercent: -16.5,
    conditionalReturn: 277,
    expectedReturn: -23.3,
  },
} as const
