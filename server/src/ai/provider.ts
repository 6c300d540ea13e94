// Tests: providers.test.ts

import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type LanguageModel, type LanguageModelMiddleware, wrapLanguageModel } from 'ai'
import { TOOL_CALLS } from './budgets.ts'
import { type AiConfig, toModelAddress } from './model-address.ts'
import { ModelFailure } from './model-failure.ts'
import type { ModelGate } from './outbound.ts'

/** The SDK would read and answer thousands of calls in one go, and nobody else would be served meanwhile. */
const FEW_CALLS: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  async wrapGenerate({ doGenerate }) {
    const answer = await doGenerate()
    const calls = answer.content.filter(({ type }) => type === 'tool-call').length
    if (calls > TOOL_CALLS) throw new ModelFailure('tool-loop')
    return answer
  },
}

/** The SDK's model; everything that it sends goes through the gate. */
export function createModel(config: AiConfig, gate: ModelGate): LanguageModel {
  return wrapLanguageModel({ model: toProvidersModel(config, gate), middleware: FEW_CALLS })
}

function toProvidersModel(config: AiConfig, gate: ModelGate) {
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
