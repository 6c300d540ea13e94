import {
  getBackgroundWork,
  getUsageSummary,
  listSubscriptions,
  listTokenPurchases,
  listTokenUsage,
} from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import {
  type AnalyticsDependencies,
  listRecentSubscriptions,
  listTokenSales,
  listTokenUses,
  summariseUsage,
} from './analytics.service.ts'
import { summariseBackgroundWork } from './background-work.service.ts'
import { readServerStatus, type StatusDependencies, watchEventLoop } from './server-status.ts'

export function registerAnalyticsRoutes(
  app: FastifyInstance,
  dependencies: AnalyticsDependencies & StatusDependencies,
): void {
  const delays = watchEventLoop()
  app.addHook('onClose', async () => void delays.disable())

  mount(app, listTokenUsage, () => listTokenUses(dependencies))
  mount(app, listTokenPurchases, () => listTokenSales(dependencies))
  mount(app, listSubscriptions, () => listRecentSubscriptions(dependencies))
  mount(app, getBackgroundWork, async () => ({
    ...(await summariseBackgroundWork(dependencies)),
    server: await readServerStatus(dependencies, delays),
  }))
  mount(app, getUsageSummary, () => summariseUsage(dependencies))
}
