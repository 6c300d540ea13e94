import { z } from 'zod'
import { benchmarkCoverSchema } from './benchmark.ts'
import { defineCall, defineObject } from './call.ts'
import { coversSchema } from './covers.ts'
import { marketDataSourceSchema } from './market-data.ts'
import { missingPriceReasonSchema, portfolioParams } from './portfolios.ts'

const changeSchema = z.object({ value: z.number(), percent: z.number().nullable() })

/** The performance-and-risk strip of the overview. Percent fields are percents; a figure without enough data is null. */
export const overviewSchema = defineObject('Overview', {
  asOf: z.iso.datetime().nullable(),
  session: z.enum(['open', 'closed']),
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  currency: z.string(),
  /** Signed sum of the positions that have a price, cash included; null when none has. */
  marketValue: z.number().nullable(),
  /** Against the previous close, over positions that have one. */
  dayChange: changeSchema.nullable(),
  /** Over positions with both a price and a cost. */
  totalGain: changeSchema.nullable(),
  /** The largest moves of the day by magnitude, at most 3. */
  moves: z.array(z.object({ ticker: z.string(), price: z.number(), changePercent: z.number() })),
  /** Positions left out of every total, by ticker. */
  unpriced: z.record(z.string(), missingPriceReasonSchema),
  withoutCost: z.array(z.string()),
  /** Coverage of the headlines: market value, total gain, and the risk figures. */
  covers: z.object({ value: coversSchema, gain: coversSchema, risk: coversSchema }),
  /** Today's holdings over the last year, and the benchmark from the value that they have on its first day. */
  series: z.array(z.object({ date: z.iso.date(), portfolio: z.number(), benchmark: z.number().nullable() })),
  /** Benchmark of relative figures: `SPY`, or `60% SPY / 40% TLT`. */
  benchmark: z.string(),
  benchmarkCover: benchmarkCoverSchema,
  risk: z.object({
    observations: z.number().int(),
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    beta: z.number().nullable(),
    volatilityPercent: z.number().nullable(),
    maxDrawdownPercent: z.number().nullable(),
    benchmarkVolatilityPercent: z.number().nullable(),
    benchmarkMaxDrawdownPercent: z.number().nullable(),
    diversification: z
      .object({
        score: z.number(),
        label: z.enum(['Well diversified', 'Moderately diversified', 'Poorly diversified']),
        effectiveBets: z.number(),
        /** Spread × independence = score / 100; each a percent. */
        spreadPercent: z.number(),
        independencePercent: z.number(),
      })
      .nullable(),
    concentration: z.enum(['High', 'Medium', 'Low']).nullable(),
  }),
  /** Treasuries held as such, at their stated prices, and what a change of all yields by one point does to them. */
  rates: z
    .object({
      /** Count of the Treasuries held that have a price. */
      covers: coversSchema,
      /** As quoted; the accrued interest, which comes on top, apart. Like the figures below null where none has a price. */
      value: z.number().nullable(),
      accruedInterest: z.number().nullable(),
      /** Percent a year, and modified duration and convexity in years and years², weighted by value. */
      yieldPercent: z.number().nullable(),
      duration: z.number().nullable(),
      convexity: z.number().nullable(),
      /** Dollars gained when every yield rises, or falls, by one point at once. */
      ifYieldsRise: z.number().nullable(),
      ifYieldsFall: z.number().nullable(),
      positions: z.array(
        z.object({
          ticker: z.string(),
          name: z.string(),
          /** Dollars; negative when short. */
          face: z.number(),
          couponPercent: z.number(),
          maturity: z.iso.date(),
          /** Per $100, and the day it is of. */
          price: z.number(),
          statedOn: z.iso.date(),
          yieldPercent: z.number(),
          duration: z.number(),
          convexity: z.number(),
          value: z.number(),
          accruedInterest: z.number(),
          ifYieldsRise: z.number(),
          ifYieldsFall: z.number(),
        }),
      ),
    })
    .nullable(),
  topRisk: z
    .object({
      tickers: z.array(z.string()),
      /** Their share of market value. */
      weightPercent: z.number(),
      /** Their share of the portfolio's variance. */
      riskSharePercent: z.number().nullable(),
      /** Average pairwise correlation among them; null for a single holding. */
      averageCorrelation: z.number().nullable(),
      sentence: z.string(),
    })
    .nullable(),
  /** Tickers whose history is too short or missing, left out of the risk figures, with their share of value. */
  coverage: z.object({
    coveredPercent: z.number(),
    missingHistory: z.array(z.string()),
    /** Treasuries have no daily closes: the risk figures and the line follow a fund in their place. */
    proxies: z.array(z.object({ ticker: z.string(), proxy: z.string() })),
  }),
})
export type Overview = z.infer<typeof overviewSchema>

export const getOverview = defineCall('Portfolios', {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/overview',
  rateLimit: 'compute',
  summary: 'Performance and risk of a portfolio at a glance.',
  params: portfolioParams,
  response: overviewSchema,
})
