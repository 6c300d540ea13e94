// Tests: ../ask/dividends.test.ts

import { BASE_CURRENCY } from '@ballast/contract'
import { z } from 'zod'
import { DIVIDEND_DAYS, findNextDividend, listDividends, sumYear } from '../../market-data/dividends.ts'
import type { Parts } from '../../parts.ts'
import { countOf, SIMULATED } from './portfolio-tools.ts'
import { defineTool, type Tool } from './tool.ts'

export type DividendToolDependencies = Pick<Parts, 'clock' | 'marketData'>

const dividendSchema = z.object({ exDate: z.iso.date(), amount: z.number() })
const MOST_TICKERS = 200

/** Dividends that closes show. */
export function createDividendTools({ clock, marketData }: DividendToolDependencies): Tool[] {
  return [
    defineTool({
      name: 'get_dividends',
      title: 'Look up dividends',
      description:
        'Dividends of the last 400 days, in dollars per share, taken from adjusted closes. `next` expects the last one again after the usual time; nobody has announced it. `missing` has no history in dollars.',
      scope: 'run:analysis',
      rateLimit: 'compute',
      input: z.strictObject({ tickers: z.array(z.string().max(21)).min(1).max(MOST_TICKERS) }),
      output: z.object({
        dividends: z.array(
          z.object({
            ticker: z.string(),
            paid: z.array(dividendSchema),
            yearAmount: z.number(),
            next: dividendSchema.nullable(),
          }),
        ),
        missing: z.array(z.string()),
        asOf: z.iso.datetime(),
        source: z.string(),
        simulated: z.boolean(),
      }),
      async load({ tickers }) {
        const now = clock.now()
        const today = now.toISOString().slice(0, 10)
        const from = new Date(now.getTime() - DIVIDEND_DAYS * 86_400_000).toISOString().slice(0, 10)
        const { found } = await marketData.getDailyHistory({ tickers: [...new Set(tickers)], from })
        const known = [...new Set(tickers)].flatMap((ticker) => {
          const history = found.get(ticker)
          return history?.currency === BASE_CURRENCY ? [{ ticker, history }] : []
        })
        const { source, simulated } = marketData.status()
        return {
          dividends: known.map(({ ticker, history }) => {
            const paid = listDividends(history)
            return { ticker, paid, yearAmount: sumYear(paid, today), next: findNextDividend(history, today) }
          }),
          missing: tickers.filter((ticker) => !known.some((one) => one.ticker === ticker)),
          asOf: now.toISOString(),
          source,
          simulated,
        }
      },
      summarise: ({ dividends, simulated }) =>
        [`Dividends of ${countOf(dividends.length, 'ticker')}.`, simulated && SIMULATED].filter(Boolean).join(' '),
    }),
  ]
}
