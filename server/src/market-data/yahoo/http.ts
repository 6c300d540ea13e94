// Tests: yahoo-trouble.test.ts, yahoo-quotes.test.ts

import { yahooFailures } from '../failures.ts'
import { createOutbound, type Outbound, type OutboundOptions, type OutboundReply } from '../outbound.ts'

/** Prices come from the query hosts; the others hand out the cookie without which they answer nothing. */
const HOSTS = [
  'query1.finance.yahoo.com',
  'query2.finance.yahoo.com',
  'finance.yahoo.com',
  'guce.yahoo.com',
  'consent.yahoo.com',
]
const API_PATH = /^\/v(1|7|8|10)\/finance\//
const NO_CHAIN = /^\s{0,8}\{\s{0,8}"optionChain"\s{0,8}:\s{0,8}\{\s{0,8}"result"\s{0,8}:\s{0,8}\[\s{0,8}\]/
const CRUMB_PATH = '/v1/test/getcrumb'
const STATUS_WITHOUT_BODY = [204, 205, 304]

export interface YahooHttp {
  /** For the client library in place of the global fetch. */
  fetch: typeof fetch
  close(): Promise<void>
}

/**
 * Everything that goes to Yahoo goes through here, with the bounds of `createOutbound`. Refusals become ProviderFailures
 * at once: the client library would print their URL, which carries the session's crumb.
 */
export function createYahooHttp(options: Omit<OutboundOptions, 'hosts' | 'failures'>): YahooHttp {
  const outbound: Outbound = createOutbound({ ...options, hosts: HOSTS, failures: yahooFailures })
  const isProxied = options.baseUrl !== undefined
  return {
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      const isApi = API_PATH.test(url.pathname)
      const reply = await outbound.send({
        url,
        method: init?.method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof init?.body === 'string' ? { body: init.body } : {}),
        accept: isApi ? ['application/json'] : ['text/html', 'text/plain', 'application/json'],
      })
      if (isApi) refuse(url, reply)
      return toResponse(isProxied ? withSession(url, reply) : reply)
    },
    close: () => outbound.close(),
  }
}

/** @throws ProviderFailure for every answer that is not a plain success */
function refuse(url: URL, { status, text }: OutboundReply): void {
  const subject = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  // The client library would print its whole schema over an answer without a result.
  if (status < 300 && NO_CHAIN.test(text)) throw yahooFailures.unknownTicker(subject)
  if (status < 300) return
  if (status === 401) throw yahooFailures.sessionExpired()
  if (status === 403 || (status === 404 && subject === 'quote')) throw yahooFailures.notAuthorised(status)
  if (status === 404) throw yahooFailures.unknownTicker(subject)
  if (status === 400 && text.includes("Data doesn't exist")) throw yahooFailures.noData(subject)
  throw yahooFailures.badReply(`status ${status}`)
}

/** A proxy named by the operator may keep Yahoo's session itself and know neither the cookie page nor the crumb. */
function withSession(url: URL, reply: OutboundReply): OutboundReply {
  if (url.pathname === CRUMB_PATH && reply.status >= 400) return { ...reply, status: 200, text: 'by-proxy' }
  if (API_PATH.test(url.pathname) || reply.headers.has('set-cookie')) return reply
  reply.headers.append('set-cookie', 'session=by-proxy; Path=/')
  return reply
}

function toResponse({ status, headers, text }: OutboundReply): Response {
  // The text is decoded already; the library must not take it for compressed.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(STATUS_WITHOUT_BODY.includes(status) ? null : text, { status, headers })
}
