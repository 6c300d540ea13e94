// Tests: token-guard.test.ts, ../features/mcp/turns.test.ts

import type { FastifyRequest } from 'fastify'
import type { SignedInUser } from './authentication.ts'
import { toAddress } from './rate-limit.ts'

/**
 * Finds whose session a request's cookie opens, in the turn of that user as far as it is known.
 *
 * @returns undefined without a cookie or a session
 * @throws AppError 429 when the address brings too many unknown sessions
 */
export async function findSessionUser(request: FastifyRequest): Promise<SignedInUser | undefined> {
  const { authenticate, sessionCookie, tokenGuard } = request.server.httpContext
  const token = sessionCookie.read(request)
  if (token === undefined) return undefined
  return tokenGuard.check({
    token,
    address: toAddress(request),
    look: () => authenticate(token),
    ownerOf: ({ id }) => id,
  })
}
