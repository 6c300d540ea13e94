import type { ReadHolding } from '@ballast/importers/images'
import type { HoldingsCopier } from './copy-holdings.ts'
import { type AiConfig, toModelAddress, toModelName } from './model-address.ts'
import { createModelGuard, type GuardDependencies } from './model-guard.ts'
import { createModelGate } from './outbound.ts'

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
  copyHoldings(asked: { userId: string; image: Uint8Array }, signal: AbortSignal): Promise<ReadHolding[]>
  close(): Promise<void>
}

export interface ImageModelDependencies extends GuardDependencies {
  config: AiConfig
}

/** A configured model that reads images, behind the same safeguards as the one that writes. One for each process. */
export function createImageModel(dependencies: ImageModelDependencies): ImageModel {
  const { config } = dependencies
  const guard = createModelGuard(dependencies)
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

  return {
    name: toModelName(config),
    host: address.host,
    copyHoldings: ({ userId, image }, signal) =>
      guard.run({ userId, feature: 'image', signal }, async (run) => (await getCopier()).copy(image, run)),
    close: () => gate.close(),
  }
}
