import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { BUDGETS, mostTokens } from './budgets.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { HoldingsCopier } from './copy-holdings.ts'
import { type AiConfig, toModelAddress, toModelName } from './model-address.ts'
import type { CallOutcome, ModelCalls } from './model-calls.repository.ts'
import { isOfTheAnswer, isProvidersFault, ModelFailure } from './model-failure.ts'
import { createModelRun, type ModelRun } from './model-run.ts'
import { createModelGate } from './outbound.ts'
import { createTurnstile } from './turnstile.ts'

/** A holding as a model copied it from an image: texts as they are shown, null for what is not. */
export interface CopiedHolding {
  ticker: string
  name: string | null
  shares: string | null
  averageCost: string | null
  totalCost: string | null
  price: string | null
  value: string | null
  gain: string | null
}

/** A configured model that looks at images. What it says is a reading like another, and proves nothing. */
export interface ImageModel {
  /** Provider and model as people read them. */
  name: string
  /** The machine that images are sent to. */
  host: string
  /**
   * Copies the holdings that an image shows.
   *
   * @param image JPEG, without what a camera wrote beside the pixels
   * @throws ModelFailure with words for people when there is no answer that can be used; the signal's reason when aborted
   */
  copyHoldings(asked: { userId: string; image: Uint8Array }, signal: AbortSignal): Promise<CopiedHolding[]>
  close(): Promise<void>
}

export interface ImageModelDependencies {
  config: AiConfig
  clock: Clock
  log: Log
  calls: ModelCalls
  /** Another time than the budget's, for tests. */
  wallMilliseconds?: number
}

/** A configured model that reads images, behind the same safeguards as the one that writes. One for each process. */
export function createImageModel(dependencies: ImageModelDependencies): ImageModel {
  const { config, clock, log, calls } = dependencies
  const breaker = createCircuitBreaker(clock)
  const turnstile = createTurnstile()
  const address = toModelAddress(config)
  const gate = createModelGate({ origin: address.origin, isNamedByOperator: config.baseUrl !== undefined })
  let copier: Promise<HoldingsCopier> | undefined
  // The SDK is large: who has no model does not wait for it at start.
  const getCopier = () => {
    copier ??= Promise.all([import('./provider.ts'), import('./copy-holdings.ts')]).then(
      ([{ createModel }, { createHoldingsCopier }]) => createHoldingsCopier(createModel(config, gate)),
    )
    return copier
  }

  async function payAndAsk(userId: string, image: Uint8Array, run: ModelRun): Promise<CopiedHolding[]> {
    const opened = await calls
      .open({ userId, feature: 'image', tokens: mostTokens('image') })
      .catch((error: unknown) => {
        breaker.settle(undefined)
        throw new ModelFailure('internal', error)
      })
    if ('refused' in opened) {
      breaker.settle(undefined)
      throw new ModelFailure(opened.refused)
    }
    let outcome: CallOutcome = 'internal'
    try {
      const holdings = await (await getCopier()).copy(image, run)
      outcome = 'written'
      breaker.settle(true)
      return holdings
    } catch (error) {
      const failure = run.isAbandoned() ? undefined : run.toFailure(error)
      outcome = failure?.code ?? 'aborted'
      const provoker = failure && isOfTheAnswer(failure.code) ? userId : undefined
      breaker.settle(failure && isProvidersFault(failure.code) ? false : undefined, provoker)
      throw failure ?? error
    } finally {
      const ended = { outcome, ...run.spent(), milliseconds: run.millisecondsUsed() }
      log.info(ended, 'a reading of an image by a model ended')
      await calls.close(opened.id, ended).catch((error: unknown) => log.warn({ err: error }, 'it could not be closed'))
    }
  }

  return {
    name: toModelName(config),
    host: address.host,
    async copyHoldings({ userId, image }, signal) {
      signal.throwIfAborted()
      const run = createModelRun(signal, {
        wallMilliseconds: dependencies.wallMilliseconds ?? BUDGETS.image.wallMilliseconds,
        mostTokens: mostTokens('image'),
      })
      try {
        const leave = await turnstile.enter(userId, run.signal)
        if (!leave) throw new ModelFailure('busy')
        try {
          if (!breaker.admit()) throw new ModelFailure('resting')
          return await payAndAsk(userId, image, run)
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
    close: () => gate.close(),
  }
}
