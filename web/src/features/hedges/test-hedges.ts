import { type HedgeAnalysis, type HedgeAnalysisEntry, hedgeAnalysisSchema } from '@ballast/contract'
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
    recommended: { type: 'Put Spread', instrument, costPercent: 1.77 },
    simulated: true,
    ...changes,
  }
}
