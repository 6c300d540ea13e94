// Tests: ../mcp/same-figures.test.ts, ../ask/history-questions.test.ts

import { portfolioHistorySchema } from '@ballast/contract'
import { z } from 'zod'
import { createHistoryService, type HistoryDependencies } from '../history/history.service.ts'
import { portfolioIdInput, SIMULATED } from './portfolio-tools.ts'
import { defineTool, type Tool } from './tool.ts'

export type HistoryToolDependencies = HistoryDependencies

const { shape } = portfolioHistorySchema
const figuresSchema = shape.figures.unwrap().omit({ days: true, todaysPercent: true, dividends: true })

/** Tool for how a portfolio has done as it was held; its curve stays on the screen. */
export function createHistoryTools(dependencies: HistoryToolDependencies): Tool[] {
  const history = createHistoryService(dependencies)
  return [
    defineTool({
      name: 'get_portfolio_history',
      title: 'Get a history',
      description:
        'Returns as it was held, and what hedges cost and paid. `unanswered` changes count with proposed money.',
      scope: 'read:portfolios',
      rateLimit: 'compute',
      input: z.strictObject({ portfolioId: portfolioIdInput }),
      output: z.object({
        first: shape.first,
        last: shape.last,
        figures: figuresSchema.nullable(),
        hedges: shape.hedges,
        covers: shape.covers,
        unanswered: z.number().int(),
        source: shape.source,
        simulated: shape.simulated,
      }),
      async load({ portfolioId }, { user }) {
        const found = await history.get(user.id, portfolioId)
        return { ...found, unanswered: found.changes.filter(({ status }) => status === 'asked').length }
      },
      summarise: ({ first, last, simulated }) =>
        [first === null ? 'No close is known yet.' : `From ${first} to ${last}.`, simulated && SIMULATED]
          .filter(Boolean)
          .join(' '),
    }),
  ]
}
