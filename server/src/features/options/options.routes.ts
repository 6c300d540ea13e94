import { getNearTermOptions, getPortfolioOptions, searchInstruments } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { getOptionPositions, type OptionPositionDependencies } from './option-positions.service.ts'
import { createOptionsService, type OptionDependencies } from './options.service.ts'

export function registerOptionRoutes(
  app: FastifyInstance,
  dependencies: OptionDependencies & OptionPositionDependencies,
): void {
  const service = createOptionsService(dependencies)
  mount(app, getNearTermOptions, ({ user, params, query, signal }) =>
    service.getNearTerm(params.ticker, query.expiry, { owner: user.id, signal }),
  )
  mount(app, searchInstruments, ({ query }) => service.search(query.q))
  mount(app, getPortfolioOptions, ({ params, user }) => getOptionPositions(dependencies, user.id, params.portfolioId))
}
