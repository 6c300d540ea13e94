// Tests: http.test.ts

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** An origin may be as long as a header. */
const LOGGED_CHARACTERS = 200

/**
 * Refuses what another site makes a browser do. A change needs proof that it comes from our own pages: the browser's
 * `Sec-Fetch-Site: same-origin`, or our own `Origin`. One hook for every route, whatever the content type; no route can
 * forget it. Requests with a bearer token and no cookie prove themselves by the token.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: URL): void {
  app.addHook('onRequest', async (request) => {
    if (!isApi(request)) return
    // A webhook comes from a server and proves itself by its signature; it carries nobody's session.
    if (request.routeOptions.config?.isSigned === true) return
    const { authorization, cookie } = request.headers
    if (authorization?.startsWith('Bearer ') && cookie === undefined) return
    assertOwnPage(request, publicUrl)
  })
}

/** @throws AppError 403 when the request changes something and does not prove that it comes from our own pages */
export function assertOwnPage(request: FastifyRequest, publicUrl: URL): void {
  if (SAFE_METHODS.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  // Our pages send no referrer, and so their forms say `Origin: null`; then only the other header proves anything.
  const isOwn = origin === undefined || origin === 'null' ? site === 'same-origin' : origin === publicUrl.origin
  if (isOwn && (site === undefined || site === 'same-origin')) return
  if (request.server.httpContext.mayLogStranger()) {
    const cut = origin?.slice(0, LOGGED_CHARACTERS)
    request.log.warn({ event: 'cross-site-refused', origin: cut, site }, 'a cross-site request was refused')
  }
  throw errors.crossSite()
}

/** By the route that serves it: an address can be written in many ways, such as `/%61pi`, that all lead there. */
function isApi({ routeOptions, url }: FastifyRequest): boolean {
  const path = routeOptions.url ?? url
  return path === '/api' || path.startsWith('/api/')
}
