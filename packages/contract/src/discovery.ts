import { z } from 'zod'
import { verificationSchema } from './ai-analysis.ts'
import { defineCall } from './call.ts'
import { engineSchema, factSchema, groundedTextSchema } from './grounding.ts'
import { marketDataSourceSchema } from './market-data.ts'

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

export const runAgenticDiscovery = defineCall({
  method: 'POST',
  path: '/api/agentic-discovery',
  access: 'signed-in',
  rateLimit: 'ai',
  isCharged: true,
  tag,
  summary:
    'Options plays that are related to the portfolio by more than chance. Costs one token, nothing when nothing is found. With `Accept: text/event-stream` its steps are reported.',
  body: z.object({ portfolioId: z.string() }).strict(),
  response: discoveryRunSchema,
  failures: {
    403: 'Needs PRO (`requiresUpgrade`) or a token (`requiresPurchase`).',
    404: 'There is no such portfolio, or it belongs to somebody else.',
  },
})
