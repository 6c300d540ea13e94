import { type AiAnalysisDependencies, createComprehensiveRecomputer } from '../ai-analysis/ai-analysis.service.ts'
import { createDiscoveryRecomputer } from '../discovery/discovery.service.ts'
import { createHedgeRecomputer } from '../hedges/recompute-hedges.service.ts'
import { createFactsService } from './facts.service.ts'

export type OpenFactDependencies = Pick<AiAnalysisDependencies, 'db' | 'portfolioReader' | 'workers'>

/** Opens figures of every kind of run that states facts. */
export const createOpenFacts = (dependencies: OpenFactDependencies) =>
  createFactsService([
    createComprehensiveRecomputer(dependencies),
    createDiscoveryRecomputer(dependencies),
    createHedgeRecomputer(dependencies),
  ])
