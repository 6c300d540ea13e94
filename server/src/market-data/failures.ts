// Tests: ../features/policies/policy-market.test.ts, yahoo/yahoo-trouble.test.ts

import type { MarketDataSource } from '@ballast/contract'

/**
 * Consequence of a failed call to a provider:
 * - `never`: the answer is final, asking again is pointless (the ticker does not exist);
 * - `next`: this call is lost but the provider is well; go on with the next ticker and keep what was known;
 * - `penalise`: the provider itself is in trouble; it counts towards the circuit breaker.
 */
export type FailureConsequence = 'never' | 'next' | 'penalise'

export type FailureCode =
  | 'unknown-ticker'
  | 'unreachable'
  | 'timed-out'
  | 'server-error'
  | 'rate-limited'
  | 'not-authorised'
  | 'session-expired'
  | 'no-data'
  | 'bad-reply'
  | 'resting'

const CONSEQUENCES: Record<FailureCode, FailureConsequence> = {
  'unknown-ticker': 'never',
  unreachable: 'penalise',
  'timed-out': 'penalise',
  'server-error': 'penalise',
  'rate-limited': 'penalise',
  'not-authorised': 'next',
  'session-expired': 'penalise',
  'no-data': 'next',
  'bad-reply': 'penalise',
  resting: 'next',
}

/** A provider did not give what it was asked for. Made by {@link providerFailures} only. */
export class ProviderFailure extends Error {
  readonly source: MarketDataSource
  readonly code: FailureCode
  /** Seconds that the provider asked us to stay away, when it said so. */
  readonly retryAfterSeconds: number | null

  constructor(
    source: MarketDataSource,
    code: FailureCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(`${source}: ${message}`, { cause: options.cause })
    this.name = 'ProviderFailure'
    this.source = source
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }

  get consequence(): FailureConsequence {
    return CONSEQUENCES[this.code]
  }
}

/** The failures of one provider, in words for the log; none of them carries a key, a crumb or a cookie. */
export function createProviderFailures(source: MarketDataSource) {
  const fail = (code: FailureCode, message: string, options?: { cause?: unknown; retryAfterSeconds?: number }) =>
    new ProviderFailure(source, code, message, options)
  return {
    unknownTicker: (ticker: string) => fail('unknown-ticker', `there is no share or fund "${ticker}"`),
    unreachable: (cause: unknown) => fail('unreachable', 'no connection; check the network or the base URL', { cause }),
    timedOut: (seconds: number) => fail('timed-out', `no complete answer within ${seconds} s`),
    serverError: (status: number) => fail('server-error', `answered with status ${status}`),
    rateLimited: (retryAfterSeconds: number) =>
      fail('rate-limited', `too many requests; asks to wait ${retryAfterSeconds} s`, { retryAfterSeconds }),
    notAuthorised: (status: number) =>
      fail('not-authorised', `refused with status ${status}; check the key and what its plan includes`),
    sessionExpired: () => fail('session-expired', 'its session is no longer valid'),
    noData: (ticker: string) => fail('no-data', `"${ticker}" has no prices in the period asked for`),
    badReply: (found: string, cause?: unknown) => fail('bad-reply', `the answer cannot be used: ${found}`, { cause }),
    resting: (seconds: number) =>
      fail('resting', `not asked: it failed repeatedly or asked for rest, next try in ${Math.ceil(seconds)} s`),
  }
}
export type ProviderFailures = ReturnType<typeof createProviderFailures>

export const yahooFailures = createProviderFailures('yahoo')
export const polygonFailures = createProviderFailures('polygon')

/** Error for data that a provider has not sent yet and that a computation needs. Its message is the end of a sentence. */
export class NotToldYet extends Error {
  override readonly name = 'NotToldYet'
}

/** Why a check failed, for the owner of what is checked: the end of a sentence. Nobody who did not answer is told as having no quotes. */
export function explainFailedCheck(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof NotToldYet ? cause.message : 'Ballast could not finish the check'
}
