import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** 256 unguessable bits for a cookie, 43 characters. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** True if a text may be one of these tokens; all others need no look at the database. */
export const isTokenLike = (text: string): boolean => TOKEN.test(text)

/**
 * Hashes a token; the hash is stored in its place. A token is long and random, so that a plain hash cannot be searched
 * back.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
