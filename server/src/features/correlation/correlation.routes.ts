// Tests: correlation.test.ts, lower-risk.test.ts

import { getCorrelationAnalysis, getCorrelationInputs, getLowerRisk } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { type CorrelationDependencies, createCorrelationService } from './correlation.service.ts'
import { createLowerRiskService } from './lower-risk.service.ts'

/** Registers the calls about what moves together. */
export function registerCorrelationRoutes(app: FastifyInstance, deps: CorrelationDependencies): void {
  const service = createCorrelationService(deps)
  mount(app, getCorrelationAnalysis, ({ user, params, signal }) =>
    service.getAnalysis(user.id, params.portfolioId, signal),
  )
  mount(app, getCorrelationInputs, ({ user, params }) => service.getInputs(user.id, params.portfolioId))
  const lowerRisk = createLowerRiskService(deps)
  mount(app, getLowerRisk, ({ user, params, query, signal }) =>
    lowerRisk.get(user.id, params.portfolioId, query, signal),
  )
}
