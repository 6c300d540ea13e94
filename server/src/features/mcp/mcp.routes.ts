// Tests: mcp.test.ts, hostile.test.ts

import { randomUUID } from 'node:crypto'
import { LIMITS, MCP_PATH } from '@ballast/contract'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { AccessTokenHolder, AccessTokens } from '../../accounts/access-tokens.repository.ts'
import { actForUser } from '../../http/act-for-user.ts'
import { ANSWERS_PER_USER, createAnswerConcurrency } from '../../http/answer-concurrency.ts'
import { errors } from '../../http/errors.ts'
import { assertJsonBody } from '../../http/json-body.ts'
import type { RateCounter } from '../../http/rate-counter.repository.ts'
import { countAgainst, limitRate, toAddress } from '../../http/rate-limit.ts'
import { whenGone } from '../../http/when-gone.ts'
import type { Log } from '../../log.ts'
import { letOthersWork } from '../../other-work.ts'
import { createTools, type ToolDependencies } from '../tools/tools.service.ts'
import { createCancellations } from './cancellations.ts'
import { refuseParameters } from './check-parameters.ts'
import { createMcpServers, type McpServerDependencies } from './mcp-server.ts'

const SESSION_HEADER = 'mcp-session-id'
/** Budgets of a user that assistants may use up, where they may not use up the whole. */
const ASSISTANTS_PART = { ai: 'assistantAi', compute: 'assistantCompute' } as const
const BEARER = /^Bearer +([\w-]{1,200})$/i

declare module 'fastify' {
  interface FastifyRequest {
    /** Owner of the access token in a request to the MCP server. */
    tokenHolder: AccessTokenHolder | undefined
  }
}

type McpDependencies = ToolDependencies &
  Pick<McpServerDependencies, 'translateError' | 'version'> & {
    accessTokens: AccessTokens
    rateCounter: RateCounter
    log: Log
    config: { publicUrl: URL }
  }

/**
 * The Model Context Protocol over streamable HTTP, for assistants of the users' own. Only an access token opens it, never
 * a cookie. Each request stands alone, so that any process can answer it; the session id is a label without memory.
 */
export function registerMcpRoutes(app: FastifyInstance, dependencies: McpDependencies): void {
  const { config, version, rateCounter, accessTokens } = dependencies
  const { publicUrl } = config
  const { rateLimits } = app.httpContext
  // Apart from those of the screens, which wait for no program of their owner.
  const beginAnswer = createAnswerConcurrency(ANSWERS_PER_USER)
  const createMcpServer = createMcpServers({
    publicUrl,
    version,
    translateError: dependencies.translateError,
    tools: createTools(dependencies),
    cancellations: createCancellations(dependencies),
    async countUse({ rateLimit }, userId) {
      // Every message is counted already; only costly work has a budget of its own, of which some is left for the screens.
      if (rateLimit === 'default' || rateLimits === 'off') return
      const budgets = [ASSISTANTS_PART[rateLimit], rateLimit]
      for (const limit of budgets) await countAgainst(rateCounter, { limit, subject: userId, multiplier: rateLimits })
    },
  })
  app.decorateRequest('tokenHolder', undefined)

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_PATH,
    bodyLimit: LIMITS.mcpBodyBytes,
    schema: { hide: true },
    onRequest: gatesOf(app, { accessTokens, rateCounter, publicUrl }),
    handler: async (request, reply) => {
      const { tokenHolder, body } = request
      if (!tokenHolder) throw errors.unauthorized()
      await letOthersWork()
      const refusal = refuseParameters(body)
      if (refusal) return reply.send(refusal)
      const session = request.headers[SESSION_HEADER]
      const label = typeof session === 'string' ? session : undefined
      const server = createMcpServer({
        ...tokenHolder,
        session: label,
        requestId: request.id,
        log: request.log,
        beginAnswer: () => beginAnswer(tokenHolder.user.id, reply),
      })
      const transport = createTransport(body)
      // Closing aborts what is under way, and frees what is over.
      whenGone(reply.raw, () => void server.close())
      await server.connect(transport as Transport)
      const answer = await transport.handleRequest(toWebRequest(request, publicUrl), { parsedBody: body })
      if (label === undefined && isMessage(body, 'initialize')) reply.header(SESSION_HEADER, randomUUID())
      return sendWebResponse(answer, reply)
    },
  })
}

interface Gatekeeping {
  accessTokens: AccessTokens
  rateCounter: RateCounter
  publicUrl: URL
}

/** Who is admitted, decided before the body is read. */
function gatesOf(app: FastifyInstance, { accessTokens, rateCounter, publicUrl }: Gatekeeping): onRequestHookHandler[] {
  const { rateLimits, tokenGuard } = app.httpContext
  const limitWrong = rateLimits === 'off' ? undefined : limitRate(app, 'login', rateLimits, 'access-token')

  const refuseForeignPages: onRequestHookHandler = async (request) => {
    // A page of another site that made a browser take this server for its own still says where it came from.
    const { origin, 'sec-fetch-site': site = 'none' } = request.headers
    const isOwn = (origin === undefined || origin === publicUrl.origin) && (site === 'none' || site === 'same-origin')
    if (!isOwn) throw errors.crossSite()
  }
  const identify: onRequestHookHandler = async function (request, reply) {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const holder =
      token === undefined
        ? undefined
        : await tokenGuard.check({
            token,
            address: toAddress(request),
            look: () => accessTokens.authenticate(token),
            ownerOf: ({ user }) => user.id,
          })
    if (!holder) {
      if (token !== undefined) await limitWrong?.call(this, request, reply)
      reply.header('www-authenticate', `Bearer realm="Ballast"${token === undefined ? '' : ', error="invalid_token"'}`)
      throw errors.tokenRequired()
    }
    request.tokenHolder = holder
    request.user = holder.user
  }
  const admit: onRequestHookHandler = async (request, reply) => {
    const subject = request.tokenHolder?.tokenId
    // Of each token by itself: a program that floods locks out neither its owner's screens nor their other programs.
    if (rateLimits !== 'off' && subject !== undefined) {
      await countAgainst(rateCounter, { limit: 'assistant', subject, multiplier: rateLimits })
    }
    if (request.method !== 'POST') {
      reply.header('allow', 'POST')
      throw errors.methodNotAllowed()
    }
    assertJsonBody(request)
  }
  return [refuseForeignPages, identify, actForUser, admit]
}

/** Uses of tools are streamed, because they may take long and report progress; everything else is answered as JSON. */
function createTransport(body: unknown): WebStandardStreamableHTTPServerTransport {
  if (Array.isArray(body)) throw errors.badRequest('Batches of messages are not served. Send one message at a time.')
  return new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !isMessage(body, 'tools/call') })
}

const isMessage = (body: unknown, method: string) =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === method

function toWebRequest(request: FastifyRequest, publicUrl: URL): Request {
  const { accept, 'content-type': contentType, 'mcp-protocol-version': version } = request.headers
  const headers = new Headers({ accept: accept ?? '', 'content-type': contentType ?? '' })
  if (typeof version === 'string') headers.set('mcp-protocol-version', version)
  return new Request(new URL(MCP_PATH, publicUrl), { method: 'POST', headers })
}

function sendWebResponse(answer: Response, reply: FastifyReply): FastifyReply {
  const type = answer.headers.get('content-type')
  if (type !== null) reply.type(type)
  if (type === 'text/event-stream') reply.header('x-accel-buffering', 'no')
  return reply.code(answer.status).send(answer.body ?? undefined)
}
