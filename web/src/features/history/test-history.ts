import type { HistoryChange, PortfolioHistory } from '@ballast/contract'

export const CHANGE: HistoryChange = {
  portfolioId: '00000000-0000-4000-8000-000000000001',
  changeId: '2',
  day: '2026-06-08',
  valuedOn: '2026-06-08',
  status: 'asked',
  moved: [
    { ticker: 'AAPL', kind: 'security', before: 10, after: 30, value: 4_120.4 },
    { ticker: 'USD', kind: 'cash', before: 100, after: 50, value: -50 },
  ],
  movedMore: 0,
  difference: 4_070.4,
  moneyIn: 4_070.4,
  proposed: 4_070.4,
  cashListed: true,
}

/** A history of three closes, for tests of the screen. */
export const HISTORY: PortfolioHistory = {
  first: '2026-06-05',
  last: '2026-06-09',
  closes: 3,
  points: [
    { date: '2026-06-05', value: 1_000, moneyIn: 0, heldPercent: 0, todaysPercent: 0 },
    { date: '2026-06-08', value: 5_200, moneyIn: 4_070.4, heldPercent: 12.96, todaysPercent: 9 },
    { date: '2026-06-09', value: 5_000, moneyIn: 0, heldPercent: 8.6, todaysPercent: 5.2 },
  ],
  figures: {
    firstValue: 1_000,
    lastValue: 5_000,
    moneyIn: 4_070.4,
    gain: -70.4,
    days: 4,
    timeWeightedPercent: 8.6,
    timeWeightedAnnualPercent: null,
    moneyWeighted: [{ percent: -2.5, annualPercent: -90 }],
    todaysPercent: 5.2,
    dividends: 3.2,
  },
  hedges: null,
  changes: [CHANGE],
  covers: { covered: 1, positions: 1, leftOut: [] },
  todaysLeftOut: [],
  source: 'sample',
  simulated: true,
  stale: false,
}
