import { getFact } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { type AiAnalysisDependencies, createComprehensiveRecomputer } from '../ai-analysis/ai-analysis.service.ts'
import { createDiscoveryRecomputer } from '../discovery/discovery.service.ts'
import { createHedgeRecomputer } from '../hedges/recompute-hedges.service.ts'
import { createFactsService } from './facts.service.ts'

type FactDependencies = Pick<AiAnalysisDependencies, 'db' | 'portfolioReader' | 'workers'>

export function registerFactRoutes(app: FastifyInstance, dependencies: FactDependencies): void {
  const facts = createFactsService([
    createComprehensiveRecomputer(dependencies),
    createDiscoveryRecomputer(dependencies),
    createHedgeRecomputer(dependencies),
  ])
  mount(app, getFact, ({ user, params, signal }) => facts.get(user, params.factId, signal))
}
