// Tests: model-failures.test.ts, model-over-http.test.ts, providers.test.ts

/** Failures of a model; `aborted` is told apart from these by the asker's signal. */
export type FailureCode =
  | 'busy'
  | 'own-runs'
  | 'resting'
  | 'user-budget'
  | 'daily-budget'
  | 'timeout'
  | 'unreachable'
  | 'refused-key'
  | 'unknown-model'
  | 'rate-limited'
  | 'provider-error'
  | 'bad-reply'
  | 'malformed'
  | 'refusal'
  | 'tool-loop'
  | 'unsupported'
  | 'internal'

/** Why the built-in engine answered, as people read it. */
const WORDS: Readonly<Record<FailureCode, string>> = {
  busy: 'The language model is busy with other requests.',
  resting: 'The language model failed several times in a row and is left alone for a minute.',
  'own-runs':
    'The language model is at work for you twice already, so the built-in engine answered, at its usual price.',
  'user-budget':
    'Your share of the language model for today is used up, so the built-in engine answered, at its usual price.',
  'daily-budget': 'The language model’s budget for today is used up.',
  timeout: 'The language model did not answer in time.',
  unreachable: 'The language model could not be reached.',
  'refused-key': 'The language model refused the key that it was called with.',
  'unknown-model': 'The language model’s service does not know that address, or a model of that name.',
  'rate-limited': 'The language model is over its own limit of requests.',
  'provider-error': 'The language model’s service failed.',
  'bad-reply': 'The language model’s service sent something that is not an answer.',
  malformed: 'The language model’s answer was not in the form that was asked for.',
  refusal: 'The language model declined to answer.',
  'tool-loop': 'The language model went on asking for figures and never answered.',
  unsupported: 'Nothing in the language model’s answer could be used.',
  internal: 'The language model could not be used.',
}

/** A model did not give what can be used. The message is for people; it holds nothing that a model or user wrote. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly code: FailureCode
  /** The HTTP status that it came with. */
  readonly status: number | undefined

  constructor(code: FailureCode, cause?: unknown, status?: number) {
    super(WORDS[code], { cause })
    this.code = code
    this.status = status
  }
}

/** Limits of the user's own: nobody failed, and what the built-in engine answers has its price. */
export const isOwnLimit = (code: FailureCode): boolean => code === 'own-runs' || code === 'user-budget'

/** Failures that say that the provider itself is ill, or wastes what it is paid for. */
export function isProvidersFault(code: FailureCode): boolean {
  return !isOwnLimit(code) && code !== 'busy' && code !== 'resting' && code !== 'daily-budget' && code !== 'internal'
}

/** Failures of what was answered, which may be due to what was asked. */
export function isOfTheAnswer(code: FailureCode): boolean {
  return code === 'malformed' || code === 'refusal' || code === 'tool-loop' || code === 'unsupported'
}
