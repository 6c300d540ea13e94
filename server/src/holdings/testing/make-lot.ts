import type { StoredLot } from '../../portfolios/position.repository.ts'

/** A lot of shares in US dollars, as it is stored, but for what is said otherwise. */
export const makeLot = (
  ticker: string,
  shares: string,
  avgCost: string | null,
  more: Partial<StoredLot> = {},
): StoredLot => ({
  id: `${ticker} ${shares}`,
  kind: 'security',
  ticker,
  shares,
  avgCost,
  currency: 'USD',
  multiplier: 1,
  sector: null,
  account: null,
  importId: null,
  ...more,
})
