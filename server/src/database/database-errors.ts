/** The database cannot serve now, though the request may be fine: unreachable, too slow, shutting down or out of space. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

const SOCKET_FAILURES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
// Class 08 connection, 53 resources (disk full, too many connections), 57 operator intervention and statement timeout,
// 58 system and I/O errors. https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58'])
// node-postgres reports these without a code.
const UNAVAILABLE_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'PGlite is closed',
  'Cannot use a pool after calling end on the pool',
]
const CONFLICTS = new Set(['40001', '40P01'])
const DISK_FULL = '53100'
const FOREIGN_KEY_VIOLATION = '23503'
const FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT'])
/** How the file layer of the embedded database numbers these two. Its errors have no message. */
const FULL_NUMBERS = new Set<unknown>([51, 19])

/** An error and everything that it says caused it, outermost first. */
function* chainOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current
}

/** The SQLSTATE that the database gave, such as `23505`, or `undefined` when the error is not the database's. */
export function findSqlState(error: unknown): string | undefined {
  for (const { code } of chainOf(error) as Generator<Error & { code?: unknown }>) {
    // Each has a digit, unlike the system's own EPIPE.
    if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/** True when two transactions were in each other's way and trying again is right. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(findSqlState(error) ?? '')
}

/** True when the failure says that the database cannot serve now. */
export function isUnavailable(error: unknown): boolean {
  const state = findSqlState(error)
  if (state !== undefined) return UNAVAILABLE_CLASSES.has(state.slice(0, 2))
  for (const cause of chainOf(error) as Generator<Error & { code?: unknown }>) {
    if (typeof cause.code === 'string' && SOCKET_FAILURES.has(cause.code)) return true
    if (UNAVAILABLE_MESSAGES.some((message) => cause.message.includes(message))) return true
  }
  return false
}

/** True when rows were not stored because the user whose they are was deleted meanwhile. */
export function isOfDeletedUser(error: unknown): boolean {
  if (findSqlState(error) !== FOREIGN_KEY_VIOLATION) return false
  for (const { table, constraint } of chainOf(error) as Generator<Error & { table?: unknown; constraint?: unknown }>) {
    if (constraint === `${table}_user_id_users_id_fk`) return true
  }
  return false
}

/** True when there is no room left on the disk for what should be stored. */
export function isOutOfSpace(error: unknown): boolean {
  const { name, code, errno } = error as { name?: unknown; code?: unknown; errno?: unknown }
  if (name === 'ErrnoError') return FULL_NUMBERS.has(errno)
  return FULL_CODES.has(code) || findSqlState(error) === DISK_FULL
}
