// Tests: overview.test.ts

import { getOverview } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { createOverviewService, type OverviewDependencies } from './overview.service.ts'

/** The overview's performance-and-risk strip. */
export function registerOverviewRoutes(app: FastifyInstance, deps: OverviewDependencies): void {
  const getOverviewOf = createOverviewService(deps)
  mount(app, getOverview, ({ user, params, signal }) => getOverviewOf(user.id, params.portfolioId, signal))
}
