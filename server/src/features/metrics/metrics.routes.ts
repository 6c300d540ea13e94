// Tests: metrics.test.ts

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../../http/errors.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { findSessionUser } from '../../http/session-user.ts'
import { createMetrics, type MetricsDependencies } from './metrics.service.ts'

const METRICS_PATH = '/metrics'
const BEARER = /^Bearer +(\S{1,500})$/i

/**
 * Registers the measurements, for Prometheus with the operator's token and for admins with their session; for nobody
 * else.
 */
export function registerMetricsRoutes(
  app: FastifyInstance,
  dependencies: MetricsDependencies & { config: { metricsToken: string | undefined } },
): void {
  const metrics = createMetrics(dependencies)
  app.addHook('onClose', async () => metrics.close())
  const { rateLimits } = app.httpContext
  const { metricsToken } = dependencies.config

  async function admit(request: FastifyRequest): Promise<void> {
    const bearer = BEARER.exec(request.headers.authorization ?? '')?.[1]
    if (bearer !== undefined && metricsToken !== undefined && areSame(bearer, metricsToken)) return
    request.user = await findSessionUser(request)
    if (!request.user) throw errors.unauthorized()
    if (!request.user.isAdmin) throw errors.adminOnly()
  }

  app.route({
    method: 'GET',
    url: METRICS_PATH,
    schema: { hide: true },
    onRequest: [...(rateLimits === 'off' ? [] : [limitRate(app, 'default', rateLimits)]), admit],
    handler: async (_request, reply) => {
      const { contentType, text } = await metrics.render()
      return reply.type(contentType).header('cache-control', 'no-store').send(text)
    },
  })
}

/** Compares hashes, so that neither length nor content can be found by how long it takes. */
function areSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
