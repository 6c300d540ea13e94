import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { groundedTextSchema, runFields } from './grounding.ts'
import { missingPriceReasonSchema } from './portfolios.ts'

/*
 * What the AI Analysis screen asks for. Two engines answer alike: the built-in one, and a configured model over the same
 * facts. Fields named `…Percent`, and `confidence`, `mispricing` and `expectedReturn`, are percents; money is US dollars.
 */

/** A change of the portfolio in a form that can be carried out and scored. */
export const operationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trade'), ticker: z.string(), shares: z.number(), amount: z.number() }),
  z.object({ kind: z.literal('option'), symbol: z.string(), contracts: z.number().int(), premium: z.number() }),
])
export type Operation = z.infer<typeof operationSchema>

/** Computed effect of an action; null where history or options do not tell. */
const effectSchema = z.object({
  /** Change of the diversification score, in points. */
  scoreChange: z.number().nullable(),
  /** Change of the mean of the worst 5 % of returns over the horizon, with costs, in percent of the portfolio; negative is better. */
  cvarChangePercent: z.number().nullable(),
  /** Change of the mean loss over past crises, likewise. */
  crisisLossChangePercent: z.number().nullable(),
  costPercent: z.number().nullable(),
})

/**
 * An action as a step of a plan that adds up: what to do of it once the actions before it are done. `first` and
 * `as-it-stands` are the action itself. In analyses from before, `instead` are other trades for the same rule, and
 * `not-needed` and `not-possible` trade nothing.
 */
const stepSchema = z.object({
  status: z.enum(['first', 'as-it-stands', 'instead', 'not-needed', 'not-possible']),
  /** Places, from 0, of earlier actions that it must not be added to as it stands. */
  excludes: z.array(z.number().int()),
  operations: z.array(operationSchema),
  /** State after the action: cash, shares of what it trades, and the loss in the costliest move of the market. */
  left: z.object({
    cash: z.number(),
    holdings: z.array(z.object({ ticker: z.string(), shares: z.number() })),
    marketPercent: z.number(),
    lossPercent: z.number(),
  }),
})

export const comprehensiveAnalysisSchema = defineObject('ComprehensiveAnalysis', {
  // As specified:
  recommendation: z.string(),
  confidence: z.number(),
  reasoning: z.array(z.string()),
  actions: z.array(
    z.object({
      type: z.enum(['trim', 'hedge', 'diversify', 'rebalance', 'monitor', 'data']),
      /** The order to the letter, and its effect. */
      description: z.string(),
      parts: groundedTextSchema,
      operations: z.array(operationSchema),
      effect: effectSchema.nullable(),
      /** Null for what trades nothing, and in analyses from before there were steps. */
      step: stepSchema.nullable().default(null),
    }),
  ),
  methodology: z.object({
    analysisApproach: z.string(),
    dataSources: z.array(z.string()),
    // And what these are made of:
    approachParts: groundedTextSchema,
    dataSourceParts: z.array(groundedTextSchema),
  }),
  // And what these are made of:
  analysisId: z.uuid(),
  portfolioId: z.uuid(),
  portfolioName: z.string(),
  createdAt: z.iso.datetime(),
  isCurrent: z.boolean(),
  recommendationParts: groundedTextSchema,
  reasoningParts: z.array(groundedTextSchema),
  headline: z.enum(['reduce-concentration', 'hedge-market-risk', 'diversify', 'improve-data', 'hold']),
  /** Meaning of `confidence` in words: "Helps in 92 of 100 histories, 8 of 9 crises." Empty in older analyses. */
  evidence: z.string().default(''),
  evidenceParts: groundedTextSchema.default([]),
  /**
   * `confidence` is 100 · max(0, within − alternative), at most 100 · data, until enough recommendations with as much
   * evidence have been scored. In analyses from before (`within` is null) it was an estimate by another formula.
   */
  confidenceDetail: z.object({
    /** Share of the value with a year of own prices. */
    data: z.number(),
    /** Share of resampled histories in which the finished plan makes the worst losses smaller, costs included. */
    resamples: z.number(),
    resampleCount: z.number().int(),
    /** Share of past crises in which it helps; in analyses from before, of past stretches, too. */
    windows: z.number(),
    windowCount: z.number().int(),
    /** Share of resampled histories in which the finished plan ends within the limit; null where it was not tried on them. */
    within: z.number().nullable().default(null),
    /** The same of the best alternative that is expected to cost less; null where nothing costs less. */
    alternative: z.number().nullable().default(null),
    /** True when it was corrected by how often such recommendations came true. */
    calibrated: z.boolean(),
    /** By which outcomes: of recommendations that were given, or of the replay; null where by none. */
    calibratedBy: z.enum(['record', 'replay']).nullable().default(null),
  }),
  /**
   * Data that the analysis could draw on, for the badges: portfolio data, correlation matrix, options chains, backtest
   * results.
   */
  context: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['used', 'partial', 'missing']),
      /** Names the missing part, or says how the data was used. */
      note: z.string().nullable(),
      noteParts: groundedTextSchema.nullable(),
    }),
  ),
  /** Positions that the analysis leaves out, each with the reason. */
  leftOut: z.array(z.object({ ticker: z.string(), reason: z.union([missingPriceReasonSchema, z.string()]) })),
  ...runFields,
})
export type ComprehensiveAnalysis = z.infer<typeof comprehensiveAnalysisSchema>

const tag = 'AI'
const portfolioBody = z.object({ portfolioId: z.string() }).strict()

export const runComprehensiveAnalysis = defineCall(tag, {
  method: 'POST',
  path: '/api/ai-analysis/comprehensive',
  rateLimit: 'ai',
  isCharged: true,
  summary:
    'Gives one piece of advice for the whole portfolio, with reasons, actions and evidence. PRO. With `Accept: text/event-stream` its steps are reported.',
  body: portfolioBody,
  response: comprehensiveAnalysisSchema,
  failures: {
    403: 'Needs PRO (`requiresUpgrade`).',
    404: 'There is no such portfolio, or it belongs to somebody else.',
  },
})
