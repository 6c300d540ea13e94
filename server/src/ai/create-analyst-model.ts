// Tests: model-failures.test.ts, model-over-http.test.ts, providers.test.ts

import { type AnalystModel, toBuiltIn } from './analyst-model.ts'
import { type Composer, createComposer, UnsupportedAnswer } from './compose.ts'
import { type AiConfig, toModelAddress, toModelName } from './model-address.ts'
import { isOwnLimit, ModelFailure } from './model-failure.ts'
import { createModelGuard, type GuardDependencies } from './model-guard.ts'
import { createModelGate } from './outbound.ts'

export interface AnalystModelDependencies extends GuardDependencies {
  config: AiConfig
}

/** A configured model behind its safeguards. One for each process. */
export function createAnalystModel(dependencies: AnalystModelDependencies): AnalystModel {
  const { config, log } = dependencies
  const guard = createModelGuard(dependencies)
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

  return {
    name,
    async write(task, signal) {
      const { userId, feature } = task
      try {
        const { sections, selected, composition, minted } = await guard.run(
          { userId, feature, signal },
          async (run) => (await getComposer()).compose(task, run),
          (composed) => (composed.composition.fallback > 0 ? 'partly' : 'written'),
        )
        const engine = { kind: 'model' as const, name, fallbackReason: null }
        return { sections, selected: selected.length > 0 ? selected : null, composition, engine, minted }
      } catch (error) {
        if (!(error instanceof ModelFailure) || signal.aborted) throw error
        // A field "code" would be taken for a secret and left out.
        const { code: failure, status } = error
        log.warn({ feature, failure, status }, 'the built-in engine replaces the model')
        const composition = error instanceof UnsupportedAnswer ? error.composition : {}
        const written = toBuiltIn(task, error.message, composition)
        return isOwnLimit(failure) ? { ...written, engine: { ...written.engine, isOwnLimit: true } } : written
      }
    },
    close: () => gate.close(),
  }
}
