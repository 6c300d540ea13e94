// Tests: http.test.ts

import { type Call, findStructuralProblem } from '@ballast/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from './errors.ts'

const JSON_TYPE = /^application\/json(?:; ?charset="?utf-8"?)?$/i
/** With a boundary and nothing else: 70 characters at most, by RFC 2046. */
const MULTIPART_TYPE = /^multipart\/form-data; ?boundary="?[\w'()+,./:=? -]{1,70}"?$/i
/** The only way that such characters come in: UTF-8 itself cannot carry half a pair, and JSON no raw NUL. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i
const UNSTORABLE = 'The text contains characters that cannot be stored: NUL, or half of a surrogate pair.'

/**
 * Only JSON, only as it is. The exact media type matters: `application/json\tx` once passed a parser and slipped past
 * validation, and `text/plain` needs no preflight in a browser.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text.trim() === '') {
      done(errors.badRequest('The request has no body although it says that it is JSON.'))
      return
    }
    const problem = findStructuralProblem(text)
    if (problem) {
      done(errors.badRequest(problem))
      return
    }
    // Answers through the callback, at once; there is no promise to wait for.
    void parse(request, text, (error, value) => {
      if (error) done(errors.badRequest('The body is not valid JSON.'))
      else if (UNSTORABLE_ESCAPE.test(text) && !isStorable(value)) done(errors.badRequest(UNSTORABLE))
      else done(null, value)
    })
  })
}

/** @throws AppError 415 when the body is not plain JSON */
export const assertJsonBody = (request: FastifyRequest): void => assertBodyType(request, {})

/** @throws AppError 415 when the body is neither plain JSON, where the call takes it, nor files, where it takes those */
export function assertBodyType(request: FastifyRequest, { filesField, body }: Pick<Call, 'filesField' | 'body'>): void {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = request.headers
  const hasBody = request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
  const isPlain = encoding === undefined || encoding === 'identity'
  if (filesField === undefined) {
    if (!isPlain || ((hasBody || type !== undefined) && !JSON_TYPE.test(type ?? '')))
      throw errors.unsupportedMediaType()
    return
  }
  const fits = MULTIPART_TYPE.test(type ?? '') || (body !== undefined && JSON_TYPE.test(type ?? ''))
  if (!isPlain || (hasBody && !fits)) throw errors.expectedFiles(filesField)
}

/** @throws AppError 400 when an address asks for something with a NUL in it, which no database can look for */
export function assertStorableQuery(address: string): void {
  const query = address.indexOf('?')
  if (query !== -1 && address.includes('%00', query)) throw errors.badRequest(UNSTORABLE)
}

/** True when a database can store every text and key in the value. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value === 'object' && value !== null) return Object.entries(value).flat().every(isStorable)
  return true
}
