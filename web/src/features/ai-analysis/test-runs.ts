import {
  type AiRunEntry,
  type ComprehensiveAnalysis,
  comprehensiveAnalysisSchema,
  type Discovery,
  type DiscoveryRun,
  discoveryRunSchema,
} from '@ballast/contract'
// Answers of the server about seven holdings of the simulated market; the discovery shortened to two ideas.
import comprehensive from './test-comprehensive.json' with { type: 'json' }
import discovery from './test-discovery.json' with { type: 'json' }

export const TEST_ANALYSIS: ComprehensiveAnalysis = comprehensiveAnalysisSchema.parse(comprehensive)
export const TEST_DISCOVERY: DiscoveryRun = discoveryRunSchema.parse(discovery)
export const PORTFOLIO_ID = TEST_ANALYSIS.portfolioId
export const PUT_PLAY = TEST_DISCOVERY.discoveries.find(({ contractType }) => contractType === 'put') as Discovery

export function makeAnalysis(changes: Partial<ComprehensiveAnalysis> = {}): ComprehensiveAnalysis {
  return { ...TEST_ANALYSIS, ...changes }
}

export function makeDiscovery(changes: Partial<DiscoveryRun> = {}): DiscoveryRun {
  return { ...TEST_DISCOVERY, ...changes }
}

export function makeEntry(changes: Partial<AiRunEntry> = {}): AiRunEntry {
  const { analysisId, createdAt, recommendation, engine, simulated } = TEST_ANALYSIS
  return {
    id: analysisId,
    kind: 'comprehensive',
    createdAt,
    isCurrent: true,
    summary: recommendation,
    engine: engine.name,
    simulated,
    ...changes,
  }
}

export const DISCOVERY_ENTRY = makeEntry({
  id: TEST_DISCOVERY.runId,
  kind: 'discovery',
  createdAt: TEST_DISCOVERY.createdAt,
  summary: TEST_DISCOVERY.summary,
})
