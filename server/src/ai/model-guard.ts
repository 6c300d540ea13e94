// Tests: model-failures.test.ts, wire-faults.test.ts

import { createCircuitBreaker, type Settle } from '../circuit-breaker.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { measure } from '../measurements.ts'
import { type AiFeature, BUDGETS, mostTokens } from './budgets.ts'
import type { CallOutcome, ModelCalls } from './model-calls.repository.ts'
import { isOfTheAnswer, isProvidersFault, ModelFailure } from './model-failure.ts'
import { createModelRun, type ModelRun } from './model-run.ts'
import { createTurnstile } from './turnstile.ts'

/** A failing model is left alone for a minute, then one run tries it. */
const BREAKER = { failuresToOpen: 5, restMilliseconds: 60_000 }

export interface GuardDependencies {
  clock: Clock
  log: Log
  /** The books: budgets of the day, shared by all processes. */
  calls: ModelCalls
  /** Another time than the budgets', for tests. */
  wallMilliseconds?: number
}

/** Who asks a model, and for what. */
export interface Asker {
  userId: string
  feature: AiFeature
  /** Aborted when the asker leaves. */
  signal: AbortSignal
}

/** Lets runs of one model through within the limits of time, places and money, and leaves it alone while it fails. */
export interface ModelGuard {
  /**
   * @param work asks the model; what it spends is told to the run
   * @param toOutcome how a run that gave something went, for the books
   * @throws ModelFailure with words for people; the signal's reason when the asker has left
   */
  run<Given>(
    asker: Asker,
    work: (run: ModelRun) => Promise<Given>,
    toOutcome?: (given: Given) => CallOutcome,
  ): Promise<Given>
}

export function createModelGuard(dependencies: GuardDependencies): ModelGuard {
  const { clock, log, calls } = dependencies
  const breaker = createCircuitBreaker({ clock, ...BREAKER })
  const turnstile = createTurnstile()

  async function open({ userId, feature }: Asker, settle: Settle): Promise<string> {
    try {
      const opened = await calls.open({ userId, feature, tokens: mostTokens(feature) })
      if ('refused' in opened) throw new ModelFailure(opened.refused)
      return opened.id
    } catch (error) {
      settle(undefined)
      if (error instanceof ModelFailure) throw error
      log.warn({ err: error }, 'a run of the model could not be entered')
      throw new ModelFailure('internal', error)
    }
  }

  async function pay<Given>(
    asker: Asker,
    [run, settle]: [ModelRun, Settle],
    work: (run: ModelRun) => Promise<Given>,
    toOutcome: (given: Given) => CallOutcome,
  ): Promise<Given> {
    const id = await open(asker, settle)
    let outcome: CallOutcome = 'internal'
    try {
      const given = await work(run)
      outcome = toOutcome(given)
      settle(true)
      return given
    } catch (error) {
      const failure = run.isAbandoned() ? undefined : run.toFailure(error)
      outcome = failure?.code ?? 'aborted'
      const provoker = failure && isOfTheAnswer(failure.code) ? asker.userId : undefined
      settle(failure && isProvidersFault(failure.code) ? false : undefined, provoker)
      throw failure ?? error
    } finally {
      const milliseconds = run.millisecondsUsed()
      measure('model-run', { feature: asker.feature, outcome, ...run.spent(), seconds: milliseconds / 1000 })
      const ended = { outcome, ...run.spent(), milliseconds }
      log.info({ feature: asker.feature, ...ended }, 'a run of the model ended')
      await calls.close(id, ended).catch((error: unknown) => log.warn({ err: error }, 'a run could not be closed'))
    }
  }

  return {
    async run(asker, work, toOutcome = () => 'written') {
      const { userId, feature, signal } = asker
      signal.throwIfAborted()
      const wallMilliseconds = dependencies.wallMilliseconds ?? BUDGETS[feature].wallMilliseconds
      const run = createModelRun(signal, { wallMilliseconds, mostTokens: mostTokens(feature) })
      try {
        const leave = await turnstile.enter(userId, run.signal)
        if (!leave) throw new ModelFailure(turnstile.isFull(userId) ? 'own-runs' : 'busy')
        try {
          const settle = breaker.admit()
          if (!settle) throw new ModelFailure('resting')
          return await pay(asker, [run, settle], work, toOutcome)
        } finally {
          leave()
        }
      } catch (error) {
        if (run.isAbandoned()) throw signal.reason
        throw run.toFailure(error)
      } finally {
        run.end()
      }
    },
  }
}
