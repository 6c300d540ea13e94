// Tests: http.test.ts, answer-concurrency.test.ts

import { Readable } from 'node:stream'
import type { Call } from '@ballast/contract'
import { DEMO_LIMITS, errorBodySchema, LIMITS } from '@ballast/contract'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { z } from 'zod'
import { letOthersWork } from '../other-work.ts'
import { actForUser } from './act-for-user.ts'
import {
  EncodedJson,
  type FileAnswer,
  type RedirectAnswer,
  STREAMED,
  type Streamed,
  toContentDisposition,
} from './answers.ts'
import type { SignedInUser } from './authentication.ts'
import { errors } from './errors.ts'
import { assertBodyType, assertStorableQuery } from './json-body.ts'
import { limitRate } from './rate-limit.ts'
import { findSessionUser } from './session-user.ts'
import { whenGone } from './when-gone.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** Input of a handler: the user who asks, and the request, checked by the contract. */
export interface CallContext<C extends Call> {
  user: C['access'] extends 'public' ? undefined : SignedInUser | (C['access'] extends 'visitor' ? undefined : never)
  params: Output<C['params']>
  query: Output<C['query']>
  body: Output<C['body']>
  request: FastifyRequest
  reply: FastifyReply
  /** Aborted when the client goes away before it is answered. */
  readonly signal: AbortSignal
  log: FastifyBaseLogger
}

type Answer<C extends Call> = C['kind'] extends 'file'
  ? FileAnswer
  : C['kind'] extends 'redirect'
    ? RedirectAnswer
    : z.output<C['response']> | EncodedJson | Streamed

export type CallHandler<C extends Call> = (context: CallContext<C>) => Answer<C> | Promise<Answer<C>>

/**
 * Serves one call of the contract. Everything that no route may forget is done here: who may call, how often, how much
 * may be sent, what the request must look like, what the answer may contain, and its documentation. Access is decided
 * before the body is read, so that a stranger learns nothing from 400 or 404.
 */
export function mount<const C extends Call>(app: FastifyInstance, call: C, handle: CallHandler<C>): void {
  app.route({
    method: call.method,
    url: call.path,
    // Watchers of a service often ask for the head alone.
    exposeHeadRoute: call.method === 'GET' && call.rateLimit === 'none',
    bodyLimit: Math.min(
      call.bodyLimit ?? LIMITS.jsonBodyBytes,
      app.httpContext.isDemo ? DEMO_LIMITS.bodyBytes : Number.POSITIVE_INFINITY,
    ),
    schema: {
      summary: call.summary,
      tags: [call.tag],
      ...(NEEDS_SESSION.has(call.access) && { security: [{ session: [] }] }),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.isCharged && { headers: CHARGED_HEADERS }),
      ...bodyOf(call),
      response: responsesOf(call),
    },
    config: { isNavigation: call.kind === 'redirect' },
    onRequest: gatesOf(app, call),
    ...(QUICK.has(call.rateLimit) && { preHandler: waitForOwnAnswers }),
    handler: async (request, reply) => {
      await letOthersWork()
      // Who left while they waited gets nothing worked for.
      if (reply.raw.destroyed) return reply
      const answer = await handle(toContext(call, request, reply))
      await letOthersWork()
      return answer === STREAMED ? reply : send(call, answer, request, reply)
    },
  })
}

/**
 * Answered at once by the main thread and the database. Of these a user has a few under way at a time, so that three hundred that
 * are asked for at once neither lie in memory together nor stand before everybody else's. What takes long waits elsewhere: for a
 * thread, for a model.
 */
const NEEDS_SESSION: ReadonlySet<Call['access']> = new Set(['signed-in', 'admin'])
const QUICK: ReadonlySet<Call['rateLimit']> = new Set(['default', 'refresh', 'search'])

const waitForOwnAnswers: preHandlerAsyncHookHandler = async (request, reply) => {
  if (request.user) await request.server.httpContext.beginAnswer(request.user.id, reply)
}

const CHARGED_HEADERS = z.looseObject({
  'idempotency-key': z
    .string()
    .optional()
    .describe('Names one click, such as a UUID: the same request under the same key is charged once.'),
})

/** Files are read by the handler itself, as they arrive; only the JSON form is checked before. */
function bodyOf({ body, filesField }: Call): FastifySchema {
  if (filesField === undefined) return body ? { body } : {}
  return { filesField, ...(body && { body: { content: { 'application/json': { schema: body } } } }) }
}

function gatesOf(app: FastifyInstance, call: Call): onRequestHookHandler[] {
  const { rateLimits, isDemo } = app.httpContext
  const identify: onRequestHookHandler = async (request) => {
    request.user = await findSessionUser(request)
  }
  const admit: onRequestHookHandler = async (request) => {
    if (!request.user) throw errors.unauthorized()
    if (call.access === 'admin' && !request.user.isAdmin) throw errors.adminOnly()
  }
  const checkType: onRequestHookHandler = async (request) => assertBodyType(request, call)
  const checkQuery: onRequestHookHandler = async (request) => assertStorableQuery(request.url)
  const refuseInDemo: onRequestHookHandler = async () => {
    throw errors.closedInDemo()
  }
  return [
    ...(call.access === 'public' ? [] : [identify, actForUser]),
    ...(call.rateLimit === 'none' || rateLimits === 'off' ? [] : [limitCall(app, call, call.rateLimit, rateLimits)]),
    ...(NEEDS_SESSION.has(call.access) ? [admit] : []),
    ...(isDemo && call.closedInDemo ? [refuseInDemo] : []),
    ...(call.method === 'GET' ? [] : [checkType]),
    ...(call.query ? [checkQuery] : []),
  ]
}

/** Counts a request against its call's budget, or against the other one that the call names for costly requests. */
function limitCall(
  app: FastifyInstance,
  { rateLimitWhen }: Call,
  rateLimit: Exclude<Call['rateLimit'], 'none'>,
  multiplier: number,
): onRequestHookHandler {
  const usual = limitRate(app, rateLimit, multiplier)
  if (!rateLimitWhen) return usual
  const costly = limitRate(app, rateLimitWhen.rateLimit, multiplier)
  const expected = Object.entries(rateLimitWhen.query)
  return async function (request, reply) {
    const asked = request.query as Record<string, unknown>
    const isCostly = expected.every(([name, value]) => asked[name] === value)
    await (isCostly ? costly : usual).call(this, request, reply)
  }
}

function toContext<C extends Call>(call: C, request: FastifyRequest, reply: FastifyReply): CallContext<C> {
  let controller: AbortController | undefined
  return {
    user: (call.access === 'public' ? undefined : request.user) as CallContext<C>['user'],
    params: request.params as CallContext<C>['params'],
    query: request.query as CallContext<C>['query'],
    body: request.body as CallContext<C>['body'],
    request,
    reply,
    log: request.log,
    get signal() {
      controller ??= abortWhenGone(reply)
      return controller.signal
    },
  }
}

function abortWhenGone(reply: FastifyReply): AbortController {
  const controller = new AbortController()
  whenGone(reply.raw, () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller
}

function send(call: Call, answer: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (call.kind === 'redirect') return reply.redirect((answer as RedirectAnswer).location, 302)
  if (call.kind === 'file') {
    const { body, contentType, fileName } = answer as FileAnswer
    reply.type(contentType).header('content-disposition', toContentDisposition(fileName))
    return reply.send(typeof body === 'string' || Buffer.isBuffer(body) ? body : Readable.from(body))
  }
  reply.type('application/json; charset=utf-8')
  if (answer instanceof EncodedJson) {
    reply.header('etag', answer.etag)
    return matches(request.headers['if-none-match'], answer.etag) ? reply.code(304).send() : reply.send(answer.body)
  }
  // Parsing our own answer keeps a forgotten column from leaving the house: what the contract does not name is dropped.
  return reply.send(JSON.stringify(z.encode(call.response, answer)))
}

/** True if `If-None-Match` names the answer, or any at all. */
const matches = (header = '', etag: string) =>
  header.split(',').some((part) => [etag, '*'].includes(part.trim().replace(/^W\//, '')))

function responsesOf(call: Call): Record<string, unknown> {
  const isChange = call.method !== 'GET'
  const refusals = {
    ...((call.params || call.query || isChange) && {
      400: refusal('The request is not valid; the problems are named.'),
    }),
    ...(NEEDS_SESSION.has(call.access) && { 401: refusal('Nobody is signed in.') }),
    ...(isChange && { 403: refusal('The request does not come from Ballast’s own pages.') }),
    ...(call.access === 'admin' && { 403: refusal('Only admins may do this.') }),
    ...(call.params && {
      404: refusal('There is no such thing, or it belongs to somebody else.'),
      414: refusal('The address is too long.'),
    }),
    ...(isChange && {
      413: refusal('The body is too large.'),
      415: refusal(call.filesField ? 'A file is of a kind that is not read.' : 'The body is not plain JSON.'),
    }),
    ...(call.isCharged && {
      409: refusal('This `Idempotency-Key` was used for another request, or its answer is gone.'),
      422: refusal('Nothing can be computed of this portfolio.'),
    }),
    ...(call.rateLimit !== 'none' && { 429: refusal('Too many requests; `Retry-After` says when to try again.') }),
    ...Object.fromEntries(Object.entries(call.failures ?? {}).map(([status, when]) => [status, refusal(when)])),
    500: refusal('Something went wrong on our side.'),
    503: refusal('The service cannot do this at the moment.'),
  }
  if (call.kind === 'redirect') {
    const steps = {
      302: z.null().describe('Goes on at another address.'),
      400: refusal('This step of the journey is not right, or was begun in another browser.'),
      502: refusal('The identity provider does not answer.'),
    }
    return { ...steps, ...refusals }
  }
  if (call.kind === 'file') return { 200: answer('The file.', z.string(), '*/*'), ...refusals }
  return { 200: answer('Done.', call.response), ...refusals }
}

/** A refusal as the documentation tells of it. */
export const refusal = (description: string) => answer(description, errorBodySchema)

const answer = (description: string, schema: z.ZodType, type = 'application/json') => ({
  description,
  content: { [type]: { schema } },
})
