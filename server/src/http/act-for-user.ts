// Tests: token-guard.test.ts, ../features/mcp/turns.test.ts

import type { onRequestHookHandler } from 'fastify'
import { actFor } from '../acting-user.ts'

/** Does the rest of a request's gates in the turn of its user, once that is known. Follows whatever identifies the user. */
export const actForUser: onRequestHookHandler = (request, _reply, done) =>
  request.user ? actFor(request.user.id, done) : done()
