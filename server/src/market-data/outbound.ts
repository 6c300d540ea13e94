import { setTimeout as sleep } from 'node:timers/promises'
import { createOutboundGate, type OutboundHead } from '../http/outbound.ts'
import { ProviderFailure, type ProviderFailures } from './failures.ts'

const MAX_BODY_BYTES = 5 * 1024 * 1024
const DEADLINE_MS = 10_000
/** Short of the deadline, so that a dead kept-alive socket is found out in time for a try on a new one. */
const SILENCE_MS = 4_000
const MAX_RETRIES = 2
const FIRST_RETRY_DELAY_MS = 200
const DEFAULT_COOL_DOWN_SECONDS = 60
const MAX_COOL_DOWN_SECONDS = 3600

export interface OutboundRequest {
  url: URL
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Media types that the answer may have, e.g. `application/json`; not checked on redirects and refusals. */
  accept: readonly string[]
  signal?: AbortSignal
}

export interface OutboundReply {
  status: number
  headers: Headers
  text: string
}

export interface OutboundOptions {
  /** The only hosts that may be called, by https. */
  hosts: readonly string[]
  /** An origin named by the operator: calls go there instead, whatever its address is. */
  baseUrl?: string | undefined
  failures: ProviderFailures
  /** Uniform in [0, 1), for the jitter of retries. */
  random: () => number
  deadlineMs?: number
  silenceMs?: number
}

export interface Outbound {
  /**
   * One bounded exchange: allowlisted host, public address, no redirect followed, at most 5 MiB and 10 s in all.
   * GET is tried up to three times on network errors and 5xx.
   *
   * @returns the answer when its status is below 300, a redirect, or 4xx other than 429
   * @throws ProviderFailure unreachable, timed-out, server-error, rate-limited or bad-reply
   */
  send(request: OutboundRequest): Promise<OutboundReply>
  close(): Promise<void>
}

/** The only way market data providers are reached. */
export function createOutbound(options: OutboundOptions): Outbound {
  const { failures, random, deadlineMs = DEADLINE_MS, silenceMs = SILENCE_MS } = options
  const base = options.baseUrl ? new URL(options.baseUrl) : undefined
  const gate = createOutboundGate({
    isNamedByOperator: base !== undefined,
    mostBytes: MAX_BODY_BYTES,
    connectMilliseconds: silenceMs,
    silenceMilliseconds: silenceMs,
    tooLarge: () => failures.badReply(`it is larger than ${MAX_BODY_BYTES} bytes`),
  })

  function toTarget(url: URL): URL {
    if (base) return new URL(base.pathname.replace(/\/$/, '') + url.pathname + url.search, base.origin)
    if (url.protocol !== 'https:' || !options.hosts.includes(url.hostname)) {
      throw failures.badReply(`it leads to ${url.protocol}//${url.hostname}, which is not a host of this provider`)
    }
    return url
  }

  async function exchange(request: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
    const { url, method = 'GET', headers = {}, body = null } = request
    const checkHead = (head: OutboundHead) => {
      const { status } = head
      if (status >= 500) throw failures.serverError(status)
      if (status === 429) throw failures.rateLimited(toCoolDownSeconds(head.headers.get('retry-after')))
      if (status < 300) checkMediaType(head.headers.get('content-type'), request.accept, failures)
    }
    const reply = await gate.send({ url: toTarget(url), method, headers, body, signal }, checkHead)
    return { ...reply, headers: toHeaders(reply.headers) }
  }

  async function attempt(request: OutboundRequest, deadline: AbortSignal): Promise<OutboundReply> {
    try {
      return await exchange(request, request.signal ? AbortSignal.any([deadline, request.signal]) : deadline)
    } catch (error) {
      if (error instanceof ProviderFailure) throw error
      if (deadline.aborted) throw failures.timedOut(deadlineMs / 1000)
      throw failures.unreachable(error)
    }
  }

  return {
    async send(request) {
      const deadline = AbortSignal.timeout(deadlineMs)
      for (let retry = 0; ; retry++) {
        try {
          return await attempt(request, deadline)
        } catch (error) {
          const isWorthRetrying = (request.method ?? 'GET') === 'GET' && retry < MAX_RETRIES && isTransient(error)
          if (!isWorthRetrying || deadline.aborted || request.signal?.aborted) throw error
          const delay = FIRST_RETRY_DELAY_MS * 2 ** retry * (0.5 + random())
          await sleep(delay, undefined, { signal: deadline }).catch(() => {})
        }
      }
    },
    close: () => gate.close(),
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof ProviderFailure && (error.code === 'unreachable' || error.code === 'server-error')
}

/** Copies what the provider sent, keeping every cookie apart. */
function toHeaders(received: Iterable<[string, string]>): Headers {
  const headers = new Headers()
  for (const [name, value] of received) headers.append(name, value)
  return headers
}

/** Seconds of a Retry-After header in seconds; a minute when it is absent or a date, an hour at most. */
function toCoolDownSeconds(retryAfter: string | null): number {
  const seconds = Number(retryAfter)
  if (retryAfter === null || !Number.isFinite(seconds) || seconds < 0) return DEFAULT_COOL_DOWN_SECONDS
  return Math.min(seconds, MAX_COOL_DOWN_SECONDS)
}

function checkMediaType(contentType: string | null, accepted: readonly string[], failures: ProviderFailures): void {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'nothing'
  if (!accepted.includes(mediaType)) {
    throw failures.badReply(`it is ${mediaType.slice(0, 60)}, not ${accepted.join(' or ')}`)
  }
}
