import { z } from 'zod'
import { defineCall } from './call.ts'
import { groundedTextSchema, runFields } from './grounding.ts'
import { chainOutcomeSchema, hedgeFamilySchema, hedgeStrategySchema } from './hedge-strategies.ts'
import { sviSchema } from './options.ts'
import { missingPriceReasonSchema, portfolioParams } from './portfolios.ts'

/*
 * Hedges of a whole portfolio. Currency is US dollars; fields named `…Percent` are percents (of the portfolio's value
 * unless said otherwise), losses positive in fields named loss and negative in fields named profit. The mathematics is
 * `@ballast/quant`'s hedge search; `priced` is exactly what its `repriceHedge` takes, so that a browser can go on from
 * there with the same code.
 */

/** Ranges of a request, both ends included. */
export const HEDGE_RANGES = {
  limitPercent: { least: 1, most: 60 },
  shockPercent: { least: 5, most: 60 },
  horizonDays: { least: 5, most: 252 },
  budgetPercent: { least: 0, most: 20 },
  gainsTaxPercent: { least: 0, most: 60 },
} as const

/** Kinds of accounts; only in a margin account may options be sold that neither shares nor cash stand behind. */
export const ACCOUNT_KINDS = ['margin', 'cash', 'ira'] as const
/** Approval of a broker, each level with those before it: options against shares, bought ones, spreads, any. */
export const APPROVAL_LEVELS = ['covered', 'long', 'spreads', 'uncovered'] as const
/** Underlyings that options may be on. */
export const UNDERLYING_KINDS = ['any', 'index', 'single-names'] as const

const inRange = ({ least, most }: { least: number; most: number }) => z.number().min(least).max(most)

/** Past crises that can be asked about: the scenarios of the backtest in which the market fell, in order of time. */
export const HEDGE_CRISES = [
  'dotcom-2000',
  'gfc-2007',
  'lehman-2008',
  'debt-ceiling-2011',
  'china-oil-2015',
  'volmageddon-2018',
  'q4-2018',
  'covid-2020',
  'bear-2022',
  'carry-2024',
  'tariff-2025',
] as const
export type HedgeCrisis = (typeof HEDGE_CRISES)[number]

/** Hedge request of the owner; what is left out takes its default and is echoed in `request`. */
export const hedgeRequestBodySchema = z
  .object({
    /** Words of the owner's own; what was understood and what was not comes back in `request`. */
    customPrompt: z.string().trim().max(1_000),
    /** True says that the words were read into the fields already, and seen: only the fields count. */
    wordsAreRead: z.boolean(),
    /** The most that may be lost. */
    limitPercent: inRange(HEDGE_RANGES.limitPercent),
    /** The same in dollars; with both, the smaller one counts. */
    limitUsd: z.number().positive().max(1e12),
    /** The fall of the market for which the limit is meant. */
    shockPercent: inRange(HEDGE_RANGES.shockPercent),
    /**
     * A past crisis in place of one fall: the limit is meant for its worst day, on its path of days, with options bought
     * again at each expiry. It goes before `shockPercent`, and before another objective than the loss curve.
     */
    crisisId: z.enum(HEDGE_CRISES),
    /** Trading days for which protection is wanted. */
    horizonDays: inRange(HEDGE_RANGES.horizonDays).int(),
    /** The most that the hedge may cost. */
    budgetPercent: inRange(HEDGE_RANGES.budgetPercent),
    /** The same in dollars; with both, the smaller one counts. */
    budgetUsd: z.number().min(0).max(1e12),
    /** True if calls on an index may be sold without owning it (needs a margin account). */
    allowShortCalls: z.boolean(),
    /** The last day of protection, instead of `horizonDays`; with both, this one counts. */
    lastDay: z.iso.date(),
    /** False leaves options out altogether. */
    allowOptions: z.boolean(),
    /** True buys options and sells none: no spreads, no collars, no covered calls. */
    longOnly: z.boolean(),
    /** True sells no puts below those that are bought. */
    noSpreads: z.boolean(),
    underlyings: z.enum(UNDERLYING_KINDS),
    account: z.enum(ACCOUNT_KINDS),
    /** Tax that the owner pays on realised gains; nothing is assumed, and an IRA pays nothing. */
    gainsTaxPercent: inRange(HEDGE_RANGES.gainsTaxPercent),
    approval: z.enum(APPROVAL_LEVELS),
    /** True trades shares in whole ones. */
    wholeShares: z.boolean(),
    /** True leaves out whatever caps gains: collars and covered calls. */
    keepUpside: z.boolean(),
    /** Tickers that may be neither sold nor capped. */
    keep: z.array(z.string().max(21)).max(50),
    objective: z.enum(['loss-curve', 'cvar', 'floor']),
  })
  .partial()
  .strict()
export type HedgeRequestBody = z.infer<typeof hedgeRequestBodySchema>

/** One point of cost against protection. */
export const frontierPointSchema = z.object({
  limitPercent: z.number(),
  /** Null when no package reaches the limit. A point that has a cost and a `reason` costs more than the budget. */
  costPercent: z.number().nullable(),
  cost: z.number().nullable(),
  reason: z.enum(['budget', 'liquidity-or-strikes', 'accounts', 'not-needed']).nullable(),
  /** Cost of selling as much as keeps the same limit: forgone return, in percent of the portfolio. */
  sellingPercent: z.number(),
  sellingCostPercent: z.number(),
  /** The package of this point as a whole strategy, to choose on the chart; null without one. */
  strategyId: z.string().nullable(),
})

const smileSchema = z.object({
  forward: z.number(),
  years: z.number(),
  atmVolatility: z.number(),
  svi: sviSchema,
  pointCount: z.number().int(),
})
const pricedLegSchema = z.object({
  underlying: z.string(),
  type: z.enum(['call', 'put']),
  strike: z.number(),
  expiry: z.iso.date(),
  contracts: z.number(),
  premium: z.number(),
  multiplier: z.number(),
  settledInShares: z.number().optional(),
})

/** Input of repricing in the browser next to a strategy's legs, field by field as the library's `repriceHedge` takes. */
export const hedgeRepricingSchema = z.object({
  book: z.object({
    value: z.number(),
    exposures: z.array(z.object({ value: z.number(), beta: z.number() })),
    options: z.array(pricedLegSchema),
  }),
  underlyings: z.array(
    z.object({
      ticker: z.string(),
      kind: z.enum(['price', 'volatility']),
      /** Day of its quotes in New York, from which days count; null in answers from before it was kept. */
      today: z.iso.date().nullable().default(null),
      spot: z.number(),
      beta: z.number(),
      style: z.enum(['american', 'european']),
      rate: z.number(),
      volatility30: z.number(),
      response: z.number(),
      volatilityCap: z.number(),
      expiries: z.array(
        z.object({
          expiry: z.iso.date(),
          smile: smileSchema,
          dividendYield: z.number(),
          /** Contracts that are worth their quote today: all legs with a good one. */
          quotes: z.array(z.object({ type: z.enum(['call', 'put']), strike: z.number(), volatility: z.number() })),
        }),
      ),
    }),
  ),
})

/** Price of a limit in one sense of the word; without legs, nothing has to be bought. */
const limitPriceSchema = z.object({
  cost: z.number(),
  percent: z.number(),
  /** "SPY Feb 19, 2027: buy 4 × 740 put, sell 2 × 620 put"; null where nothing has to be bought. */
  instrument: z.string().nullable(),
})

export const riskAssessmentSchema = z.object({
  // As specified:
  concentrationRisk: z.string(),
  sectorExposure: z.string(),
  marketRisk: z.string(),
  keyVulnerabilities: z.array(z.string()),
  // And what these are made of:
  parts: z.object({
    concentrationRisk: groundedTextSchema,
    sectorExposure: groundedTextSchema,
    marketRisk: groundedTextSchema,
    keyVulnerabilities: z.array(groundedTextSchema),
    wrongIndexWarning: groundedTextSchema.nullable(),
  }),
  value: z.number(),
  beta: z.number(),
  /** Share of the variance that an index hedge can cover. */
  rSquaredPercent: z.number().nullable(),
  volatilityPercent: z.number().nullable(),
  shocks: z.array(
    z.object({ marketPercent: z.number(), profit: z.number(), profitPercent: z.number(), stressedPercent: z.number() }),
  ),
  crises: z.array(
    z.object({ scenarioId: z.string(), name: z.string(), lossPercent: z.number(), proxyPercent: z.number() }),
  ),
  /** 95 % over three months, simulated from the portfolio's own history. */
  tail: z.object({ varPercent: z.number(), cvarPercent: z.number(), paths: z.number().int() }).nullable(),
  contributions: z.array(z.object({ ticker: z.string(), weightPercent: z.number(), riskPercent: z.number() })),
  /** The index that fits best, and a warning when it is not the S&P 500. */
  indexFit: z.array(z.object({ index: z.string(), rSquaredPercent: z.number(), beta: z.number() })),
  wrongIndexWarning: z.string().nullable(),
})

export const hedgeAnalysisSchema = z
  .object({
    // As specified:
    riskAssessment: riskAssessmentSchema,
    hedgeStrategies: z.array(hedgeStrategySchema),
    summary: z.string(),
    // And the rest:
    analysisId: z.uuid(),
    portfolioId: z.uuid(),
    portfolioName: z.string(),
    createdAt: z.iso.datetime(),
    /** False once the portfolio's positions are no longer those that were analysed. */
    isCurrent: z.boolean(),
    summaryParts: groundedTextSchema,
    /** Sentences that did not fit the summary, which holds at most five. */
    whyParts: groundedTextSchema.default([]),
    outcome: z.enum(['hedge', 'cannot-be-met', 'limit-holds-already', 'do-not-hedge']),
    request: z.object({
      limitPercent: z.number(),
      /** Where a crisis is asked about, the deepest fall of the index within it. */
      shockPercent: z.number(),
      crisisId: z.enum(HEDGE_CRISES).nullable().default(null),
      crisisName: z.string().nullable().default(null),
      horizonDays: z.number().int(),
      budgetPercent: z.number(),
      allowShortCalls: z.boolean(),
      allowOptions: z.boolean(),
      // Answers from before these could be said have none.
      longOnly: z.boolean().default(false),
      noSpreads: z.boolean().default(false),
      underlyings: z.enum(UNDERLYING_KINDS).default('any'),
      account: z.enum(ACCOUNT_KINDS).default('margin'),
      gainsTaxPercent: z.number().nullable().default(null),
      approval: z.enum(APPROVAL_LEVELS).default('uncovered'),
      wholeShares: z.boolean().default(false),
      lastDay: z.iso.date().nullable().default(null),
      keepUpside: z.boolean(),
      keep: z.array(z.string()),
      objective: z.enum(['loss-curve', 'cvar', 'floor']),
      customPrompt: z.string().nullable(),
      /** Meaning that the words were given: "max loss 10%" → limitPercent 10. */
      understood: z.array(z.object({ words: z.string(), meaning: z.string() })),
      /** Words that were not used, so that nobody thinks they were. */
      notUsed: z.array(z.string()),
    }),
    /** Days for which protection is looked for; null in answers from before they were kept. */
    term: z
      .object({
        /** The last day of protection. */
        lastDay: z.iso.date(),
        tradingDays: z.number().int(),
        /** The last day that was asked for; another one where the listed expiries ask for it. */
        askedDay: z.iso.date(),
      })
      .nullable()
      .default(null),
    /** Where options that are held end within the term and the limit ends with them. */
    protectionEnd: z
      .object({ date: z.iso.date(), lossBeforePercent: z.number(), lossAfterPercent: z.number() })
      .nullable()
      .default(null),
    /**
     * The risk that costs more than the market's fall does, by the fund that follows it, where there is one: yields, gold or
     * a currency. The limit is then meant for a fall of that fund.
     */
    ownRisk: z
      .object({
        kind: z.enum(['rates', 'gold', 'dollar', 'euro', 'yen']),
        ticker: z.string(),
        fallPercent: z.number(),
        lossPercent: z.number(),
        isKept: z.boolean(),
      })
      .nullable()
      .default(null),
    /** The limit kept on the last day only, on every day (what is recommended), and at betas of past falling days. */
    prices: z
      .object({
        lastDay: limitPriceSchema.nullable(),
        everyDay: limitPriceSchema.nullable(),
        stressed: limitPriceSchema.nullable(),
      })
      .nullable()
      .default(null),
    frontier: z.array(frontierPointSchema),
    /** Strategies of frontier points that are not among `hedgeStrategies`. */
    frontierStrategies: z.array(hedgeStrategySchema),
    considered: z.array(
      z.object({
        family: hedgeFamilySchema,
        instrument: z.string().nullable(),
        rule: z.string(),
        /** Why it was not proposed, in words. */
        reason: z.string(),
        reasonParts: groundedTextSchema,
      }),
    ),
    repricing: hedgeRepricingSchema,
    /** Positions that are left out, each with the reason: without a price, or without a chain for its options. */
    leftOut: z.array(z.object({ ticker: z.string(), reason: z.union([missingPriceReasonSchema, z.string()]) })),
    /** Every chain that was asked for, and what came of it. */
    chains: z.array(chainOutcomeSchema),
    ...runFields,
    /** Tokens that the user has left when this is answered; negative for admins, who have no count. */
    tokensRemaining: z.number().int(),
    isAdmin: z.boolean(),
  })
  .meta({ id: 'HedgeAnalysis' })
export type HedgeAnalysis = z.infer<typeof hedgeAnalysisSchema>

const tag = 'Hedges'

export const analyzeHedges = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/analyze-hedges',
  rateLimit: 'ai',
  isCharged: true,
  summary:
    'Search the whole portfolio for the cheapest protection that holds. Costs one token. With `Accept: text/event-stream` its steps are reported.',
  params: portfolioParams,
  body: hedgeRequestBodySchema,
  response: hedgeAnalysisSchema,
  failures: { 403: 'Needs PRO (`requiresUpgrade`) or a token (`requiresPurchase`).' },
})

export const hedgeAnalysisEntrySchema = z
  .object({
    analysisId: z.uuid(),
    createdAt: z.iso.datetime(),
    isCurrent: z.boolean(),
    summary: z.string(),
    outcome: hedgeAnalysisSchema.shape.outcome,
    limitPercent: z.number(),
    shockPercent: z.number(),
    crisisName: z.string().nullable().default(null),
    recommended: z.object({ type: z.string(), instrument: z.string(), costPercent: z.number() }).nullable(),
    simulated: z.boolean(),
  })
  .meta({ id: 'HedgeAnalysisEntry' })
export type HedgeAnalysisEntry = z.infer<typeof hedgeAnalysisEntrySchema>

export const listHedgeAnalyses = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/hedge-analyses',
  summary: 'Past hedge searches of a portfolio, newest first.',
  params: portfolioParams,
  response: z.array(hedgeAnalysisEntrySchema),
})

export const getHedgeAnalysis = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/hedge-analyses/:analysisId',
  summary: 'An earlier hedge analysis as it was.',
  params: portfolioParams.extend({ analysisId: z.string() }),
  response: hedgeAnalysisSchema,
})

export const getHedgeInputs = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/hedge-analyses/:analysisId/inputs',
  rateLimit: 'compute',
  kind: 'file',
  summary:
    'The inputs of a hedge analysis, such as daily closes and quotes. Each line is a JSON object. `npm run verify:advice` computes the answer again from them.',
  params: portfolioParams.extend({ analysisId: z.string() }),
  failures: {
    410: 'Inputs are kept only for the ten newest analyses of a portfolio.',
  },
})

export const deleteHedgeAnalysis = defineCall(tag, {
  method: 'DELETE',
  path: '/api/portfolios/:portfolioId/hedge-analyses/:analysisId',
  summary: 'Delete an earlier hedge analysis.',
  params: portfolioParams.extend({ analysisId: z.string() }),
  response: z.object({ deleted: z.literal(true) }),
})
