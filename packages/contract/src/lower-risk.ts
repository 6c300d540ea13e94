import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { marketDataSourceSchema } from './market-data.ts'
import { portfolioParams } from './portfolios.ts'

/** Holdings whose weights may change; of more, the smallest stay as they are. */
export const MOST_CHANGEABLE_HOLDINGS = 100
/** Share of the draws in which a proposal must have less risk; with fewer its advantage may be noise. */
export const CLEAR_ADVANTAGE_SHARE = 0.95

export const lowerRiskMethodSchema = z.enum(['equal-risk-contribution', 'hierarchical-risk-parity', 'minimum-variance'])
export type LowerRiskMethod = z.infer<typeof lowerRiskMethodSchema>

/** Fall from the highest value to the lowest one after it, as a positive percent; null when too little of it is known. */
const fallSchema = z.number().nullable()

export const lowerRiskSchema = defineObject('LowerRisk', {
  asOf: z.iso.datetime().nullable(),
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  /** True when a provider failure made us compute from history fetched earlier. */
  stale: z.boolean(),
  /** Days on which every holding has a return. */
  window: z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable(), observations: z.number().int() }),
  /** Why there are no proposals, in words; null when there are. */
  missing: z.string().nullable(),
  /** Sum of all positions by magnitude, cash included: what weights are percents of. */
  grossValue: z.number(),
  /** Past falls of the market in which today's weights and the proposals are replayed. */
  crises: z.array(z.object({ id: z.string(), name: z.string(), todayFallPercent: fallSchema })),
  /** Annualised, of today's weights held constant. */
  todayVolatilityPercent: z.number().nullable(),
  /** Every holding with a price, largest weight first. */
  holdings: z.array(
    z.object({
      ticker: z.string(),
      name: z.string().nullable(),
      sector: z.string().nullable(),
      weightPercent: z.number(),
      /** Why its weight stays as it is; null when it may change. */
      kept: z.enum(['by-you', 'short', 'options', 'history', 'small']).nullable(),
    }),
  ),
  proposals: z.array(
    z.object({
      method: lowerRiskMethodSchema,
      /** Volatility of the whole shares of the ticket. */
      volatilityPercent: z.number(),
      /** In the order of `crises`. */
      crisisFallsPercent: z.array(fallSchema),
      /** Sum of purchases and sales, halved, as a percent of the gross value. */
      turnoverPercent: z.number(),
      /** Cash that the ticket leaves; negative when whole shares cost more than is sold. */
      cashChange: z.number(),
      /** How much of today's volatility the method takes away on days that it has not seen; null when they are too few. */
      unseen: z
        .object({
          medianPercent: z.number(),
          lowPercent: z.number(),
          highPercent: z.number(),
          betterSharePercent: z.number(),
          resamples: z.number().int(),
          /** True when fewer than 95 % of the draws have less risk: the advantage may be noise. */
          isNoise: z.boolean(),
        })
        .nullable(),
      /** In the order of `holdings`, after the ticket. */
      weightsPercent: z.array(z.number()),
      /** Sales first, each by value. */
      orders: z.array(
        z.object({
          action: z.enum(['buy', 'sell']),
          ticker: z.string(),
          shares: z.number(),
          price: z.number(),
          value: z.number(),
        }),
      ),
    }),
  ),
})
export type LowerRisk = z.infer<typeof lowerRiskSchema>

const percentSchema = z.coerce.number().min(1).max(100)

export const getLowerRisk = defineCall('Analysis', {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/lower-risk',
  rateLimit: 'compute',
  summary:
    'The same positions with less risk: three sets of weights next to today’s, each with a ticket in whole shares.',
  params: portfolioParams,
  query: z.object({
    /** Tickers whose weight must stay, by comma. */
    keep: z.string().max(2_000).optional(),
    /** Most that a holding may weigh, in percent of the gross value. */
    maxHoldingPercent: percentSchema.optional(),
    /** Most that a sector may weigh. */
    maxSectorPercent: percentSchema.optional(),
  }),
  response: lowerRiskSchema,
})
