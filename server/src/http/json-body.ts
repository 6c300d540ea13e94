import { type Call, LIMITS } from '@ballast/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from './errors.ts'

const JSON_TYPE = /^application\/json(?:; ?charset="?utf-8"?)?$/i
/** With a boundary and nothing else: 70 characters at most, by RFC 2046. */
const MULTIPART_TYPE = /^multipart\/form-data; ?boundary="?[\w'()+,./:=? -]{1,70}"?$/i
const MAX_KEYS_OF_AN_OBJECT = 1_000
/** Lists and objects, each of which takes memory many times its two brackets; the largest portfolio has a fifth of it. */
const MAX_CONTAINERS = 100_000
const MAX_VALUES = 1_000_000
// The longest decimal that says anything about a double has 767 significant digits.
const MAX_NUMBER_CHARACTERS = 1_000
/** The only way that such characters come in: UTF-8 itself cannot carry half a pair, and JSON no raw NUL. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i
const UNSTORABLE = 'The text contains characters that cannot be stored: NUL, or half of a surrogate pair.'
const QUOTE = 34
const BACKSLASH = 92

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

/**
 * What in a JSON text would cost more to parse than any honest request: nesting, keys, digits, lists, objects, values. One
 * pass that jumps over strings, so that 8 MiB take milliseconds.
 *
 * @returns words for the sender, or `undefined`; broken JSON is left to the parser
 */
export function findStructuralProblem(text: string): string | undefined {
  const keys: number[] = []
  let containers = 0
  let values = 0
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = endOfString(text, index)
      continue
    }
    if (code === 0x7b || code === 0x5b) {
      keys.push(0)
      if (keys.length > LIMITS.jsonDepth) return `The JSON is nested more than ${LIMITS.jsonDepth} levels deep.`
      containers += 1
      if (containers > MAX_CONTAINERS) return `The JSON has more than ${inWords(MAX_CONTAINERS)} lists and objects.`
    } else if (code === 0x2c) {
      values += 1
      if (values > MAX_VALUES) return `The JSON has more than ${inWords(MAX_VALUES)} values.`
    } else if (code === 0x7d || code === 0x5d) {
      keys.pop()
    } else if (code === 0x3a) {
      const count = (keys.pop() ?? 0) + 1
      if (count > MAX_KEYS_OF_AN_OBJECT) return `An object in the JSON has more than ${MAX_KEYS_OF_AN_OBJECT} keys.`
      keys.push(count)
    } else if (code >= 0x30 && code <= 0x39) {
      const end = endOfNumber(text, index)
      if (end - index > MAX_NUMBER_CHARACTERS)
        return `A number in the JSON has more than ${MAX_NUMBER_CHARACTERS} digits.`
      index = end
      continue
    }
    index += 1
  }
  return undefined
}

const inWords = (count: number) => count.toLocaleString('en-US')

/** True when a database can store every text and key in the value. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value === 'object' && value !== null) return Object.entries(value).flat().every(isStorable)
  return true
}

function endOfString(text: string, start: number): number {
  const first = text.indexOf('"', start + 1)
  if (first === -1) return text.length
  if (text.charCodeAt(first - 1) !== BACKSLASH) return first + 1
  // Looking for each quote by itself would take ten times as long for a text of millions that are escaped.
  let index = start + 1
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) return index + 1
    index += code === BACKSLASH ? 2 : 1
  }
  return text.length
}

function endOfNumber(text: string, start: number): number {
  let end = start
  while (end < text.length && /[0-9.eE+-]/.test(text.charAt(end))) end += 1
  return end
}
