import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'

export type Log = Logger

const requests = new AsyncLocalStorage<string>()

/** Does work on behalf of a request: whatever is logged on the way, however deep down, bears its id. */
export const onBehalfOf = <T>(requestId: string, work: () => T): T => requests.run(requestId, work)

/** Keys whose values are never written, however deep they lie. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'idToken',
  'code',
  'email',
  'params',
  'query',
]
/**
 * Keys that are redacted in serializers and bindings of child loggers, which `withoutSecrets` does not see; secrets lie
 * in their first two levels.
 */
const REDACTED = SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`])
const IS_SECRET = new Set(SECRET_KEYS.map((key) => key.toLowerCase()))
/** Nothing of ours is deeper; a library may hand over an object that contains itself. */
const MOST_DEPTH = 8

/**
 * A log of JSON lines with UTC time. What could hold a secret or somebody's data is left out; JSON escapes control
 * characters, so that no text can forge a line.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      mixin(_fields, _level, logger) {
        const requestId = requests.getStore()
        return requestId === undefined || 'requestId' in logger.bindings() ? {} : { requestId }
      },
      redact: { paths: REDACTED, remove: true },
      serializers: { err: toLoggedError },
      hooks: {
        // Without words of our own pino takes the error's message, which may hold a statement with its values.
        logMethod(args, method) {
          const [first, ...rest] = args as [unknown, ...unknown[]]
          const needsWords = typeof first === 'object' && rest.length === 0
          method.apply(this, (needsWords ? [first, 'an error'] : args) as typeof args)
        },
      },
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => withoutSecrets(fields, 0) as Record<string, unknown>,
      },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  )
}

/** A copy of plain objects and lists without secret keys. Errors, requests and the like go on to their serializers. */
function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value))
  if (!isPlain) return value
  if (depth > MOST_DEPTH) return undefined
  if (Array.isArray(value)) return value.map((element) => withoutSecrets(element, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      IS_SECRET.has(key.toLowerCase()) ? [] : [[key, withoutSecrets(inner, depth + 1)]],
    ),
  )
}

/**
 * Message, code and stack of an error and its causes. Nothing else: database errors carry the statement's values, and
 * provider errors the request's headers.
 */
function toLoggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, code, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  // The ORM's message is the statement with its values; the cause says what was wrong.
  const isQuery = name === 'DrizzleQueryError' || 'query' in error
  return {
    type: name,
    message: isQuery && error.cause !== undefined ? 'a query failed' : error.message,
    ...(typeof code === 'string' && { sqlState: code }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: toFrames(error.stack),
    ...(error.cause !== undefined && { cause: toLoggedError(error.cause) }),
  }
}

/** Only the frames: the stack's first lines repeat the message. */
const toFrames = (stack = '') =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.slice(4))
    .join('\n')
