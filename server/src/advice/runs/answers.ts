import type { ComprehensiveAnalysis, DiscoveryRun, HedgeAnalysis } from '@ballast/contract'

/** Runs but for what depends on who looks at them, and when. */
export type HedgeAnswer = Omit<HedgeAnalysis, 'isCurrent' | 'tokensRemaining' | 'isAdmin'>
export type AnalysisAnswer = Omit<ComprehensiveAnalysis, 'isCurrent'>
export type DiscoveryAnswer = Omit<DiscoveryRun, 'isCurrent' | 'tokensRemaining' | 'isAdmin'>
