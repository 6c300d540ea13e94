// Tests: ../../../server/src/features/hedges/sample-hedge.test.ts

/**
 * Hedge that is found for the first sample portfolio at the close of a day of the simulated market, with every choice left
 * as it is: what somebody sees who has not paid for one. US dollars, rounded; a test computes it again.
 */
export const HEDGE_EXAMPLE = {
  portfolio: 'Core Growth',
  asOf: '2026-11-20',
  value: 257_786,
  instrument: 'SPY Feb 19, 2027: buy 4 × 650 put, sell 2 × 620 put',
  cost: 1_344,
  falls: [
    { marketPercent: -10, unhedged: -25_916, hedged: -27_260 },
    { marketPercent: -20, unhedged: -51_341, hedged: -36_991 },
    { marketPercent: -30, unhedged: -76_244, hedged: -46_855 },
  ],
} as const
