import type { FastifyInstance } from 'fastify'
import { errors } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser do. A change needs proof that it comes from our own pages: the browser's
 * `Sec-Fetch-Site: same-origin`, or our own `Origin`. One hook for every route, whatever the content type; no route can
 * forget it. Requests with a bearer token and no cookie prove themselves by the token.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: URL): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || !isApi(request.url)) return
    // A webhook comes from a server and proves itself by its signature; it carries nobody's session.
    if (request.routeOptions.config?.isSigned === true) return
    const { origin, 'sec-fetch-site': site, authorization, cookie } = request.headers
    if (authorization?.startsWith('Bearer ') && cookie === undefined) return
    const same = origin === undefined ? site === 'same-origin' : origin === publicUrl.origin
    if (!same || (site !== undefined && site !== 'same-origin')) {
      request.log.warn({ event: 'cross-site-refused', origin, site }, 'a cross-site request was refused')
      throw errors.crossSite()
    }
  })
}

const isApi = (url: string) => url === '/api' || url.startsWith('/api/')
