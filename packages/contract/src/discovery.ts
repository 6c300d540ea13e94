import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { groundedTextSchema, runFields } from './grounding.ts'
import { bookGreeksSchema, chainOutcomeSchema, hedgeLegSchema, profitRowSchema } from './hedge-strategies.ts'
import { hedgeRepricingSchema } from './hedges.ts'
import { missingPriceReasonSchema } from './portfolios.ts'

/*
 * Agentic Option Discovery. Money is US dollars, prices and Greeks are per share unless said otherwise, volatilities and
 * rates are fractions a year, fields named `…Percent` and `mispricing`, `expectedReturn` and `conditionalReturn` are
 * percents. An idea's `legs` with the run's `repricing` are what `repriceHedge` of `@ballast/quant` takes, as for hedges,
 * so that a browser can go on from there with the same code.
 */

/**
 * Reason to look at an asset: beyond the market it moves against the portfolio, or with it; it rises on the portfolio's
 * worst days, or falls on them more than its beta explains.
 */
export const relationReasonSchema = z.enum(['moves-against', 'moves-with', 'gains-in-tail', 'amplifies-tail'])

/** Black–Scholes–Merton, per share: theta a year, vega and rho for a change of 1 (100 points). */
const shareGreeksSchema = z.object({
  delta: z.number(),
  gamma: z.number(),
  theta: z.number(),
  vega: z.number(),
  rho: z.number(),
})

/** Everything that the fair value was computed from, so that it can be computed again. */
const playPricingSchema = z.object({
  spot: z.number(),
  forward: z.number(),
  years: z.number(),
  rate: z.number(),
  dividendYield: z.number(),
  style: z.enum(['american', 'european']),
  mid: z.number(),
  /** Volatility that the quote of this strike implies. */
  impliedVolatility: z.number(),
  /** Expected of the asset to expiry, and the usual error of such forecasts: standard deviation of its logarithm. */
  forecastVolatility: z.number(),
  forecastUncertainty: z.number(),
  /** How many past forecasts the error was measured on; 0 when it is the usual one. */
  forecastsMeasured: z.number().int(),
  /** Usual implied over realised volatility, and on how many observations it was measured; 0 when it is its class's. */
  premiumRatio: z.number(),
  premiumMeasured: z.number().int(),
  /** Volatility of this strike over that at the money, by the present smile. */
  smileShape: z.number(),
  /** forecast × premium × shape: the volatility at which the option is fairly priced. */
  fairVolatility: z.number(),
})

/** Effect of the idea on the whole portfolio, in its `contracts`. */
const playEffectSchema = z.object({
  /** Trading days after which the two repriced valuations of the table look. */
  horizonDays: z.number().int(),
  /** With beta-weighted delta in shares of the benchmark. */
  before: bookGreeksSchema,
  after: bookGreeksSchema,
  table: z.array(profitRowSchema),
})

export const discoverySchema = defineObject('Discovery', {
  // As specified:
  /** The same for the same contract: ticker, expiry, strike, type. */
  id: z.string(),
  ticker: z.string(),
  /** `hedge` gains on the portfolio's worst days; `tail-risk` is a long shot that does not protect it ("Speculative"). */
  type: z.enum(['hedge', 'tail-risk']),
  rationale: z.string(),
  /** Correlation of the underlying with the portfolio, 90 days. */
  correlation: z.number(),
  /** Positive is cheap against its own normal. */
  mispricing: z.number(),
  /** Return of buying at the ask and holding to expiry, with no view on direction; usually negative for what protects. */
  expectedReturn: z.number(),
  strike: z.number(),
  expiry: z.iso.date(),
  /** Cost of one contract at the ask. */
  cost: z.number(),
  firstPrinciple: z.string(),
  // And what these are made of:
  name: z.string(),
  symbol: z.string(),
  contractType: z.enum(['call', 'put']),
  /** Kind of asset, such as "Government bonds"; at most two ideas are of one kind. */
  assetClass: z.string(),
  rationaleParts: groundedTextSchema,
  firstPrincipleParts: groundedTextSchema,
  /** One sentence on the price: how far it is from fair, or that it cannot be told from fair. */
  pricingParts: groundedTextSchema,
  underlyingPrice: z.number(),
  bid: z.number().nullable(),
  ask: z.number(),
  openInterest: z.number().nullable(),
  volume: z.number().nullable(),
  daysToExpiry: z.number().int(),
  delta: z.number(),
  impliedVolatility: z.number(),
  forecastVolatility: z.number(),
  fairValue: z.number(),
  fairLow: z.number(),
  fairHigh: z.number(),
  /** True when the price lies within the band: not distinguishable from fair. */
  insideNoise: z.boolean(),
  /** Correlation of the position: that of the underlying, with its sign turned for puts. */
  effectiveCorrelation: z.number(),
  partialCorrelation: z.number().nullable(),
  /** Share of false discoveries among findings as strong as this. */
  qValue: z.number().nullable(),
  /** Share of earlier and longer windows in which the relation had the same sign, 0 to 1. */
  stability: z.number(),
  reasons: z.array(relationReasonSchema),
  /** On the worst tenth of the portfolio's days: mean return of the asset and how often it rose. */
  tail: z.object({ days: z.number().int(), meanPercent: z.number(), risePercent: z.number() }).nullable(),
  /** Expected return in the worst tenth of the portfolio's simulated paths to expiry, and the portfolio's own there. */
  conditionalReturn: z.number().nullable(),
  badPortfolioPercent: z.number(),
  /** How many a two-hundredth of the portfolio buys: at least one, at most what the market bears. */
  contracts: z.number().int(),
  /** Total cost of all contracts, commissions included, and in percent of the portfolio. */
  totalCost: z.number(),
  totalCostPercent: z.number(),
  /** Price of the underlying at which one contract pays back its ask at expiry. */
  breakEven: z.number(),
  /** Largest loss of one contract: its cost and commission. */
  maxLoss: z.number(),
  /** Weighted sum of standardised measures, 0 the average of all that passed; and its parts. */
  score: z.number(),
  scoreParts: z.object({
    hedgePower: z.number(),
    relativeValue: z.number(),
    stability: z.number(),
    liquidity: z.number(),
  }),
  /** The position: one leg of `contracts` contracts, and what opening it costs in commissions. */
  legs: z.array(hedgeLegSchema),
  fees: z.number(),
  greeks: shareGreeksSchema,
  pricing: playPricingSchema,
  effect: playEffectSchema,
  /** The fact behind each figure, by the name of its field: `{ cost: 'F12', 'tail.meanPercent': 'F19' }`. */
  factIds: z.record(z.string(), z.string()),
})
export type Discovery = z.infer<typeof discoverySchema>

/** An asset whose relation to the portfolio is more than the market and more than chance. */
export const discoveredRelationSchema = z.object({
  ticker: z.string(),
  name: z.string(),
  assetClass: z.string(),
  isHeld: z.boolean(),
  reasons: z.array(relationReasonSchema),
  correlation: z.number(),
  partialCorrelation: z.number().nullable(),
  partialQValue: z.number().nullable(),
  tailMeanPercent: z.number().nullable(),
  tailRisePercent: z.number().nullable(),
  /** Q-value of gaining on the worst days. */
  tailQValue: z.number().nullable(),
  factIds: z.record(z.string(), z.string()),
})

export const discoveryRunSchema = defineObject('DiscoveryRun', {
  // As specified:
  discoveries: z.array(discoverySchema),
  /** Negative for admins, who have no count. */
  tokensRemaining: z.number().int(),
  isAdmin: z.boolean(),
  // And the rest:
  runId: z.uuid(),
  portfolioId: z.uuid(),
  portfolioName: z.string(),
  createdAt: z.iso.datetime(),
  isCurrent: z.boolean(),
  /** Assets that were really looked at. */
  scanned: z.object({
    /** Assets that were to be looked at: the universe and the portfolio's five largest. */
    universe: z.number().int(),
    /** Assets of these that had enough history. */
    assets: z.number().int(),
    /** Related assets whose option chain was read. */
    assetsWithOptions: z.number().int(),
    /** Trading days of the relation, and of the search for the worst tenth. */
    days: z.number().int(),
    tailDays: z.number().int(),
    tests: z.number().int(),
    /** Largest expected share of chance among what is called significant: a fraction. */
    falseDiscoveryRate: z.number(),
    /** Assets with a significant relation. */
    significant: z.number().int(),
    /** Contracts that were priced. */
    contracts: z.number().int(),
  }),
  /** Tickers that were looked at, and the significant ones with their figures. */
  assets: z.array(z.string()),
  relations: z.array(discoveredRelationSchema),
  /** Assets that could not be looked at, and why. */
  leftOut: z.array(z.object({ ticker: z.string(), reason: z.string() })),
  /** Positions that the portfolio is looked at without. */
  positionsLeftOut: z.array(z.object({ ticker: z.string(), reason: z.union([missingPriceReasonSchema, z.string()]) })),
  /** Sides of related assets that gave no idea, and why. */
  considered: z.array(
    z.object({ ticker: z.string(), contractType: z.enum(['call', 'put']), rule: z.string(), reason: z.string() }),
  ),
  /** Every chain that was asked for, and what came of it. */
  chains: z.array(chainOutcomeSchema),
  /** Why there are no discoveries; null when there are some. */
  nothingFound: z.enum(['no-history', 'nothing-significant', 'no-options', 'nothing-passed']).nullable(),
  /** One sentence; with no discoveries, why there are none (and nothing was charged). */
  summary: z.string(),
  summaryParts: groundedTextSchema,
  /** The portfolio as repricing takes it, and the underlyings of all ideas. */
  repricing: hedgeRepricingSchema,
  charged: z.boolean(),
  ...runFields,
})
export type DiscoveryRun = z.infer<typeof discoveryRunSchema>

const tag = 'AI'

export const runAgenticDiscovery = defineCall(tag, {
  method: 'POST',
  path: '/api/agentic-discovery',
  rateLimit: 'ai',
  isCharged: true,
  summary:
    'Option ideas that are related to the portfolio by more than chance. Costs one token, nothing when nothing is found. With `Accept: text/event-stream` its steps are reported.',
  body: z.object({ portfolioId: z.string() }).strict(),
  response: discoveryRunSchema,
  failures: {
    403: 'Needs PRO (`requiresUpgrade`) or a token (`requiresPurchase`).',
    404: 'There is no such portfolio, or it belongs to somebody else.',
  },
})
