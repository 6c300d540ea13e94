import { randomUUID } from 'node:crypto'
import type { DiscoveryRun } from '@ballast/contract'
import type { Database } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { AppError, errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import { toContentKey } from '../../portfolios/lots-hash.ts'
import { getOwnedPortfolio } from '../../portfolios/portfolio.repository.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import { createAiRuns, type KeptDiscovery } from '../ai-runs/ai-runs.service.ts'
import type { RunRecomputer } from '../facts/facts.service.ts'
import { type BegunWork, beginCharged } from '../tokens/begin-charged.service.ts'
import type { TokenMeter } from '../tokens/token-meter.service.ts'
import type { TrackRecord } from '../track-record/track-record.service.ts'
import { type RunDependencies, recomputeFacts, runDiscovery } from './run-discovery.ts'
import { stateRecommendation } from './state-recommendation.ts'

export interface DiscoveryDependencies extends RunDependencies {
  db: Database
  portfolioReader: PortfolioReader
  tokenMeter: TokenMeter
  trackRecord: TrackRecord
}

export interface DiscoveryRequest {
  user: SignedInUser
  portfolioId: string
  idempotencyKey: string | undefined
  signal: AbortSignal
}

/** Agentic Option Discovery: made for a token, which goes back when nothing is found, and kept. */
export function createDiscoveryService(deps: DiscoveryDependencies) {
  const { db, portfolioReader, tokenMeter, trackRecord } = deps
  const runs = createAiRuns(deps)

  async function make({ user, portfolioId }: DiscoveryRequest, progress: Progress, signal: AbortSignal) {
    const { lots } = await portfolioReader.getHeld(user.id, portfolioId)
    const { name } = await db.asUser(user.id, (tx) => getOwnedPortfolio(tx, portfolioId))
    const runId = randomUUID()
    const subject = { userId: user.id, runId, portfolio: { id: portfolioId, name, lots } }
    const { run, held, inputs, isDelivered } = await runDiscovery(deps, subject, progress, signal)
    signal.throwIfAborted()
    const answer: KeptDiscovery = { ...run, charged: isDelivered && !user.isAdmin }
    // A run without plays recommends nothing.
    const prepared = run.nothingFound === null ? trackRecord.prepare(stateRecommendation(user.id, run, held)) : null
    const contentKey = toContentKey(lots)
    await runs.store({ kind: 'discovery', userId: user.id, portfolioId, runId, contentKey, answer, inputs }, (tx) =>
      trackRecord.note(tx, prepared),
    )
    // What was stored while its reader left is as if it had never been.
    if (signal.aborted) await runs.forget(user.id, runId, (tx) => trackRecord.withdraw(tx, runId))
    signal.throwIfAborted()
    return { answer, isDelivered }
  }

  return {
    /**
     * Admits and begins a discovery.
     *
     * @throws AppError 404 when the user has no such portfolio, 403 when they may not or have no token, 409 when the key
     *         was used for another request; whatever the work throws when it fails before it is followed
     */
    async begin(request: DiscoveryRequest): Promise<BegunWork<DiscoveryRun>> {
      const { user, portfolioId, idempotencyKey, signal } = request
      await portfolioReader.getVersion(user.id, portfolioId)
      return beginCharged(
        tokenMeter,
        { user, feature: 'agentic_discovery', portfolioId, idempotencyKey, signal },
        async (progress, working) => {
          const { answer, isDelivered } = await make(request, progress, working)
          return { made: answer, answer: { runId: answer.runId }, delivered: isDelivered }
        },
        async ({ answer: { runId }, tokensRemaining }, made) => {
          const { isAdmin } = user
          if (made !== undefined) {
            await trackRecord.settle(runId)
            return { ...made, isCurrent: true, tokensRemaining, isAdmin }
          }
          const { discovery } = await runs.get(user, portfolioId, runId).catch(explainGone)
          if (discovery === null) throw new Error(`The run ${runId} was answered as a discovery and is none`)
          return { ...discovery, tokensRemaining, isAdmin }
        },
      )
    },
  }
}

function explainGone(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  throw errors.conflict(
    'This discovery was made before and has given way to newer runs since. Make a new Idempotency-Key to make it again.',
  )
}

/** How figures of discoveries are recomputed. */
export function createDiscoveryRecomputer(
  deps: Pick<DiscoveryDependencies, 'db' | 'portfolioReader' | 'workers'>,
): RunRecomputer {
  const runs = createAiRuns(deps)
  return {
    findRun: (userId, runId) => runs.findRecorded(userId, 'discovery', runId),
    recompute: (inputs, signal) => recomputeFacts(deps.workers, inputs, signal),
  }
}
