import { getAiRun, listAiRuns } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { type AiRunDependencies, createAiRuns } from '../../advice/runs/ai-runs.ts'
import { mount } from '../../http/mount.ts'

export function registerAiRunRoutes(app: FastifyInstance, dependencies: AiRunDependencies): void {
  const runs = createAiRuns(dependencies)
  mount(app, listAiRuns, ({ user, params }) => runs.list(user, params.portfolioId))
  mount(app, getAiRun, ({ user, params }) => runs.get(user, params.portfolioId, params.runId))
}
