// Tests: ../features/sign-in/sign-in.test.ts, ../features/billing/billing.test.ts

import type { FastifyRequest } from 'fastify'
import { createAddressMatcher } from './address-matcher.ts'
import { errors } from './errors.ts'

const isThisMachine = createAddressMatcher(['127.0.0.0/8', '::1'])
const HEADERS_OF_PROXIES = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/

/**
 * Lets pass who sits at this machine, for what asks for no password: the connection comes from this machine, no proxy says that
 * it passes on somebody else's request, and the request calls this machine by its right name.
 *
 * @throws AppError 404 as for a page that does not exist
 */
export function assertLocalRequest({ headers, raw }: FastifyRequest, publicUrl: URL): void {
  // A page elsewhere may point its own name at this machine; it cannot make a browser send ours.
  const isOurName = headers.host === publicUrl.host
  const isPassedOn = Object.keys(headers).some((name) => HEADERS_OF_PROXIES.test(name))
  if (!isOurName || isPassedOn || !isThisMachine(raw.socket.remoteAddress ?? '')) throw errors.notFound('page')
}
