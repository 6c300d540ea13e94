// Tests: discovery-runs.test.ts, discovery-model.test.ts

import type { DiscoveryRun } from '@ballast/contract'
import { createAiRuns } from '../../advice/runs/ai-runs.ts'
import { type BeginRunDependencies, beginRun, type RunRequest } from '../../advice/runs/begin-run.ts'
import type { RunRecomputer } from '../../advice/runs/recompute-facts.ts'
import { isForgivable } from '../../ai/analyst-model.ts'
import type { BegunWork } from '../../tokens/begin-charged.ts'
import { type RunDependencies, recomputeFacts, runDiscovery } from './run-discovery.ts'
import { stateRecommendation } from './state-recommendation.ts'

export interface DiscoveryDependencies extends RunDependencies, BeginRunDependencies {}

/** Agentic Option Discovery: made for a token, which goes back when nothing is found, and kept. */
export function createDiscoveryService(deps: DiscoveryDependencies) {
  return {
    /** Admits and begins a discovery. @throws AppError as `beginRun` */
    async begin(request: RunRequest): Promise<BegunWork<DiscoveryRun>> {
      const { isAdmin } = request.user
      const begun = await beginRun(deps, request, {
        kind: 'discovery',
        feature: 'agentic_discovery',
        noun: 'discovery',
        async compute({ user, runId, portfolio }, progress, signal) {
          const subject = { userId: user.id, runId, portfolio }
          const { run, held, inputs, isFound } = await runDiscovery(deps, subject, progress, signal)
          const isForgiven = isForgivable(run) && (await deps.tokenMeter.forgives(user.id))
          const isDelivered = isFound && !isForgiven
          // A run without ideas recommends nothing.
          const recommendation = run.nothingFound === null ? stateRecommendation(user.id, run, held) : null
          return { answer: { ...run, charged: isDelivered && !isAdmin }, inputs, recommendation, isDelivered }
        },
      })
      return {
        async follow(progress) {
          const { answer, isCurrent, tokensRemaining } = await begun.follow(progress)
          return { ...answer, isCurrent, tokensRemaining, isAdmin }
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
    recompute: (inputs, options) => recomputeFacts(deps.workers, inputs, options),
  }
}
