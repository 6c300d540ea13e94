import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type AnalystModel, toBuiltIn, type WritingTask } from './analyst-model.ts'
import { BUDGETS, mostTokens } from './budgets.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { type Composed, type Composer, createComposer, UnsupportedAnswer } from './compose.ts'
import { type AiConfig, toModelAddress, toModelName } from './model-address.ts'
import type { CallOutcome, EndedCall, ModelCalls } from './model-calls.repository.ts'
import { isOfTheAnswer, isProvidersFault, ModelFailure } from './model-failure.ts'
import { createModelRun, type ModelRun } from './model-run.ts'
import { createModelGate } from './outbound.ts'
import { createTurnstile } from './turnstile.ts'

export interface AnalystModelDependencies {
  config: AiConfig
  clock: Clock
  log: Log
  /** The books: budgets of the day, shared by all processes. */
  calls: ModelCalls
  /** Other times than the budgets', for tests. */
  wallMilliseconds?: number
}

/** A configured model behind its safeguards. One for each process. */
export function createAnalystModel(dependencies: AnalystModelDependencies): AnalystModel {
  const { config, clock, log, calls } = dependencies
  const breaker = createCircuitBreaker(clock)
  const turnstile = createTurnstile()
  const gate = createModelGate({
    origin: toModelAddress(config).origin,
    isNamedByOperator: config.baseUrl !== undefined,
  })
  const name = toModelName(config)
  let composer: Promise<Composer> | undefined
  // The SDK is large: who has no model does not wait for it at start.
  const getComposer = () => {
    composer ??= Promise.all([import('./provider.ts'), import('./converse.ts')]).then(
      ([{ createModel }, { createConversation }]) => createComposer(createConversation(createModel(config, gate))),
    )
    return composer
  }

  /** Within the limits of time, places and money. */
  async function attempt(task: WritingTask, run: ModelRun): Promise<Composed> {
    const leave = await turnstile.enter(task.userId, run.signal)
    if (!leave) throw new ModelFailure('busy')
    try {
      if (!breaker.admit()) throw new ModelFailure('resting')
      return await payAndCompose(task, run)
    } finally {
      leave()
    }
  }

  async function payAndCompose(task: WritingTask, run: ModelRun): Promise<Composed> {
    const opened = await openCall(task).catch((error: unknown) => {
      breaker.settle(undefined)
      throw error
    })
    let outcome: CallOutcome = 'internal'
    try {
      const composed = await (await getComposer()).compose(task, run)
      outcome = composed.verification.fallback > 0 ? 'partly' : 'written'
      breaker.settle(true)
      return composed
    } catch (error) {
      const failure = run.isAbandoned() ? undefined : run.toFailure(error)
      outcome = failure?.code ?? 'aborted'
      const provoker = failure && isOfTheAnswer(failure.code) ? task.userId : undefined
      breaker.settle(failure && isProvidersFault(failure.code) ? false : undefined, provoker)
      throw failure ?? error
    } finally {
      await closeCall(opened, { outcome, ...run.spent(), milliseconds: run.millisecondsUsed() })
    }
  }

  async function openCall({ userId, feature }: WritingTask): Promise<string> {
    const opened = await calls.open({ userId, feature, tokens: mostTokens(feature) }).catch((error: unknown) => {
      log.warn({ err: error }, 'a run of the model could not be entered')
      throw new ModelFailure('internal', error)
    })
    if ('refused' in opened) throw new ModelFailure(opened.refused)
    return opened.id
  }

  async function closeCall(id: string, ended: EndedCall) {
    log.info({ ...ended }, 'a run of the model ended')
    await calls.close(id, ended).catch((error: unknown) => log.warn({ err: error }, 'a run could not be closed'))
  }

  return {
    name,
    async write(task, signal) {
      signal.throwIfAborted()
      const run = createModelRun(signal, {
        wallMilliseconds: dependencies.wallMilliseconds ?? BUDGETS[task.feature].wallMilliseconds,
        mostTokens: mostTokens(task.feature),
      })
      try {
        const { sections, selected, verification, minted } = await attempt(task, run)
        const engine = { kind: 'model' as const, name, fallbackReason: null }
        return { sections, selected: selected.length > 0 ? selected : null, verification, engine, minted }
      } catch (error) {
        if (run.isAbandoned()) throw signal.reason
        const failure = run.toFailure(error)
        log.warn({ feature: task.feature, code: failure.code }, 'the built-in engine stands in for the model')
        return toBuiltIn(task, failure.message, error instanceof UnsupportedAnswer ? error.verification : {})
      } finally {
        run.end()
      }
    },
    close: () => gate.close(),
  }
}
