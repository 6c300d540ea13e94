import { type HedgeAnalysis, type HedgeAnalysisEntry, type HedgeStrategy, hedgeAnalysisSchema } from '@ballast/contract'
// An answer of the server about seven holdings of the simulated market, shortened to a few strategies.
import recorded from './test-analysis.json' with { type: 'json' }

export const TEST_ANALYSIS: HedgeAnalysis = hedgeAnalysisSchema.parse(recorded)
export const PORTFOLIO_ID = TEST_ANALYSIS.portfolioId

export function makeAnalysis(changes: Partial<HedgeAnalysis> = {}): HedgeAnalysis {
  return { ...TEST_ANALYSIS, ...changes }
}

export function makeEntry(changes: Partial<HedgeAnalysisEntry> = {}): HedgeAnalysisEntry {
  const { analysisId, createdAt, summary, outcome, request, hedgeStrategies } = TEST_ANALYSIS
  const instrument = hedgeStrategies[0]?.instrument ?? ''
  return {
    analysisId,
    createdAt,
    isCurrent: true,
    summary,
    outcome,
    limitPercent: request.limitPercent,
    shockPercent: request.shockPercent,
    crisisName: request.crisisName,
    recommended: { type: 'Put Spread', instrument, costPercent: 1.77 },
    simulated: true,
    ...changes,
  }
}

export const TEST_TERM = { lastDay: '2027-02-19', tradingDays: 60, askedDay: '2027-02-24' }
export const TEST_LOSSES: NonNullable<HedgeStrategy['losses']> = {
  days: [
    { date: '2026-11-30', tradingDays: 5 },
    { date: '2027-02-19', tradingDays: 60 },
    { date: '2027-02-22', tradingDays: 61 },
  ],
  fallsPercent: [5, 20, 30],
  unhedgedPercent: [
    [6.4, 24.7, 36],
    [6.4, 24.7, 36],
    [6.4, 24.7, 36],
  ],
  hedgedPercent: [
    [-1, 14.9, 21],
    [8, 13, 19.5],
    [8.6, 26.9, 38.2],
  ],
}
export const TEST_PRICES: NonNullable<HedgeAnalysis['prices']> = {
  lastDay: { cost: 4_610, percent: 1.77, instrument: 'SPY Feb 19, 2027: buy 4 × 730 put, sell 3 × 620 put' },
  everyDay: { cost: 5_734, percent: 2.2, instrument: 'SPY Feb 19, 2027: buy 4 × 740 put, sell 2 × 620 put' },
  stressed: null,
}
