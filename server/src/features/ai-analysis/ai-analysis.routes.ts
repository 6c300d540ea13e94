import { runComprehensiveAnalysis } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { answerWithProgress } from '../../http/event-stream.ts'
import { readIdempotencyKey } from '../../http/idempotency-key.ts'
import { mount } from '../../http/mount.ts'
import { type AiAnalysisDependencies, createAiAnalysisService } from './ai-analysis.service.ts'

export function registerAiAnalysisRoutes(app: FastifyInstance, dependencies: AiAnalysisDependencies): void {
  const analyses = createAiAnalysisService(dependencies)
  mount(app, runComprehensiveAnalysis, async (context) => {
    const { user, body, request, signal } = context
    const idempotencyKey = readIdempotencyKey(request)
    // What is refused with a status of its own is refused here, before a stream is opened.
    const analysis = await analyses.begin({ user, portfolioId: body.portfolioId, idempotencyKey, signal })
    return answerWithProgress(context, runComprehensiveAnalysis, (progress) => analysis.follow(progress))
  })
}
