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

export function registerAnalyticsRoutes(app: FastifyInstance, dependencies: AnalyticsDependencies): void {
  mount(app, listTokenUsage, () => listTokenUses(dependencies))
  mount(app, listTokenPurchases, () => listTokenSales(dependencies))
  mount(app, listSubscriptions, () => listRecentSubscriptions(dependencies))
  mount(app, getBackgroundWork, () => summariseBackgroundWork(dependencies))
  mount(app, getUsageSummary, () => summariseUsage(dependencies))
}
