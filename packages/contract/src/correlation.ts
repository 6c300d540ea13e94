import { z } from 'zod'
import { defineCall } from './call.ts'
import { marketDataSourceSchema } from './market-data.ts'

const pairSchema = z.object({ ticker1: z.string(), ticker2: z.string(), correlation: z.number() })

const pairDetailSchema = pairSchema.extend({
  /** Common daily returns. */
  observations: z.number().int(),
  /** 95 % confidence interval by Fisher's z; null below 4 observations. */
  confidenceInterval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Correlation of the window's first and second half: a pair that only moved together once is no diversifier. */
  firstHalf: z.number().nullable(),
  secondHalf: z.number().nullable(),
  /** Together, as a percent of market value. */
  weightPercent: z.number(),
})

const sectorShareSchema = z.object({
  sector: z.string(),
  /** Percent of market value, one decimal; the list sums to 100.0. */
  percentage: z.number(),
  value: z.number(),
})

/** Percent fields are percents; betas and correlations are plain numbers; a figure without enough data is null. */
export const correlationAnalysisSchema = z
  .object({
    /** 0–100, whole; null when fewer than 60 common returns exist. */
    diversificationScore: z.number().nullable(),
    concentrationRisk: z.enum(['High', 'Medium', 'Low']).nullable(),
    sectorExposure: z.array(sectorShareSchema),
    /** Broad funds spread over the benchmark's sectors; null when the portfolio holds none. */
    sectorExposureLookThrough: z.array(sectorShareSchema).nullable(),
    marketCorrelations: z.array(
      z.object({
        ticker: z.string(),
        marketBeta: z.number().nullable(),
        marketCorrelation: z.number().nullable(),
        observations: z.number().int(),
        weightPercent: z.number(),
      }),
    ),
    /** Every pair once, `ticker1 < ticker2`, without the diagonal. */
    correlationMatrix: z.array(pairSchema),

    asOf: z.iso.datetime().nullable(),
    session: z.enum(['open', 'closed']),
    source: marketDataSourceSchema,
    simulated: z.boolean(),
    /** True when a provider failure made us compute from history fetched earlier. */
    stale: z.boolean(),
    window: z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable(), observations: z.number().int() }),
    /** Matrix order: by weight, largest first. */
    tickers: z.array(
      z.object({ ticker: z.string(), name: z.string().nullable(), value: z.number(), weightPercent: z.number() }),
    ),
    /** True when only the 500 largest holdings are in the matrix; scores and averages use all. */
    truncated: z.boolean(),
    diversification: z
      .object({
        label: z.enum(['Well diversified', 'Moderately diversified', 'Poorly diversified']),
        /** Spread × independence = score; each a percent. */
        spreadPercent: z.number(),
        independencePercent: z.number(),
        effectiveBets: z.number().nullable(),
        portfolioVolatilityPercent: z.number(),
        undiversifiedVolatilityPercent: z.number(),
        days: z.number().int(),
        excludedPercent: z.number(),
      })
      .nullable(),
    concentration: z
      .object({
        herfindahl: z.number(),
        effectivePositions: z.number(),
        largestName: z.object({ ticker: z.string(), weightPercent: z.number() }).nullable(),
        largestSector: z.object({ sector: z.string(), weightPercent: z.number() }).nullable(),
        topThreePercent: z.number(),
        topFivePercent: z.number(),
        /** The rule that fired, in words. */
        rule: z.string(),
      })
      .nullable(),
    averageCorrelation: z.number().nullable(),
    averageCorrelationLabel: z.enum(['Highly correlated', 'Moderately correlated', 'Low correlation']).nullable(),
    pairs: z.number().int(),
    strongestPairs: z.array(pairDetailSchema),
    bestOffsets: z.array(pairDetailSchema),
    portfolioBeta: z.number().nullable(),
    /** Tickers left out of the pairs for fewer than 60 common returns. */
    insufficientHistory: z.array(z.object({ ticker: z.string(), days: z.number().int() })),
    /** Positions left out of every weight because they have no price. */
    unpriced: z.array(z.string()),
  })
  .meta({ id: 'CorrelationAnalysis' })
export type CorrelationAnalysis = z.infer<typeof correlationAnalysisSchema>

const params = z.object({ portfolioId: z.string() })

export const getCorrelationAnalysis = defineCall({
  method: 'GET',
  path: '/api/portfolios/:portfolioId/correlation-analysis',
  access: 'signed-in',
  tag: 'Analysis',
  summary:
    'What moves together: diversification, concentration, sectors, betas and the correlation matrix over one year.',
  params,
  response: correlationAnalysisSchema,
})

export const getCorrelationInputs = defineCall({
  method: 'GET',
  path: '/api/portfolios/:portfolioId/correlation-analysis/inputs',
  access: 'signed-in',
  kind: 'file',
  tag: 'Analysis',
  summary:
    'The dated returns and weights behind the analysis, as CSV from which a spreadsheet reproduces every figure.',
  params,
})
