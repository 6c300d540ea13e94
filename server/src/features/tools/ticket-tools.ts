// Tests: ../mcp/ticket-tools.test.ts, ../mcp/same-figures.test.ts

import { splitTicket } from '@ballast/contract'
import { z } from 'zod'
import { errors } from '../../http/errors.ts'
import { createTicketSplitService } from '../brokerage-accounts/ticket-split.service.ts'
import { createHedgesService, type HedgeDependencies } from '../hedges/hedges.service.ts'
import { countOf, portfolioIdInput } from './portfolio-tools.ts'
import { defineTool, type Tool } from './tool.ts'

/** Tickets that were found, as they are placed in the accounts of a portfolio. */
export function createTicketTools(dependencies: HedgeDependencies): Tool[] {
  const hedges = createHedgesService(dependencies)
  const { split } = createTicketSplitService(dependencies)
  return [
    defineTool({
      name: 'split_ticket',
      title: 'Split a ticket',
      description:
        'The orders of a strategy for each brokerage account. Each gets what its owner says that it may hold. Where `level` is null, options are only bought. `leg` is a place in `legs` of the strategy, from 0. `unplaced` fits in no account.',
      scope: 'read:portfolios',
      rateLimit: 'compute',
      input: z.strictObject({
        portfolioId: portfolioIdInput,
        analysisId: z.string().max(100).describe('From list_hedge_analyses.'),
        strategyId: z.string().max(200).describe('Id of a strategy.'),
      }),
      output: splitTicket.response,
      async load({ portfolioId, analysisId, strategyId }, { user }) {
        const { hedgeStrategies } = await hedges.get(user, portfolioId, analysisId)
        const strategy = hedgeStrategies.find(({ id }) => id === strategyId)
        if (strategy === undefined) throw errors.notFound('strategy')
        const { legs, trades, cost } = strategy
        return split(user.id, portfolioId, { legs, trades, fees: cost.fees })
      },
      summarise: ({ accounts, unplaced }) => {
        const used = accounts.filter(({ legs, trades }) => legs.length + trades.length > 0)
        const left = unplaced.map(({ ticker, reason }) => `${ticker} fits in none: ${reason}`)
        return [`Orders in ${countOf(used.length, 'account')} of ${accounts.length}.`, ...left].join(' ')
      },
    }),
  ]
}
