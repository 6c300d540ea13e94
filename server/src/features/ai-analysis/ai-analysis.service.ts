import { randomUUID } from 'node:crypto'
import type { ComprehensiveAnalysis } from '@ballast/contract'
import { isFailedModel } from '../../ai/analyst-model.ts'
import type { Database } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import type { Progress } from '../../http/event-stream.ts'
import { toContentKey } from '../../portfolios/lots-hash.ts'
import { getOwnedPortfolio } from '../../portfolios/portfolio.repository.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import { createAiRuns } from '../ai-runs/ai-runs.service.ts'
import type { RunRecomputer } from '../facts/facts.service.ts'
import { type BegunWork, beginCharged } from '../tokens/begin-charged.service.ts'
import type { TokenMeter } from '../tokens/token-meter.service.ts'
import type { MadeRecommendation, TrackRecord } from '../track-record/track-record.service.ts'
import { type ComputeDependencies, type ComputedAnalysis, computeAdvice, recomputeFacts } from './compute-advice.ts'

export interface AiAnalysisDependencies extends ComputeDependencies {
  db: Database
  portfolioReader: PortfolioReader
  tokenMeter: TokenMeter
  trackRecord: TrackRecord
}

export interface AnalysisRequest {
  user: SignedInUser
  portfolioId: string
  idempotencyKey: string | undefined
  signal: AbortSignal
}

/** Comprehensive analyses: made for whoever is on the plan, kept, and recorded as recommendations. */
export function createAiAnalysisService(deps: AiAnalysisDependencies) {
  const { db, portfolioReader, tokenMeter, trackRecord } = deps
  const runs = createAiRuns(deps)

  async function make({ user, portfolioId }: AnalysisRequest, progress: Progress, signal: AbortSignal) {
    const { lots } = await portfolioReader.getHeld(user.id, portfolioId)
    const { name } = await db.asUser(user.id, (tx) => getOwnedPortfolio(tx, portfolioId))
    const portfolio = { id: portfolioId, name, lots }
    const runId = randomUUID()
    const computed = await computeAdvice(deps, { userId: user.id, analysisId: runId, portfolio, signal }, progress)
    signal.throwIfAborted()
    const prepared = trackRecord.prepare(toMadeRecommendation(user.id, computed))
    const { answer, inputs } = computed
    const contentKey = toContentKey(lots)
    await runs.store({ kind: 'comprehensive', userId: user.id, portfolioId, runId, contentKey, answer, inputs }, (tx) =>
      trackRecord.note(tx, prepared),
    )
    // What was stored while its reader left is as if it had never been.
    if (signal.aborted) await runs.forget(user.id, runId, (tx) => trackRecord.withdraw(tx, runId))
    signal.throwIfAborted()
    return computed
  }

  return {
    /**
     * Admits and begins an analysis.
     *
     * @throws AppError 404 when the user has no such portfolio, 403 when they are not on the plan, 409 when the key was used
     *         for another request; whatever the work throws when it fails before it is followed
     */
    async begin(request: AnalysisRequest): Promise<BegunWork<ComprehensiveAnalysis>> {
      const { user, portfolioId, idempotencyKey, signal } = request
      await portfolioReader.getVersion(user.id, portfolioId)
      return beginCharged(
        tokenMeter,
        { user, feature: 'comprehensive_analysis', portfolioId, idempotencyKey, signal },
        async (progress, working) => {
          const { answer, written } = await make(request, progress, working)
          return { made: answer, answer: { runId: answer.analysisId }, delivered: !isFailedModel(written) }
        },
        async ({ answer: { runId } }, made) => {
          if (made === undefined) return getComprehensive(user, portfolioId, runId)
          await trackRecord.settle(runId)
          return { ...made, isCurrent: true }
        },
      )
    },
  }

  async function getComprehensive(
    user: SignedInUser,
    portfolioId: string,
    runId: string,
  ): Promise<ComprehensiveAnalysis> {
    const { comprehensive } = await runs.get(user, portfolioId, runId)
    if (comprehensive === null) throw new Error(`The run ${runId} was answered as an analysis and is none`)
    return comprehensive
  }
}

/** How figures of comprehensive analyses are computed again. */
export function createComprehensiveRecomputer(
  deps: Pick<AiAnalysisDependencies, 'db' | 'portfolioReader' | 'workers'>,
): RunRecomputer {
  const runs = createAiRuns(deps)
  return {
    findRun: (userId, runId) => runs.findRecorded(userId, 'comprehensive', runId),
    recompute: (inputs, signal) => recomputeFacts(deps, inputs, signal),
  }
}

function toMadeRecommendation(userId: string, { answer, draft }: ComputedAnalysis): MadeRecommendation {
  const { analysisId: runId, portfolioId, engine, createdAt, asOf: pricesAsOf, source, simulated, confidence } = answer
  const [headline] = draft.recommendation.headline
  return {
    ...{
      userId,
      portfolioId,
      runId,
      kind: 'comprehensive',
      engine: engine.name,
      createdAt,
      pricesAsOf,
      source,
      simulated,
    },
    recommendation: headline?.text ?? draft.headline,
    confidence: { stated: confidence / 100, estimated: draft.estimatedConfidence },
    ...draft.recorded,
  }
}
