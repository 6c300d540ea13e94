// Tests: wire-faults.test.ts, model-over-http.test.ts, providers.test.ts

import { setTimeout as sleep } from 'node:timers/promises'
import { createOutboundGate, type OutboundHead } from '../http/outbound.ts'
import { type FailureCode, ModelFailure } from './model-failure.ts'

/** An answer of 200,000 characters with its envelope, escaped. */
const MAX_BODY_BYTES = 1024 * 1024
const CONNECT_MILLISECONDS = 5_000
const RETRY_MILLISECONDS = 500
const LONGEST_RETRY_MILLISECONDS = 10_000

export interface ModelGate {
  /** For the SDK: as the global one, to the one place that is allowed. */
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

/**
 * The only way models are reached: one origin, no redirect followed, JSON of at most 1 MiB. An overloaded or failing
 * service is asked once more, when it says "soon". How long all of it may take is the caller's to say, by the signal.
 *
 * @param isNamedByOperator whoever runs the server may name a machine of theirs; a provider's own name must be public
 */
export function createModelGate({
  origin,
  isNamedByOperator,
}: {
  origin: string
  isNamedByOperator: boolean
}): ModelGate {
  const gate = createOutboundGate({
    isNamedByOperator,
    mostBytes: MAX_BODY_BYTES,
    connectMilliseconds: CONNECT_MILLISECONDS,
    tooLarge: () => new ModelFailure('bad-reply'),
  })

  async function attempt(url: URL, init: RequestInit) {
    const { method = 'GET', signal = null } = init
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = typeof init.body === 'string' ? init.body : null
    try {
      return await gate.send({ url, method, headers, body, signal }, checkHead)
    } catch (error) {
      if (error instanceof ModelFailure || signal?.aborted) throw error
      throw new ModelFailure('unreachable', error)
    }
  }

  return {
    async fetch(input, init = {}) {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.origin !== origin) throw new ModelFailure('internal')
      for (let isSecond = false; ; isSecond = true) {
        const { status, headers, text } = await attempt(url, init)
        const failure = toFailure(status)
        if (failure === undefined)
          return new Response(text, { status, headers: { 'content-type': 'application/json' } })
        const pause = toPause(headers.get('retry-after'))
        const isWorthwhile = failure.code !== 'refused-key' && !isSecond && pause <= LONGEST_RETRY_MILLISECONDS
        if (!isWorthwhile) throw failure
        await sleep(pause, undefined, { signal: init.signal ?? undefined })
      }
    },
    close: () => gate.close(),
  }
}

/** @throws ModelFailure for a redirect, and for a success that is no JSON */
function checkHead({ status, headers }: OutboundHead): void {
  const isJson = /^application\/(?:[\w.+-]{1,40}\+)?json\b/i.test(headers.get('content-type') ?? '')
  const isRedirect = status >= 300 && status < 400
  if (isRedirect || (status < 300 && !isJson)) throw new ModelFailure('bad-reply')
}

/**
 * Converts a status to a failure of the service; other refusals are about the request, and are the caller's to
 * understand.
 */
function toFailure(status: number): ModelFailure | undefined {
  const fail = (code: FailureCode) => new ModelFailure(code, undefined, status)
  if (status === 401 || status === 403) return fail('refused-key')
  if (status === 429) return fail('rate-limited')
  return status >= 500 && status !== 501 ? fail('provider-error') : undefined
}

function toPause(retryAfter: string | null): number {
  const seconds = Number(retryAfter)
  return retryAfter === null || !Number.isFinite(seconds) || seconds < 0 ? RETRY_MILLISECONDS : 1_000 * seconds
}
