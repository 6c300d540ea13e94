import { runAgenticDiscovery } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { answerWithProgress } from '../../http/event-stream.ts'
import { readIdempotencyKey } from '../../http/idempotency-key.ts'
import { mount } from '../../http/mount.ts'
import { createDiscoveryService, type DiscoveryDependencies } from './discovery.service.ts'

export function registerDiscoveryRoutes(app: FastifyInstance, dependencies: DiscoveryDependencies): void {
  const discovery = createDiscoveryService(dependencies)
  mount(app, runAgenticDiscovery, async (context) => {
    const { user, body, request, signal } = context
    const idempotencyKey = readIdempotencyKey(request)
    // What is refused with a status of its own is refused here, before a stream is opened.
    const run = await discovery.begin({ user, portfolioId: body.portfolioId, idempotencyKey, signal })
    return answerWithProgress(context, runAgenticDiscovery, (progress) => run.follow(progress))
  })
}
