import { answerHistoryChange, getHistory, getHistorySeries } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { createHistoryService, type HistoryDependencies } from './history.service.ts'

/** How portfolios have done, as they were held. */
export function registerHistoryRoutes(app: FastifyInstance, deps: HistoryDependencies): void {
  const service = createHistoryService(deps)
  mount(app, getHistory, ({ user, params }) => service.get(user.id, params.portfolioId))
  mount(app, getHistorySeries, ({ user, params }) => service.getSeries(user.id, params.portfolioId))
  mount(app, answerHistoryChange, ({ user, params, body }) => service.answer(user.id, { ...params, ...body }))
}
