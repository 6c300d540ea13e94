import { z } from 'zod'
import { defineCall } from './call.ts'
import { engineSchema, factSchema, groundedTextSchema } from './grounding.ts'
import { marketDataSourceSchema } from './market-data.ts'

/*
 * What the AI Analysis screen asks for. Two engines answer alike: the built-in one, and a configured model over the same
 * facts. Fields named `…Percent`, and `confidence`, `mispricing` and `expectedReturn`, are percents; money is US dollars.
 */

/** What became of the sentences that were written: every one is checked before anybody reads it. */
export const verificationSchema = z
  .object({
    /** Sentences checked, and figures in them that became references to facts. */
    checked: z.number().int(),
    repaired: z.number().int(),
    /** Sentences left out because they held what is no fact. */
    dropped: z.number().int(),
    /** Sections written by the built-in engine in place of the model's. */
    fallback: z.number().int(),
  })
  .meta({ id: 'Verification' })

/** A change of the portfolio in a form that can be carried out and scored. */
export const operationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trade'), ticker: z.string(), shares: z.number(), amount: z.number() }),
  z.object({ kind: z.literal('option'), symbol: z.string(), contracts: z.number().int(), premium: z.number() }),
])
export type Operation = z.infer<typeof operationSchema>

const effectSchema = z.object({
  scoreChange: z.number().nullable(),
  cvarChangePercent: z.number().nullable(),
  crisisLossChangePercent: z.number().nullable(),
  costPercent: z.number().nullable(),
})

export const comprehensiveAnalysisSchema = z
  .object({
    // As specified:
    recommendation: z.string(),
    confidence: z.number(),
    reasoning: z.array(z.string()),
    actions: z.array(
      z.object({
        type: z.enum(['trim', 'hedge', 'diversify', 'rebalance', 'monitor', 'data']),
        description: z.string(),
        parts: groundedTextSchema,
        operations: z.array(operationSchema),
        effect: effectSchema.nullable(),
      }),
    ),
    methodology: z.object({ analysisApproach: z.string(), dataSources: z.array(z.string()) }),
    // And what these are made of:
    analysisId: z.uuid(),
    portfolioId: z.uuid(),
    portfolioName: z.string(),
    createdAt: z.iso.datetime(),
    isCurrent: z.boolean(),
    recommendationParts: groundedTextSchema,
    reasoningParts: z.array(groundedTextSchema),
    headline: z.enum(['reduce-concentration', 'hedge-market-risk', 'diversify', 'improve-data', 'hold']),
    /** 100 · min(0.9, √data · resamples · (0.5 + 0.5 · windows)); each from 0 to 1. */
    confidenceDetail: z.object({
      /** Share of the value with a year of own prices. */
      data: z.number(),
      /** Share of resampled histories in which the headline action improves the objective net of cost. */
      resamples: z.number(),
      resampleCount: z.number().int(),
      /** Share of past windows and crises with the same sign. */
      windows: z.number(),
      windowCount: z.number().int(),
      /** True when it was corrected by how often such recommendations came true. */
      calibrated: z.boolean(),
    }),
    /** What the analysis could draw on, for the badges: portfolio data, correlation matrix, options chains, backtest results. */
    context: z.array(
      z.object({ name: z.string(), state: z.enum(['used', 'partial', 'missing']), note: z.string().nullable() }),
    ),
    facts: z.array(factSchema),
    engine: engineSchema,
    verification: verificationSchema,
    source: marketDataSourceSchema,
    simulated: z.boolean(),
    asOf: z.iso.datetime(),
  })
  .meta({ id: 'ComprehensiveAnalysis' })
export type ComprehensiveAnalysis = z.infer<typeof comprehensiveAnalysisSchema>

export const discoverySchema = z
  .object({
    // As specified:
    /** The same for the same contract: ticker, expiry, strike, type. */
    id: z.string(),
    ticker: z.string(),
    /** `hedge` gains on the portfolio's worst days; `tail-risk` is a long shot that does not protect it ("Speculative"). */
    type: z.enum(['hedge', 'tail-risk']),
    rationale: z.string(),
    /** Of the underlying with the portfolio, 90 days. */
    correlation: z.number(),
    /** Positive is cheap against its own normal. */
    mispricing: z.number(),
    expectedReturn: z.number(),
    strike: z.number(),
    expiry: z.iso.date(),
    /** Of one contract at the ask. */
    cost: z.number(),
    firstPrinciple: z.string(),
    // And what these are made of:
    name: z.string(),
    symbol: z.string(),
    contractType: z.enum(['call', 'put']),
    rationaleParts: groundedTextSchema,
    firstPrincipleParts: groundedTextSchema,
    underlyingPrice: z.number(),
    bid: z.number().nullable(),
    ask: z.number(),
    delta: z.number(),
    impliedVolatility: z.number(),
    forecastVolatility: z.number(),
    fairValue: z.number(),
    fairLow: z.number(),
    fairHigh: z.number(),
    /** True when the price lies within the band: not distinguishable from fair. */
    insideNoise: z.boolean(),
    partialCorrelation: z.number().nullable(),
    /** Share of false discoveries among findings as strong as this. */
    qValue: z.number().nullable(),
    /** On the worst tenth of the portfolio's days: mean return of the asset and how often it rose. */
    tail: z.object({ days: z.number().int(), meanPercent: z.number(), risePercent: z.number() }).nullable(),
    /** Expected return given one of the portfolio's worst tenth of days. */
    conditionalReturn: z.number().nullable(),
    contracts: z.number().int(),
    breakEven: z.number(),
    maxLoss: z.number(),
    score: z.number(),
  })
  .meta({ id: 'Discovery' })
export type Discovery = z.infer<typeof discoverySchema>

export const discoveryRunSchema = z
  .object({
    // As specified:
    discoveries: z.array(discoverySchema),
    /** Negative for admins, who have no count. */
    tokensRemaining: z.number().int(),
    isAdmin: z.boolean(),
    // And the rest:
    runId: z.uuid(),
    portfolioId: z.uuid(),
    createdAt: z.iso.datetime(),
    isCurrent: z.boolean(),
    /** What was really looked at. */
    scanned: z.object({
      assets: z.number().int(),
      assetsWithOptions: z.number().int(),
      days: z.number().int(),
      tests: z.number().int(),
      falseDiscoveryRate: z.number(),
      significant: z.number().int(),
    }),
    /** Assets that could not be looked at, and why. */
    leftOut: z.array(z.object({ ticker: z.string(), reason: z.string() })),
    /** One sentence; with no discoveries, why there are none (and nothing was charged). */
    summary: z.string(),
    summaryParts: groundedTextSchema,
    charged: z.boolean(),
    facts: z.array(factSchema),
    engine: engineSchema,
    verification: verificationSchema,
    source: marketDataSourceSchema,
    simulated: z.boolean(),
    asOf: z.iso.datetime(),
  })
  .meta({ id: 'DiscoveryRun' })
export type DiscoveryRun = z.infer<typeof discoveryRunSchema>

const tag = 'AI'
const portfolioBody = z.object({ portfolioId: z.string() }).strict()

export const runComprehensiveAnalysis = defineCall({
  method: 'POST',
  path: '/api/ai-analysis/comprehensive',
  access: 'signed-in',
  rateLimit: 'ai',
  tag,
  summary:
    'One recommendation for the whole portfolio with its reasons, actions and confidence. PRO. With `Accept: text/event-stream` its steps are reported.',
  body: portfolioBody,
  response: comprehensiveAnalysisSchema,
  failures: {
    403: 'Needs PRO (`requiresUpgrade`).',
    404: 'There is no such portfolio, or it belongs to somebody else.',
  },
})

export const runAgenticDiscovery = defineCall({
  method: 'POST',
  path: '/api/agentic-discovery',
  access: 'signed-in',
  rateLimit: 'ai',
  tag,
  summary:
    'Options plays that are related to the portfolio by more than chance. Costs one token, nothing when nothing is found. With `Accept: text/event-stream` its steps are reported.',
  body: portfolioBody,
  response: discoveryRunSchema,
  failures: {
    403: 'Needs PRO (`requiresUpgrade`) or a token (`requiresPurchase`).',
    404: 'There is no such portfolio, or it belongs to somebody else.',
  },
})

const runEntrySchema = z.object({
  id: z.uuid(),
  kind: z.enum(['comprehensive', 'discovery']),
  createdAt: z.iso.datetime(),
  isCurrent: z.boolean(),
  summary: z.string(),
  engine: z.string(),
  simulated: z.boolean(),
})

export const listAiRuns = defineCall({
  method: 'GET',
  path: '/api/portfolios/:portfolioId/ai-runs',
  access: 'signed-in',
  tag,
  summary: 'Earlier comprehensive analyses and discoveries of a portfolio, newest first.',
  params: z.object({ portfolioId: z.string() }),
  response: z.array(runEntrySchema),
})

export const getAiRun = defineCall({
  method: 'GET',
  path: '/api/portfolios/:portfolioId/ai-runs/:runId',
  access: 'signed-in',
  tag,
  summary: 'An earlier run as it was.',
  params: z.object({ portfolioId: z.string(), runId: z.string() }),
  response: z.object({
    comprehensive: comprehensiveAnalysisSchema.nullable(),
    discovery: discoveryRunSchema.nullable(),
  }),
})

export const getFact = defineCall({
  method: 'GET',
  path: '/api/facts/:factId',
  access: 'signed-in',
  tag,
  summary: 'A figure of an analysis by its full id (run and fact), recomputed from what it was computed from.',
  params: z.object({ factId: z.string().max(80) }),
  response: z.object({
    fact: factSchema,
    /** The same figure, computed again now from the stored inputs. */
    recomputed: z.union([z.number(), z.string()]),
    matches: z.boolean(),
  }),
})

/** How recommendations turned out; percentages only from 30 scored on. */
export const trackRecordSchema = z
  .object({
    simulated: z.boolean(),
    made: z.number().int(),
    scored: z.number().int(),
    /** Scored ones needed before any percentage is shown. */
    needed: z.number().int(),
    firstResultOn: z.iso.date().nullable(),
    successRatePercent: z.number().nullable(),
    /** Wilson interval, 95 %. */
    successRateInterval: z.tuple([z.number(), z.number()]).nullable(),
    /** How often doing the opposite of nothing would have helped by chance: the share of windows in which any action improved. */
    baseRatePercent: z.number().nullable(),
    averageImprovement: z.number().nullable(),
    averageImprovementInterval: z.tuple([z.number(), z.number()]).nullable(),
    byMarket: z.object({
      up: z.object({ scored: z.number().int(), successes: z.number().int() }),
      down: z.object({ scored: z.number().int(), successes: z.number().int() }),
    }),
    calibration: z.array(
      z.object({
        fromPercent: z.number(),
        toPercent: z.number(),
        scored: z.number().int(),
        successes: z.number().int(),
      }),
    ),
    /** The sentence of the card: "3 of 20 recommendations have matured; percentages appear from 30". */
    sentence: z.string(),
  })
  .meta({ id: 'TrackRecord' })
export type TrackRecord = z.infer<typeof trackRecordSchema>

const recommendationRowSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  kind: z.enum(['comprehensive', 'hedge', 'discovery']),
  engine: z.string(),
  recommendation: z.string(),
  confidence: z.number().nullable(),
  horizonEnds: z.iso.date(),
  status: z.enum(['open', 'scored', 'excluded']),
  unchangedPercent: z.number().nullable(),
  followedPercent: z.number().nullable(),
  improvement: z.number().nullable(),
  simulated: z.boolean(),
})

export const getTrackRecord = defineCall({
  method: 'GET',
  path: '/api/track-record',
  access: 'signed-in',
  tag,
  summary: 'How recommendations turned out, counted and scored by rule. Simulated and live ones never mix.',
  response: z.object({ live: trackRecordSchema, simulated: trackRecordSchema }),
})

export const listRecommendations = defineCall({
  method: 'GET',
  path: '/api/track-record/recommendations',
  access: 'signed-in',
  tag,
  summary: 'Every recommendation with its outcome, losers included, without whose portfolio it was; newest 1,000.',
  query: z.object({ simulated: z.enum(['true', 'false']).default('false') }),
  response: z.array(recommendationRowSchema),
})

export const exportRecommendations = defineCall({
  method: 'GET',
  path: '/api/track-record/recommendations.csv',
  access: 'signed-in',
  kind: 'file',
  tag,
  summary: 'Every recommendation with its outcome as CSV.',
  query: z.object({ simulated: z.enum(['true', 'false']).default('false') }),
})
