// Tests: http.test.ts, unsendable-answers.test.ts

import { validateHeaderName, validateHeaderValue } from 'node:http'
import { Readable } from 'node:stream'
import { LIMITS, type Problem } from '@ballast/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError, errors } from './errors.ts'
import { renderFailure } from './page.ts'
import { answerBeforeEnd, isStillComing } from './unread-body.ts'
import { type SchemaProblem, toProblemWords } from './validation-words.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for calls that a browser goes to by itself. */
    isNavigation?: boolean
  }
}

/** Turns an error of another layer, such as a database that is away, into words; `undefined` when it does not know it. */
export type TranslateError = (error: unknown) => AppError | undefined

/** The one place where failures become answers: JSON for the API, with nothing in it that was not written for people. */
export function handleErrors(app: FastifyInstance, translate: TranslateError): void {
  app.setErrorHandler((error, request, reply) => {
    dropUnsendableHeaders(reply)
    return sendError(toAppError(error, request, translate), request, reply)
  })
}

/** A header that made sending fail would do it again, and the framework's own words would leave in place of ours. */
function dropUnsendableHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (!isSendable(name, value)) reply.removeHeader(name)
  }
}

function isSendable(name: string, value: unknown): boolean {
  try {
    validateHeaderName(name)
    for (const one of [value].flat()) validateHeaderValue(name, String(one))
    return true
  } catch {
    return false
  }
}

/** Sends a refusal and logs it: our own failures with their cause, refusals of access as warnings. */
export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, retryAfterSeconds } = error.fields
  if (isAbandoned(error, reply)) request.log.debug({ event: 'abandoned' }, 'The work ended because nobody waits for it')
  else if (status >= 500) request.log.error({ err: error.cause ?? error, status }, error.message)
  else if (status === 403) request.log.warn({ event: 'unauthorized', userId: request.user?.id }, error.message)
  else if (status === 401) {
    // Whoever comes without a session or token is only asking; one that does not count may be stolen or forged.
    const { sessionCookie, mayLogStranger } = request.server.httpContext
    const bears = request.headers.authorization ?? sessionCookie.read(request)
    const level = bears !== undefined && mayLogStranger() ? 'warn' : 'debug'
    request.log[level]({ event: 'unauthenticated' }, error.message)
  }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.header('cache-control', 'no-store').code(status)
  if (isNavigation(request)) {
    const page = renderFailure('This did not work', error.message, { href: '/', label: 'Back to Ballast' })
    return reply.type('text/html; charset=utf-8').send(page)
  }
  const body = JSON.stringify(error.toBody(request.id))
  reply.type('application/json; charset=utf-8')
  if (!isStillComing(request.raw)) return reply.send(body)
  return reply
    .headers({ 'content-length': Buffer.byteLength(body), connection: 'close' })
    .send(Readable.from(answerBeforeEnd(body, request.raw), { objectMode: false }))
}

/** Work that was stopped because its browser went away is no failure of ours. */
const isAbandoned = ({ cause }: AppError, reply: FastifyReply) =>
  reply.raw.destroyed && cause instanceof Error && cause.name === 'AbortError'

/** Sign-in is a journey of the browser itself: there a person reads the answer, not a program. */
const isNavigation = (request: FastifyRequest) =>
  request.routeOptions.config?.isNavigation === true && (request.headers.accept?.includes('text/html') ?? false)

function toAppError(error: unknown, request: FastifyRequest, translate: TranslateError): AppError {
  if (error instanceof AppError) return error
  const translated = translate(error)
  if (translated) return translated
  if (hasZodFastifySchemaValidationErrors(error)) return errors.invalid(toProblems(error))
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return errors.tooLarge(request.routeOptions.bodyLimit ?? LIMITS.jsonBodyBytes)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return errors.unsupportedMediaType()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return errors.ofStatus(statusCode)
  return errors.internal(error)
}

/** Problems of a request as its schema found them; a place in a list becomes a row. */
function toProblems(error: { validation: (SchemaProblem & { instancePath: string })[] }): Problem[] {
  return error.validation.map(({ instancePath, ...problem }) => {
    const path = instancePath.split('/').filter((part) => part !== '')
    const index = path.find((part) => /^\d+$/.test(part))
    const column = path.filter((part) => part !== index).at(-1)
    const place = [index !== undefined && `row ${Number(index) + 1}`, column !== undefined && `"${column}"`]
      .filter((part) => part !== false)
      .join(', ')
    return {
      ...(index !== undefined && { row: Number(index) + 1 }),
      ...(column !== undefined && { column }),
      message: toProblemWords(problem, place === '' ? 'The request' : capitalise(place)),
    }
  })
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
