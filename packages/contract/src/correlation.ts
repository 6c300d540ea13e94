import { z } from 'zod'
import { benchmarkCoverSchema } from './benchmark.ts'
import { defineCall, defineObject } from './call.ts'
import { coversSchema } from './covers.ts'
import { marketDataSourceSchema } from './market-data.ts'
import { missingPriceReasonSchema, portfolioParams } from './portfolios.ts'

/** Holdings whose pairs are all listed; of a larger portfolio the largest ones by weight. */
export const MATRIX_TICKERS = 500

const pairSchema = z.object({ ticker1: z.string(), ticker2: z.string(), correlation: z.number() })

const pairDetailSchema = pairSchema.extend({
  /** Common daily returns. */
  observations: z.number().int(),
  /** 95 % confidence interval by Fisher's z. */
  confidenceInterval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Correlation of the window's first and second half (null with fewer than 30 common returns in it): a pair that only moved together once is no diversifier. */
  firstHalf: z.number().nullable(),
  secondHalf: z.number().nullable(),
  /** Together, by magnitude, as a percent of the gross market value. */
  weightPercent: z.number(),
})

const sectorShareSchema = z.object({
  sector: z.string(),
  /** Percent of gross market value, one decimal; the list sums to 100.0. */
  percentage: z.number(),
  value: z.number(),
})

/**
 * Percent fields are percents; betas and correlations are plain numbers; a figure without enough data is null.
 * Weights are signed shares of the gross market value, cash included, so a short position has a negative one.
 * Figures carry ten decimals, so that the inputs reproduce them to 1e-9.
 */
export const correlationAnalysisSchema = defineObject('CorrelationAnalysis', {
  /** 0–100, whole; null when fewer than 60 common returns exist. */
  diversificationScore: z.number().nullable(),
  /** Null when nothing has a market value. */
  concentrationRisk: z.enum(['High', 'Medium', 'Low']).nullable(),
  /** Largest first. */
  sectorExposure: z.array(sectorShareSchema),
  /** The same with broad funds spread over the sectors that they hold; what they hold beside shares stays "Diversified Fund". */
  sectorExposureLookThrough: z.array(sectorShareSchema),
  /** Data behind `sectorExposureLookThrough`; null when no broad fund is held. */
  lookThrough: z
    .object({
      /** Broad funds that are spread, by the weights of that day, with their market value by magnitude. */
      funds: z.array(z.object({ ticker: z.string(), asOf: z.iso.date(), value: z.number() })),
      /** Broad funds of which the source does not tell what they hold. */
      fundsWithoutSectors: z.array(z.string()),
      /** Percent of gross market value that is "Diversified Fund" all the same. */
      remainingPercent: z.number(),
    })
    .nullable(),
  /** Every security that is held and has a price, largest weight first; beta and correlation are against the benchmark. */
  marketCorrelations: z.array(
    z.object({
      ticker: z.string(),
      marketBeta: z.number().nullable(),
      marketCorrelation: z.number().nullable(),
      /** Daily returns common with the benchmark. */
      observations: z.number().int(),
      weightPercent: z.number(),
      /** Annualised; null with fewer than 60 returns. */
      volatilityPercent: z.number().nullable(),
      /** 1 for a single company; above 1 for a fund, whose own volatility is already that of a basket. */
      internalDiversification: z.number(),
      /** `async-market`: listed where trading closes hours before or after the benchmark's; the beta is the sum of those to its returns of the day before, the same day and the day after. `suspect-price`: closes look like errors of the data (a jump that is undone, or one by the ratio of a split); all figures are computed from them as they are. */
      flags: z.array(z.enum(['async-market', 'suspect-price'])),
    }),
  ),
  /** Every pair with enough common returns once, `ticker1 < ticker2`, without the diagonal. */
  correlationMatrix: z.array(pairSchema),

  /** Time of the newest price. */
  asOf: z.iso.datetime().nullable(),
  session: z.enum(['open', 'closed']),
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  /** True when a provider failure made us compute from history fetched earlier; `window.to` says how old it is. */
  stale: z.boolean(),
  benchmark: z.string(),
  benchmarkCover: benchmarkCoverSchema,
  /** Dates of the first and last daily return. */
  window: z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable(), observations: z.number().int() }),
  /** The rows of the matrix: holdings with enough history, largest weight first. */
  tickers: z.array(
    z.object({ ticker: z.string(), name: z.string().nullable(), value: z.number(), weightPercent: z.number() }),
  ),
  /** True when only the 500 largest holdings are in the matrix; scores and averages use all. */
  truncated: z.boolean(),
  /** Signed sum of the positions that have a price, cash included; null when none has. */
  marketValue: z.number().nullable(),
  diversification: z
    .object({
      label: z.enum(['Well diversified', 'Moderately diversified', 'Poorly diversified']),
      /** The score before it is rounded. */
      exactScore: z.number(),
      /** Spread × independence / 100 = the exact score (unless that is cut off at 0 or 100); each a percent. */
      spreadPercent: z.number(),
      independencePercent: z.number(),
      effectiveBets: z.number().nullable(),
      /** Risk-weighted mean correlation between different holdings, 1 − independence; null for a single holding. */
      weightedCorrelation: z.number().nullable(),
      /** Annualised, of the weights of today held constant; and what it would be if nothing offset anything. */
      portfolioVolatilityPercent: z.number(),
      undiversifiedVolatilityPercent: z.number(),
      days: z.number().int(),
      /** Share of weight left out for lack of history. */
      excludedPercent: z.number(),
      /** Share of weight that has fewer than 60 returns and enters with those of a proxy, scaled by beta. */
      proxiedPercent: z.number(),
      /** Share of positions without a price, which count at cost where it is known; they are in no other weight. */
      unpricedPercent: z.number(),
      /** True when more than 30 % is left out, stood in for or without a price: the score says little about the portfolio. */
      isDoubtful: z.boolean(),
      /** Proxies, each with the position that it replaces. */
      proxies: z.array(
        z.object({ ticker: z.string(), proxy: z.string(), beta: z.number(), weightPercent: z.number() }),
      ),
    })
    .nullable(),
  /** Why there is no diversification score, in words; null when there is one. */
  diversificationMissing: z.string().nullable(),
  concentration: z
    .object({
      herfindahl: z.number(),
      /** 1 / herfindahl: the number of equal companies that are as concentrated; null for cash alone. */
      effectivePositions: z.number().nullable(),
      largestName: z.object({ ticker: z.string(), weightPercent: z.number() }).nullable(),
      largestSector: z.object({ sector: z.string(), weightPercent: z.number() }).nullable(),
      /** Share of the three largest companies and coins. */
      topThreePercent: z.number(),
      /** Share of the five largest positions of any kind, cash apart. */
      topFivePercent: z.number(),
      topFive: z.array(z.object({ ticker: z.string(), value: z.number(), weightPercent: z.number() })),
      /** The rule that fired, in words. */
      rule: z.string(),
    })
    .nullable(),
  /** Over all pairs with enough common returns, also of holdings that the matrix leaves out. */
  averageCorrelation: z.number().nullable(),
  averageCorrelationLabel: z.enum(['Highly correlated', 'Moderately correlated', 'Low correlation']).nullable(),
  pairs: z.number().int(),
  /** The five highest and the five lowest correlations of the matrix. */
  strongestPairs: z.array(pairDetailSchema),
  bestOffsets: z.array(pairDetailSchema),
  /** Beta of the portfolio as it is held, cash included: the figure of the overview. */
  portfolioBeta: z.number().nullable(),
  /** Holdings that it leaves out, because they have no close on some day of the window. */
  portfolioBetaLeftOut: z.array(z.string()),
  /** Treasuries that have no daily closes, and the fund whose days it takes for theirs. */
  portfolioBetaProxies: z.array(z.object({ ticker: z.string(), proxy: z.string() })),
  /** Tickers left out of the pairs, with the daily returns they have in the window. */
  insufficientHistory: z.array(
    z.object({
      ticker: z.string(),
      days: z.number().int(),
      reason: z.enum(['too-short', 'no-history', 'provider-down', 'other-currency']),
    }),
  ),
  /** Positions left out of every weight because they have no price, and why. */
  unpriced: z.record(z.string(), missingPriceReasonSchema),
  /** Coverage of the weights, and of the correlations. */
  covers: z.object({ value: coversSchema, history: coversSchema }),
})
export type CorrelationAnalysis = z.infer<typeof correlationAnalysisSchema>

export const getCorrelationAnalysis = defineCall('Analysis', {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/correlation-analysis',
  rateLimit: 'compute',
  summary: 'Shows how positions move together over one year: score, sectors, betas and the matrix.',
  params: portfolioParams,
  response: correlationAnalysisSchema,
})

export const getCorrelationInputs = defineCall('Analysis', {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/correlation-analysis/inputs',
  rateLimit: 'compute',
  kind: 'file',
  summary: 'The dated returns and weights behind the analysis, as CSV. A spreadsheet can compute each figure from it.',
  params: portfolioParams,
})
