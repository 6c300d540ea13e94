import { describeBrokerageAccount, listBrokerageAccounts, splitTicket } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { mount } from '../../http/mount.ts'
import { createTicketSplitService } from './ticket-split.service.ts'

/** Calls for the rules of brokerage accounts, and for tickets split by account. */
export function registerBrokerageAccountRoutes(app: FastifyInstance, dependencies: { db: Database }): void {
  const service = createTicketSplitService(dependencies)
  mount(app, listBrokerageAccounts, ({ user, params }) => service.list(user.id, params.portfolioId))
  mount(app, describeBrokerageAccount, ({ user, params, body }) => service.describe(user.id, params.portfolioId, body))
  mount(app, splitTicket, ({ user, params, body }) => service.split(user.id, params.portfolioId, body))
}
