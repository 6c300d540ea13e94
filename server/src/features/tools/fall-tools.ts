// Tests: ../mcp/same-figures.test.ts, ../overview/one-value.test.ts

import { overviewSchema } from '@ballast/contract'
import { z } from 'zod'
import type { BookDependencies } from '../../advice/book/load-book-input.ts'
import { loadFalls } from '../../advice/book/load-falls.ts'
import { loadPrices } from '../../holdings/load-prices.ts'
import { describeSession } from '../../holdings/load-risk.ts'
import { errors } from '../../http/errors.ts'
import type { Parts } from '../../parts.ts'
import { portfolioIdInput, SIMULATED } from './portfolio-tools.ts'
import { defineTool, type Tool } from './tool.ts'

export interface FallToolDependencies extends BookDependencies, Pick<Parts, 'portfolioReader' | 'workers'> {}

const FALLS = { least: 1, most: 95 } as const

/** Tool for the loss in a fall of the market, as Hedges, watching and reports measure it. */
export function createFallTools(dependencies: FallToolDependencies): Tool[] {
  const { marketData, portfolioReader } = dependencies
  return [
    defineTool({
      name: 'measure_market_fall',
      title: 'Measure a fall of the market',
      description: 'The loss of a portfolio if the market falls so far at once, options included. Negative is a gain.',
      scope: 'run:analysis',
      rateLimit: 'compute',
      input: z.strictObject({
        portfolioId: portfolioIdInput,
        fallPercent: z.number().min(FALLS.least).max(FALLS.most).default(20),
      }),
      output: z.object({
        fallPercent: z.number(),
        hedgingBeta: z.number(),
        lossPercent: z.number(),
        loss: z.number(),
        holdsOptions: z.boolean(),
        leftOut: z.number().int(),
        asOf: overviewSchema.shape.asOf,
        source: overviewSchema.shape.source,
        simulated: z.boolean(),
      }),
      async load({ portfolioId, fallPercent }, { user, signal }) {
        const { id, lots } = await portfolioReader.getHeld(user.id, portfolioId)
        const asked = { portfolioId: id, lots, shocksPercent: [fallPercent], userId: user.id, signal }
        const [fall] = await loadFalls(dependencies, asked)
        if (fall === undefined)
          throw errors.unprocessable('The portfolio owes as much as it holds, or nothing in it has a price.')
        const { source, simulated } = marketData.status()
        return {
          fallPercent,
          hedgingBeta: fall.hedgingBeta,
          lossPercent: fall.percent,
          loss: fall.dollars,
          holdsOptions: fall.holdsOptions,
          leftOut: fall.leftOut,
          asOf: describeSession(await loadPrices(marketData, lots)).asOf,
          source,
          simulated: simulated || (fall.holdsOptions && marketData.optionSource() === 'sample'),
        }
      },
      summarise: ({ fallPercent, lossPercent, leftOut, simulated }) =>
        [
          `A market fall of ${fallPercent}% ${lossPercent < 0 ? 'gains' : 'costs'} ${Math.abs(lossPercent).toFixed(1)}% of the value.`,
          leftOut > 0 && `${leftOut} left out.`,
          simulated && SIMULATED,
        ]
          .filter(Boolean)
          .join(' '),
    }),
  ]
}
