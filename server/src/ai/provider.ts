import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { type AiConfig, toModelAddress } from './model-address.ts'
import type { ModelGate } from './outbound.ts'

/** The SDK's model; everything that it sends goes through the gate. */
export function createModel(config: AiConfig, gate: ModelGate): LanguageModel {
  const { provider, model, apiKey } = config
  // What a model does not take is no news for the terminal.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const baseURL = toModelAddress(config).href.replace(/\/$/, '')
  const settings = { baseURL, fetch: gate.fetch, ...(apiKey !== undefined && { apiKey }) }
  switch (provider) {
    // Not the Responses API: it keeps what it was sent, unless told otherwise.
    case 'openai':
      return createOpenAI(settings).chat(model)
    case 'anthropic':
      return createAnthropic(settings)(model)
    case 'openai-compatible':
      return createOpenAICompatible({ ...settings, name: 'model', supportsStructuredOutputs: true })(model)
  }
}
