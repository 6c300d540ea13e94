import type { UsageSummary } from '@ballast/contract'

const day = (date: string, hedge_analysis: number, agentic_discovery: number) => ({
  date,
  hedge_analysis,
  agentic_discovery,
})

/** A month in which much was used; the days of the last week and the packages add up. */
export const SUMMARY: UsageSummary = {
  from: '2026-10-23',
  to: '2026-11-21',
  uses: { total: 1_386, hedge_analysis: 948, agentic_discovery: 438, tokens: 1_350 },
  previousUses: { total: 1_233, hedge_analysis: 869, agentic_discovery: 0, tokens: 1_233 },
  daily: [
    day('2026-11-15', 14, 5),
    day('2026-11-16', 38, 14),
    day('2026-11-17', 44, 19),
    day('2026-11-18', 51, 16),
    day('2026-11-19', 47, 23),
    day('2026-11-20', 58, 21),
    day('2026-11-21', 0, 0),
  ],
  spending: {
    packages: [
      { packageId: 'small', sold: 38, tokens: 380, amount: 1_102 },
      { packageId: 'medium', sold: 37, tokens: 925, amount: 2_183 },
      { packageId: 'large', sold: 9, tokens: 450, amount: 891 },
    ],
    tokens: 1_755,
    tokenAmount: 4_176,
    subscriptionAmount: 15_288,
    reversedAmount: 59,
    total: 19_405,
  },
  subscriptions: { running: 312, active: 300, trialing: 10, pastDue: 2, started: 18, ended: 7 },
  owedTokens: 3,
}

/** An installation on its first day. */
export const NOTHING: UsageSummary = {
  ...SUMMARY,
  uses: { total: 0, hedge_analysis: 0, agentic_discovery: 0, tokens: 0 },
  previousUses: { total: 0, hedge_analysis: 0, agentic_discovery: 0, tokens: 0 },
  daily: SUMMARY.daily.map(({ date }) => day(date, 0, 0)),
  spending: {
    packages: SUMMARY.spending.packages.map(({ packageId }) => ({ packageId, sold: 0, tokens: 0, amount: 0 })),
    tokens: 0,
    tokenAmount: 0,
    subscriptionAmount: 0,
    reversedAmount: 0,
    total: 0,
  },
  subscriptions: { running: 0, active: 0, trialing: 0, pastDue: 0, started: 0, ended: 0 },
  owedTokens: 0,
}
