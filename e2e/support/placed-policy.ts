/** A policy of two puts on the index, as its owner says that they were placed; its limit is one that nothing breaks. */
export const PLACED_POLICY = {
  limitPercent: 50,
  shockPercent: 20,
  endsOn: '2027-02-19',
  legs: [{ symbol: 'SPY270219P00730000', ordered: 2, filled: 2, price: 30 }],
  fees: 0,
  placedOn: '2026-11-20',
  addPositions: false,
  analysisId: null,
  strategyId: null,
}
