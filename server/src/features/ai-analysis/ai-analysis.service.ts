// Tests: comprehensive-runs.test.ts, comprehensive-model.test.ts

import type { ComprehensiveAnalysis } from '@ballast/contract'
import type { MadeRecommendation } from '../../advice/record/made-recommendation.ts'
import type { TrackRecord } from '../../advice/record/track-record.ts'
import { createAiRuns } from '../../advice/runs/ai-runs.ts'
import { type BeginRunDependencies, beginRun, type RunRequest } from '../../advice/runs/begin-run.ts'
import type { RunRecomputer } from '../../advice/runs/recompute-facts.ts'
import { isFailedModel } from '../../ai/analyst-model.ts'
import { toPlainText } from '../../grounding/grounded-text.ts'
import type { BegunWork } from '../../tokens/begin-charged.ts'
import { type ComputeDependencies, type ComputedAnalysis, computeAdvice, recomputeFacts } from './compute-advice.ts'

export interface AiAnalysisDependencies extends ComputeDependencies, BeginRunDependencies {
  trackRecord: TrackRecord
}

/** Comprehensive analyses: made for whoever is on the plan, kept, and recorded as recommendations. */
export function createAiAnalysisService(deps: AiAnalysisDependencies) {
  return {
    /** Admits and begins an analysis. @throws AppError as `beginRun` */
    async begin(request: RunRequest): Promise<BegunWork<ComprehensiveAnalysis>> {
      const begun = await beginRun(deps, request, {
        kind: 'comprehensive',
        feature: 'comprehensive_analysis',
        noun: 'analysis',
        async compute({ user, runId, portfolio, accounts }, progress, signal) {
          const subject = { userId: user.id, analysisId: runId, portfolio, accounts, signal }
          const computed = await computeAdvice(deps, subject, progress)
          const { answer, inputs, written } = computed
          const recommendation = toMadeRecommendation(user.id, computed)
          return { answer, inputs, recommendation, isDelivered: !isFailedModel(written) }
        },
      })
      return {
        async follow(progress) {
          const { answer, isCurrent } = await begun.follow(progress)
          return { ...answer, isCurrent }
        },
      }
    },
  }
}

/** How figures of comprehensive analyses are computed again. */
export function createComprehensiveRecomputer(
  deps: Pick<AiAnalysisDependencies, 'db' | 'portfolioReader' | 'workers'>,
): RunRecomputer {
  const runs = createAiRuns(deps)
  return {
    findRun: (userId, runId) => runs.findRecorded(userId, 'comprehensive', runId),
    recompute: (inputs, options) => recomputeFacts(deps, inputs, options),
  }
}

function toMadeRecommendation(userId: string, { answer, draft }: ComputedAnalysis): MadeRecommendation {
  const { analysisId: runId, portfolioId, engine, createdAt, asOf: pricesAsOf, source, simulated, confidence } = answer
  return {
    userId,
    portfolioId,
    runId,
    kind: 'comprehensive',
    engine: engine.name,
    createdAt,
    pricesAsOf,
    source,
    simulated,
    recommendation: toPlainText(draft.recommendation.headline),
    confidence: { stated: confidence / 100, estimated: draft.estimatedConfidence },
    ...draft.recorded,
  }
}
