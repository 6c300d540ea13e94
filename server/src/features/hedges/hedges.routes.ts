import {
  analyzeHedges,
  deleteHedgeAnalysis,
  getHedgeAnalysis,
  getHedgeInputs,
  listHedgeAnalyses,
} from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { answerWithProgress } from '../../http/event-stream.ts'
import { readIdempotencyKey } from '../../http/idempotency-key.ts'
import { mount } from '../../http/mount.ts'
import { createHedgesService, type HedgeDependencies } from './hedges.service.ts'

export function registerHedgeRoutes(app: FastifyInstance, dependencies: HedgeDependencies): void {
  const hedges = createHedgesService(dependencies)
  mount(app, analyzeHedges, async (context) => {
    const { user, params, body, request, signal } = context
    const idempotencyKey = readIdempotencyKey(request)
    // What is refused with a status of its own is refused here, before a stream is opened.
    const analysis = await hedges.begin({ user, portfolioId: params.portfolioId, body, idempotencyKey, signal })
    return answerWithProgress(context, analyzeHedges, (progress) => analysis.follow(progress))
  })
  mount(app, listHedgeAnalyses, ({ user, params }) => hedges.list(user, params.portfolioId))
  mount(app, getHedgeAnalysis, ({ user, params }) => hedges.get(user, params.portfolioId, params.analysisId))
  mount(app, getHedgeInputs, ({ user, params }) => hedges.getInputs(user, params.portfolioId, params.analysisId))
  mount(app, deleteHedgeAnalysis, ({ user, params }) => hedges.remove(user, params.portfolioId, params.analysisId))
}
