import type { NewPolicy } from '@ballast/contract'

/** Terms of a policy of one bought put, placed on the Friday of the worked example. */
export const placePut = (symbol: string, price: number): NewPolicy => ({
  limitPercent: 12,
  shockPercent: 20,
  endsOn: '2027-02-19',
  legs: [{ symbol, ordered: 1, filled: 1, price }],
  fees: 0,
  placedOn: '2026-11-20',
  addPositions: true,
  analysisId: null,
  strategyId: null,
})
