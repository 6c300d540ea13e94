import { randomUUID } from 'node:crypto'
import { LIMITS, MAX_WHAT_IF_CHARACTERS } from '@ballast/contract'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { actFor } from '../acting-user.ts'
import { type Log, onBehalfOf } from '../log.ts'
import { measure } from '../measurements.ts'
import { createAddressMatcher } from './address-matcher.ts'
import { ANSWERS_PER_USER, type AnswerConcurrency, createAnswerConcurrency } from './answer-concurrency.ts'
import type { Authenticate, SignedInUser } from './authentication.ts'
import { answerClientError, BARE_HEADERS } from './client-errors.ts'
import { guardConnections } from './connections.ts'
import { type PrivateCookie, sessionCookie } from './cookies.ts'
import { handleErrors, sendError, type TranslateError } from './error-handler.ts'
import { errors } from './errors.ts'
import { acceptJsonOnly } from './json-body.ts'
import { createLogBudget } from './log-budget.ts'
import type { RateCounter } from './rate-counter.repository.ts'
import { registerRateLimit } from './rate-limit.ts'
import { acceptFiles } from './received-files.ts'
import { refuseCrossSite } from './same-origin.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { recordServedMethods } from './served-methods.ts'
import { createTokenGuard, type TokenGuard } from './token-guard.ts'

const HEADERS_TIMEOUT_MILLISECONDS = 15_000
const REQUEST_TIMEOUT_MILLISECONDS = 60_000
/** Longer than proxies and clients keep a connection that nobody uses: who closes first must not be the one who is asked. */
const KEEP_ALIVE_MILLISECONDS = 75_000
/** An answer under way that does not move for so long is not read. */
const STALLED_MILLISECONDS = 30_000
const CONNECTION_CHECK_MILLISECONDS = 2_000
const MAX_SOCKETS = 1_000
const MAX_SOCKETS_PER_ADDRESS = 100
const MAX_PARAM_CHARACTERS = MAX_WHAT_IF_CHARACTERS
/** Anybody can be refused as often as they like. */
const STRANGERS_LINES_PER_MINUTE = 60

export interface HttpConfig {
  publicUrl: URL
  /** Addresses of proxies whose X-Forwarded-For is believed; nobody else's is. */
  trustedProxies: readonly string[]
  /** Multiplies every budget of `RATE_LIMITS_PER_MINUTE`. */
  rateLimits: number | 'off'
  formActionOrigins: readonly string[]
  /** Users are visitors whom anybody can make more of: limits count by address, and some calls are closed. */
  isDemo?: boolean
}

export interface HttpDependencies {
  config: HttpConfig
  log: Log
  authenticate: Authenticate
  rateCounter: RateCounter
  translateError: TranslateError
}

interface HttpContext {
  authenticate: Authenticate
  sessionCookie: PrivateCookie
  rateLimits: number | 'off'
  isDemo: boolean
  tokenGuard: TokenGuard
  /** Waits until a user has few enough quick answers under way. */
  beginAnswer: AnswerConcurrency
  /** True if one more line may be logged of what anybody can bring about without an account. */
  mayLogStranger: () => boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    httpContext: HttpContext
  }
  interface FastifyRequest {
    /** Who makes the request; set by the routes that need to know. */
    user: SignedInUser | undefined
  }
}

/** A web server with everything that holds for every route, and no route yet. */
export async function createServer(dependencies: HttpDependencies): Promise<FastifyInstance> {
  const { config, log } = dependencies
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: LIMITS.jsonBodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_CHARACTERS },
    exposeHeadRoutes: false,
    http: {
      maxHeaderSize: LIMITS.headerBytes,
      headersTimeout: HEADERS_TIMEOUT_MILLISECONDS,
      connectionsCheckingInterval: CONNECTION_CHECK_MILLISECONDS,
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      void sendError(errors.ofStatus(error.statusCode ?? 400), request, reply.headers(BARE_HEADERS))
    },
  }) as unknown as FastifyInstance
  app.server.maxConnections = MAX_SOCKETS
  guardConnections(app.server, {
    stalledMilliseconds: STALLED_MILLISECONDS,
    perAddress: MAX_SOCKETS_PER_ADDRESS,
    isProxy: createAddressMatcher(['127.0.0.0/8', '::1', ...config.trustedProxies]),
    log,
  })
  // What a client expects beside 100-continue is not met and not refused; Node's own refusal would bear none of the headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.decorate('httpContext', {
    authenticate: dependencies.authenticate,
    sessionCookie: sessionCookie(config.publicUrl),
    rateLimits: config.rateLimits,
    isDemo: config.isDemo ?? false,
    tokenGuard: createTokenGuard(config.rateLimits),
    beginAnswer: createAnswerConcurrency(ANSWERS_PER_USER),
    mayLogStranger: createLogBudget(STRANGERS_LINES_PER_MINUTE),
  })
  app.decorateRequest('user', undefined)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  recordServedMethods(app)
  handleErrors(app, dependencies.translateError)
  acceptJsonOnly(app)
  await acceptFiles(app)
  await registerSecurityHeaders(app, config)
  refuseOddMethods(app)
  refuseCrossSite(app, config.publicUrl)
  await app.register(cookie)
  await registerRateLimit(app, dependencies.rateCounter)
  logRequests(app)
  if (config.trustedProxies.length === 0) warnOfUnnamedProxy(app)
  // The last step before a handler: the body has come by then, on events that know of no request.
  app.addHook('preHandler', (request, _reply, done) => {
    const { id, user } = request
    onBehalfOf(id, user ? () => actFor(user.id, done) : done)
  })
  return app
}

/** TRACE echoes headers; nothing here serves it. CONNECT never becomes a request: Node ends the connection. */
function refuseOddMethods(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'TRACE') throw errors.methodNotAllowed()
  })
}

/** Behind a proxy that is not named all visitors are one address, and share its limits. */
function warnOfUnnamedProxy(app: FastifyInstance) {
  let isTold = false
  app.addHook('onRequest', async (request) => {
    if (isTold || request.headers['x-forwarded-for'] === undefined) return
    isTold = true
    request.log.warn('requests come with X-Forwarded-For, which is not believed: name your proxy in TRUSTED_PROXIES')
  })
}

/** One line and one measurement a request, with the route instead of the address: that may hold a ticker, or the code of a sign-in. */
function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    measure('request', {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        userId: request.user?.id,
      },
      'request',
    )
  })
}
