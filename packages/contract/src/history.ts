import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { coversSchema } from './covers.ts'
import { marketDataSourceSchema } from './market-data.ts'
import { portfolioParams, positionKindSchema } from './portfolios.ts'

/** Most money that an owner may say came in or went out with a change, in dollars. */
export const MAX_MONEY_IN = 1e12

/**
 * A change of what is held. `asked`: the owner has not said how much money came in, and `moneyIn` is the proposal;
 * `answered`: the owner has; `same`: nothing moved, or only by a split; `waiting`: the close that values it has not come yet;
 * `new`: a further portfolio of all portfolios as one, of which all value came in.
 */
export const historyChangeSchema = defineObject('HistoryChange', {
  portfolioId: z.uuid(),
  /** Names the change within its portfolio. */
  changeId: z.string(),
  /** Day from whose close on it counts, and the close that values it; null while that has not come. */
  day: z.iso.date(),
  valuedOn: z.iso.date().nullable(),
  status: z.enum(['asked', 'answered', 'same', 'waiting', 'new']),
  /**
   * Positions that moved: shares after the splits since, before and after, and the value of the difference. The largest
   * come first.
   */
  moved: z.array(
    z.object({
      ticker: z.string(),
      kind: positionKindSchema,
      before: z.number(),
      after: z.number(),
      /** In dollars, at the close; null without a price. */
      value: z.number().nullable(),
    }),
  ),
  /** How many further positions moved. */
  movedMore: z.number().int(),
  /** By how much the change raised the value at that close, in dollars. */
  difference: z.number().nullable(),
  /** Money that came in, in dollars, negative when it went out; null while it waits. */
  moneyIn: z.number().nullable(),
  /** Amount proposed from prices and cash. */
  proposed: z.number().nullable(),
  /** True if the portfolio lists cash. If not, what is bought is paid from outside it, and all of it comes in. */
  cashListed: z.boolean(),
})
export type HistoryChange = z.infer<typeof historyChangeSchema>

export const portfolioHistorySchema = defineObject('PortfolioHistory', {
  /** First and last close that are valued; null before the first. */
  first: z.iso.date().nullable(),
  last: z.iso.date().nullable(),
  /** Closes that are valued. Returns need two. */
  closes: z.number().int(),
  /** At most 600 closes, those with flows of money first. Growth is in percent since the first close. */
  points: z.array(
    z.object({
      date: z.iso.date(),
      /** Value of the positions at that close, after the flow. */
      value: z.number(),
      moneyIn: z.number(),
      /** As it was held, by time. */
      heldPercent: z.number(),
      /** Return of today's positions over the same days; null when they cannot be valued over all of them. */
      todaysPercent: z.number().nullable(),
    }),
  ),
  /** Null below two closes. Amounts in dollars. */
  figures: z
    .object({
      firstValue: z.number(),
      lastValue: z.number(),
      /** Sum of what came in after the first close, less what went out. */
      moneyIn: z.number(),
      /** lastValue − firstValue − moneyIn. */
      gain: z.number(),
      days: z.number().int(),
      /** Null where no rate of return is defined. Annual figures from a year on. */
      timeWeightedPercent: z.number().nullable(),
      timeWeightedAnnualPercent: z.number().nullable(),
      /** Every rate that solves the equation, the lowest first: none, one or several. */
      moneyWeighted: z.array(z.object({ percent: z.number(), annualPercent: z.number() })),
      todaysPercent: z.number().nullable(),
      /** Estimate of the dividends that what was held paid; in none of the figures above. */
      dividends: z.number(),
    })
    .nullable(),
  /** Costs and payouts of hedges that were placed, in dollars; null when none was placed. */
  hedges: z
    .object({
      count: z.number().int(),
      paid: z.number(),
      paidBack: z.number(),
      /** Value now of those that are open; null when an option has no price. */
      worth: z.number().nullable(),
      /** Hedges that were closed before they expired: what they were sold for is not known. */
      closedEarly: z.number().int(),
    })
    .nullable(),
  /** The newest first, without those that are part of the first close. */
  changes: z.array(historyChangeSchema),
  covers: coversSchema,
  /** Held today, and left out of "today's holdings" because they have no close on the first day. */
  todaysLeftOut: z.array(z.string()),
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  stale: z.boolean(),
})
export type PortfolioHistory = z.infer<typeof portfolioHistorySchema>

const tag = 'History'
const NOT_THERE = { 404: 'There is no such portfolio, or it belongs to somebody else.' } as const

export const getHistory = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/history',
  rateLimit: 'compute',
  summary: 'Positions and their value at each close since the first known day, with both kinds of return.',
  params: portfolioParams,
  response: portfolioHistorySchema,
  failures: NOT_THERE,
})

export const getHistorySeries = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/history/series',
  rateLimit: 'compute',
  kind: 'file',
  summary: 'Every close as CSV, from which a spreadsheet reproduces each return.',
  params: portfolioParams,
  failures: NOT_THERE,
})

export const answerHistoryChange = defineCall(tag, {
  method: 'PUT',
  path: '/api/portfolios/:portfolioId/history/changes/:changeId',
  summary: 'Say how much money came in with a change of what is held, or take that back.',
  params: portfolioParams.extend({ changeId: z.string() }),
  body: z.strictObject({
    /** 0 when everything was bought and sold inside the account; negative when money went out; null when nobody knows. */
    moneyIn: z.number().min(-MAX_MONEY_IN).max(MAX_MONEY_IN).nullable(),
  }),
  response: z.object({ answered: z.boolean() }),
  failures: { 404: 'There is no such portfolio or change.' },
})
