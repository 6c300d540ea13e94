// Tests: prices.test.ts

import { getPrices } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { getPortfolioPrices, type PriceDependencies } from './prices.service.ts'

/** Live prices of a portfolio. */
export function registerPriceRoutes(app: FastifyInstance, deps: PriceDependencies): void {
  mount(app, getPrices, ({ user, params, query }) =>
    getPortfolioPrices(deps, user.id, { portfolioId: params.portfolioId, refresh: query.refresh === 'true' }),
  )
}
