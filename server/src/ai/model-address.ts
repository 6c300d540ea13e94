import type { Config } from '../config.ts'

export type AiConfig = NonNullable<Config['ai']>

const HOMES = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
} as const

const MAKERS: Readonly<Record<AiConfig['provider'], string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  'openai-compatible': 'OpenAI-compatible',
}

/** Where a configured model answers. @throws Error for an OpenAI-compatible one without an address */
export function toModelAddress({ provider, baseUrl }: Pick<AiConfig, 'provider' | 'baseUrl'>): URL {
  if (baseUrl !== undefined) return baseUrl
  if (provider === 'openai-compatible') throw new Error('An OpenAI-compatible model needs AI_BASE_URL')
  return new URL(HOMES[provider])
}

/** Provider and model as people read them: "OpenAI gpt-5". */
export const toModelName = ({ provider, model }: Pick<AiConfig, 'provider' | 'model'>) =>
  `${MAKERS[provider]} ${model}`.slice(0, 100)
