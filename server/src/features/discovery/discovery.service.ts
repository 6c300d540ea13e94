import { randomUUID } from 'node:crypto'
import type { DiscoveryRun } from '@ballast/contract'
import type { Database } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import { getOwnedPortfolio } from '../../portfolios/portfolio.repository.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import { createAiRuns, type KeptDiscovery, toContentKey } from '../ai-runs/ai-runs.service.ts'
import type { RunRecomputer } from '../facts/facts.service.ts'
import type { TokenMeter } from '../tokens/token-meter.service.ts'
import type { LoadDependencies } from './load-discovery.ts'
import { recomputeFacts, runDiscovery } from './run-discovery.ts'

export interface DiscoveryDependencies extends LoadDependencies {
  db: Database
  portfolioReader: PortfolioReader
  tokenMeter: TokenMeter
}

export interface DiscoveryRequest {
  user: SignedInUser
  portfolioId: string
  idempotencyKey: string | undefined
  signal: AbortSignal
}

/** A discovery that was admitted and paid for. */
export interface BegunDiscovery {
  /** Reports the steps from the first one on, and answers in the end. */
  follow(progress: Progress): Promise<DiscoveryRun>
}

/** Agentic Option Discovery: made for a token, which goes back when nothing is found, and kept. */
export function createDiscoveryService(deps: DiscoveryDependencies) {
  const { db, portfolioReader, tokenMeter } = deps
  const runs = createAiRuns(deps)

  async function make({ user, portfolioId }: DiscoveryRequest, progress: Progress, signal: AbortSignal) {
    const { lots } = await portfolioReader.getHeld(user.id, portfolioId)
    const { name } = await db.asUser(user.id, (tx) => getOwnedPortfolio(tx, portfolioId))
    const subject = { runId: randomUUID(), portfolio: { id: portfolioId, name, lots }, alternates: 0 }
    const { run, inputs, isDelivered } = await runDiscovery(deps, subject, progress, signal)
    const answer: KeptDiscovery = { ...run, charged: isDelivered && !user.isAdmin }
    await runs.store({
      ...{ userId: user.id, portfolioId, runId: answer.runId, kind: 'discovery', contentKey: toContentKey(lots) },
      ...{ answer, inputs },
    })
    // Nobody gets for nothing what was stored while they left.
    if (signal.aborted) await runs.forget(user.id, answer.runId)
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
    async begin(request: DiscoveryRequest): Promise<BegunDiscovery> {
      const { user, portfolioId, idempotencyKey, signal } = request
      await portfolioReader.getVersion(user.id, portfolioId)
      const started = Promise.withResolvers<void>()
      const followed = Promise.withResolvers<Progress>()
      let made: KeptDiscovery | undefined
      const charging = tokenMeter.charge(
        { user, feature: 'agentic_discovery', portfolioId, idempotencyKey, signal },
        async (working) => {
          started.resolve()
          const { answer, isDelivered } = await make(request, await followed.promise, working)
          made = answer
          return { answer: { runId: answer.runId }, delivered: isDelivered }
        },
      )
      // Either it is refused or was answered before, or it is admitted and waits for whoever follows it.
      await Promise.race([started.promise, charging])
      // Whoever follows is told; a failure in between is nobody's.
      charging.catch(() => undefined)
      return {
        async follow(progress) {
          followed.resolve(progress)
          const { answer, tokensRemaining } = await charging
          const { isAdmin } = user
          if (made !== undefined) return { ...made, isCurrent: true, tokensRemaining, isAdmin }
          const { discovery } = await runs.get(user, portfolioId, answer.runId)
          // Found under the discovery's own key, it can be nothing else.
          if (discovery === null) throw errors.notFound('run')
          return { ...discovery, tokensRemaining, isAdmin }
        },
      }
    },
  }
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
