// Tests: ../mcp/same-figures.test.ts

import { BASE_CURRENCY, CASH_TICKER, changeWhatIf, type Overview, overviewSchema } from '@ballast/contract'
import { Big } from 'big.js'
import { z } from 'zod'
import { loadPrices } from '../../holdings/load-prices.ts'
import { errors } from '../../http/errors.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { createOverviewService, type OverviewDependencies } from '../overview/overview.service.ts'
import { portfolioIdInput, SIMULATED } from './portfolio-tools.ts'
import { defineTool, readEncoded, type Tool } from './tool.ts'

/** Part of an overview that a sale changes; the rest would make the list of tools too long to be read. */
const ofSale = overviewSchema.pick({ risk: true })

/** Tools that show a portfolio after a sale; nothing is traded and nothing is stored. */
export function createSaleTools(dependencies: OverviewDependencies): Tool[] {
  const getOverview = createOverviewService(dependencies)

  return [
    defineTool({
      name: 'try_sale',
      title: 'Try a sale',
      description:
        'The risk of a portfolio before and after the sale of a part of one position. It is sold at its latest price and kept as cash, without costs and taxes. Nothing is traded or stored.',
      scope: 'run:analysis',
      rateLimit: 'compute',
      input: z.strictObject({
        portfolioId: portfolioIdInput,
        ticker: z.string().max(21).describe('A position.'),
        percent: z.number().positive().max(100).default(50).describe('How much is sold, in percent of the shares.'),
      }),
      output: z.object({
        ticker: z.string(),
        percent: z.number(),
        shares: z.number(),
        price: z.number(),
        proceeds: z.number(),
        asOf: overviewSchema.shape.asOf,
        source: overviewSchema.shape.source,
        simulated: overviewSchema.shape.simulated,
        before: ofSale,
        after: ofSale,
      }),
      async load({ portfolioId, ticker, percent }, { user, signal }) {
        const { lots } = await dependencies.portfolioReader.getHeld(user.id, portfolioId)
        const sold = lots.filter((lot) => lot.kind === 'security' && lot.ticker === ticker && Number(lot.shares) > 0)
        const { prices } = await loadPrices(dependencies.marketData, lots)
        const price = prices.get(ticker)?.price
        if (sold.length === 0 || price === undefined)
          throw errors.badRequest(`"${ticker}" is not a position with a price, so no part of it can be sold.`)
        const shares = (sumShares(sold) * percent) / 100
        const proceeds = shares * price
        const changes = [
          { ticker, isCash: false, shares: sumShares(lots.filter(isOf('security', ticker))) - shares, price: null },
          {
            ticker: BASE_CURRENCY,
            isCash: true,
            shares: sumShares(lots.filter(isOf('cash', CASH_TICKER))) + proceeds,
            price: null,
          },
        ]
        const [before, after] = await Promise.all([
          getOverview(user.id, portfolioId, signal),
          getOverview(user.id, changeWhatIf(portfolioId, changes) ?? portfolioId, signal),
        ])
        const { asOf, source, simulated, risk } = readEncoded<Overview>(before)
        const sale = { ticker, percent, shares, price, proceeds, asOf, source, simulated }
        return { ...sale, before: { risk }, after: readEncoded<Overview>(after) }
      },
      summarise: ({ ticker, percent, simulated }) =>
        [`The risk before and after selling ${percent}% of ${ticker}.`, simulated && SIMULATED]
          .filter(Boolean)
          .join(' '),
    }),
  ]
}

const isOf = (kind: StoredLot['kind'], ticker: string) => (lot: StoredLot) => lot.kind === kind && lot.ticker === ticker

const sumShares = (lots: readonly StoredLot[]) =>
  lots.reduce((sum, { shares }) => sum.plus(shares), new Big(0)).toNumber()
