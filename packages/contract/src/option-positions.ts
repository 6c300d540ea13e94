import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { marketDataSourceSchema } from './market-data.ts'
import { contractTypeSchema, optionQuoteStateSchema } from './options.ts'
import { portfolioParams } from './portfolios.ts'

/* Options as positions; units as in `options.ts`. */

/**
 * Why an option of a portfolio has no price: `expired`; its underlying has no chain (`no-options`); the chain does not
 * list the contract (`not-listed`); nobody offers it (`no-quote`); the provider is down or refuses options.
 */
export const optionAbsenceSchema = z.enum([
  'expired',
  'no-options',
  'not-listed',
  'no-quote',
  'provider-down',
  'unauthorized',
])

/** Sensitivities of a position or a book, signed, with the multiplier and the number of contracts in them. */
export const positionGreeksSchema = z.object({
  /** Shares of the underlying that move alike. */
  delta: z.number(),
  /** Dollars gained when the underlying rises by $1 beyond what delta says: change of `delta` per $1. */
  gamma: z.number(),
  /** Dollars a calendar day. */
  theta: z.number(),
  /** Dollars per volatility point. */
  vega: z.number(),
})

export const optionPositionSchema = defineObject('OptionPosition', {
  symbol: z.string(),
  underlying: z.string(),
  underlyingPrice: z.number().nullable(),
  expiry: z.iso.date(),
  /** Calendar days from today in New York; negative once expired. */
  days: z.number().int(),
  contractType: contractTypeSchema,
  strike: z.number(),
  /** Negative when short; all lots of the symbol together. */
  contracts: z.number(),
  multiplier: z.number(),
  /** Per share; null with the reason in `missing`. */
  price: z.number().nullable(),
  state: optionQuoteStateSchema.nullable(),
  /** contracts × price × multiplier; negative when short. */
  value: z.number().nullable(),
  /** contracts × average cost × multiplier; null when a lot has no cost. */
  cost: z.number().nullable(),
  gain: z.number().nullable(),
  impliedVolatility: z.number().nullable(),
  greeks: positionGreeksSchema.nullable(),
  /** Delta × beta of the underlying, in shares of the benchmark. */
  betaWeightedDelta: z.number().nullable(),
  inTheMoney: z.boolean().nullable(),
  /** Price of the underlying at expiry where the position breaks even; null without a cost. */
  breakEven: z.number().nullable(),
  /**
   * `long` owes nothing. A short call is `covered` by shares or long calls of the portfolio, a short put by long puts
   * (`covered`) or by cash (`cash-secured`); `partly-covered` when some are; else `naked`. `expired` owes nothing and
   * covers nothing.
   */
  coverage: z.enum(['long', 'covered', 'cash-secured', 'partly-covered', 'naked', 'expired']),
  /** Short contracts that are not covered. */
  uncoveredContracts: z.number(),
  /** Why, in a sentence: "200 shares of AAPL cover both contracts." */
  coverageReason: z.string(),
  missing: optionAbsenceSchema.nullable(),
})
export type OptionPosition = z.infer<typeof optionPositionSchema>

/** A day on which options of the portfolio expire. */
export const expiryCalendarRowSchema = z.object({
  expiry: z.iso.date(),
  days: z.number().int(),
  symbols: z.array(z.string()),
  longContracts: z.number(),
  shortContracts: z.number(),
  /** Sum of what has a price; null when nothing has. */
  value: z.number().nullable(),
  /** Dollars a day, of what has Greeks. */
  theta: z.number().nullable(),
  /** Shares to deliver if every short call were exercised, and dollars to pay if every short put were; expired: none. */
  sharesToDeliver: z.record(z.string(), z.number()),
  cashToPay: z.number(),
})

/** The options of a portfolio and what the whole book is sensitive to. */
export const portfolioOptionsSchema = defineObject('PortfolioOptions', {
  /** By expiry, then symbol. */
  positions: z.array(optionPositionSchema),
  /** In order of expiry; expired ones first, so that they are seen. */
  calendar: z.array(expiryCalendarRowSchema),
  /** Stocks and options together; null when nothing can be counted. */
  book: z
    .object({
      benchmark: z.string(),
      benchmarkPrice: z.number(),
      /** Shares of the benchmark that move alike: dollarBeta / benchmarkPrice. */
      betaWeightedDelta: z.number(),
      /** Part of that from options. */
      optionsBetaWeightedDelta: z.number(),
      dollarDelta: z.number(),
      dollarBeta: z.number(),
      /** Change of dollarDelta when every underlying rises by 1 %. */
      dollarGammaPerPercent: z.number(),
      thetaPerDay: z.number(),
      vegaPerPoint: z.number(),
    })
    .nullable(),
  /** Positions that the book leaves out, with a sentence on each. */
  notCounted: z.array(z.object({ ticker: z.string(), reason: z.string() })),
  asOf: z.iso.datetime().nullable(),
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  stale: z.boolean(),
  /** Set when the provider refuses options to this key. */
  unauthorized: z.string().nullable(),
})
export type PortfolioOptions = z.infer<typeof portfolioOptionsSchema>

export const getPortfolioOptions = defineCall('Options', {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/options',
  summary: 'Options of a portfolio with value, Greeks and cover, and their beta-weighted delta.',
  params: portfolioParams,
  response: portfolioOptionsSchema,
})
