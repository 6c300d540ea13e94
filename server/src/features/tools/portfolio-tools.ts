// Tests: ../mcp/same-figures.test.ts

import {
  listPortfolios,
  listPositions,
  type Overview,
  overviewSchema,
  type Portfolio,
  pricesSchema,
} from '@ballast/contract'
import { z } from 'zod'
import { createOverviewService, type OverviewDependencies } from '../overview/overview.service.ts'
import { createPortfolioService, type PortfolioDependencies } from '../portfolios/portfolios.service.ts'
import { getPortfolioPrices, type PriceDependencies } from '../prices/prices.service.ts'
import { narrow, positionsTask } from './narrow-answers.ts'
import { pageInput, pageSchema } from './paging.ts'
import { quote } from './plain-text.ts'
import { defineTool, readEncoded, type Tool } from './tool.ts'

export type PortfolioToolDependencies = PortfolioDependencies & PriceDependencies & OverviewDependencies

export const portfolioIdInput = z.string().max(100).describe('From list_portfolios.')

/** Tools for the positions of a user and their value. */
export function createPortfolioTools(dependencies: PortfolioToolDependencies): Tool[] {
  const portfolios = createPortfolioService(dependencies)
  const getOverview = createOverviewService(dependencies)

  return [
    defineTool({
      name: 'list_portfolios',
      title: 'List portfolios',
      description:
        'The user’s portfolios, oldest first, with the ids that other tools need. Relative figures compare a portfolio with its `benchmark`. Those with `isBook` sum up several: named groups, and one for all of them. Those with `sharedBy` belong to another user and can only be read.',
      scope: 'read:portfolios',
      input: z.strictObject({}),
      output: z.object({ portfolios: listPortfolios.response }),
      load: async (_input, { user }) => ({ portfolios: await portfolios.list(user.id, { withBook: true }) }),
      summarise: ({ portfolios: listed }) =>
        listed.length === 0
          ? 'The user has no portfolio yet. One is made by uploading a file in the application.'
          : `${countOf(listed.length, 'portfolio')}: ${listed.map(describePortfolio).join(', ')}.`,
    }),

    defineTool({
      name: 'get_portfolio',
      title: 'Get a portfolio',
      description:
        'Positions of a portfolio (a row for each lot) at latest prices in US dollars. Value of a row = shares × price × multiplier; negative shares are short; `missing` says why a ticker has no price. Long ones come in parts: go on with `page.nextOffset`.',
      scope: 'read:portfolios',
      input: z.strictObject({ portfolioId: portfolioIdInput, ...pageInput(100, 500) }),
      output: z.object({ positions: listPositions.response, ...pricesSchema.shape, page: pageSchema }),
      async load({ portfolioId, ...asked }, { user, signal }) {
        const held = await portfolios.listPositions(user.id, portfolioId)
        const { positions, page } = await narrow(dependencies.workers, positionsTask, held, asked, {
          owner: user.id,
          signal,
        })
        const all = await getPortfolioPrices(dependencies, user.id, { portfolioId, refresh: false })
        const tickers = new Set(positions.map(({ ticker }) => ticker))
        const ofPage = <Value>(record: Record<string, Value>) =>
          Object.fromEntries(Object.entries(record).filter(([ticker]) => tickers.has(ticker)))
        return { ...all, positions, prices: ofPage(all.prices), missing: ofPage(all.missing), page }
      },
      summarise: ({ positions, page, missing, simulated }) =>
        [
          `${positions.length} of ${countOf(page.total, 'position')}, from number ${page.offset + 1}.`,
          page.nextOffset !== null && `More with offset ${page.nextOffset}.`,
          Object.keys(missing).length > 0 && `Without a price: ${listSome(Object.keys(missing))}.`,
          simulated && SIMULATED,
        ]
          .filter(Boolean)
          .join(' '),
    }),

    defineTool({
      name: 'get_portfolio_overview',
      title: 'Get a portfolio’s overview',
      description:
        'Shows value and gain, today’s change, beta, volatility, and last year’s largest fall. It also names the largest risks. Fields named …Percent are percents. Positions without a price or history are left out and named.',
      scope: 'read:portfolios',
      rateLimit: 'compute',
      input: z.strictObject({ portfolioId: portfolioIdInput }),
      output: overviewSchema.omit({ series: true }),
      load: async ({ portfolioId }, { user, signal }) =>
        readEncoded<Overview>(await getOverview(user.id, portfolioId, signal)),
      summarise: ({ topRisk, simulated, asOf }) =>
        [topRisk?.sentence, asOf && `Prices as of ${asOf}.`, simulated && SIMULATED].filter(Boolean).join(' ') ||
        'Nothing in this portfolio has a price yet.',
    }),
  ]
}

export const SIMULATED = 'All market data here is simulated.'

const SOME = 20

const listSome = (names: readonly string[]) =>
  names.length > SOME ? `${names.slice(0, SOME).join(', ')} and ${names.length - SOME} others` : names.join(', ')

const describePortfolio = ({ id, name, positionCount }: Portfolio) =>
  `${quote(name)} (id ${id}, ${countOf(positionCount, 'position')})`

/** `1 position`, `2 positions`. */
export const countOf = (count: number, noun: string, plural = `${noun}s`) => `${count} ${count === 1 ? noun : plural}`
