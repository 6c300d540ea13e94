import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { marketDataSourceSchema } from './market-data.ts'

/*
 * Option chains.
 *
 * Units, everywhere in this file: prices and Greeks are per share of the underlying, in US dollars, before the
 * multiplier; volatilities and rates are fractions a year (0.25 is 25 %); fields named `…Percent` are percents. A figure
 * that cannot be computed is null, never 0 and never a guess.
 */

/** Observations of a ticker's volatility below which there is no rank. */
export const IV_RANK_OBSERVATIONS = 60
/** Observations of a ticker's put/call ratio below which it is not compared with the usual one. */
export const PUT_CALL_OBSERVATIONS = 20
/** The annual continuous rate at which options are discounted, where no curve is configured. */
export const OPTION_RATE = 0.04

/**
 * Quality of a quote. Only `ok` enters averages, smiles and forwards:
 * `wide` spread above $0.05 and above 25 % of the mid; `no-bid` nobody bids (buyable, marked at half the ask);
 * `no-quote` neither side; `crossed` bid above ask; `stale` from before the last session; `arbitrage-violation` outside
 * what prices of one underlying allow; `adjusted` delivers something other than 100 shares.
 */
export const optionQuoteStateSchema = z.enum([
  'ok',
  'wide',
  'no-bid',
  'no-quote',
  'crossed',
  'stale',
  'arbitrage-violation',
  'adjusted',
])
export type OptionQuoteState = z.infer<typeof optionQuoteStateSchema>

/** How many contracts are in each state; states without any are absent. */
const stateCountsSchema = z.partialRecord(optionQuoteStateSchema, z.number().int())

export const contractTypeSchema = z.enum(['call', 'put'])
export type ContractType = z.infer<typeof contractTypeSchema>

/** One contract of a chain. */
export const optionContractSchema = defineObject('OptionContract', {
  /** OCC-21 without blanks, such as `AAPL261218C00250000`; unique in an answer. */
  symbol: z.string(),
  contractType: contractTypeSchema,
  strikePrice: z.number(),
  /** Last trading day. */
  expirationDate: z.iso.date(),
  /** Null when the provider sends none; 0 when nobody bids. */
  bid: z.number().nullable(),
  ask: z.number().nullable(),
  /** Price of the last trade, however old. */
  last: z.number().nullable(),
  /** Value of the quote: the middle of bid and ask, half the ask without a bid; null without a usable quote. */
  mid: z.number().nullable(),
  state: optionQuoteStateSchema,
  /** Our own, from the clean quote of the strike's out-of-the-money side: a fraction a year. */
  impliedVolatility: z.number().nullable(),
  /** Volatility that the provider says, to compare with ours; never used. Null when it cannot be a volatility. */
  providerIV: z.number().nullable(),
  /** True when the two differ by more than 5 volatility points where both should be good. */
  ivDisagrees: z.boolean(),
  openInterest: z.number().nullable(),
  /** Contracts traded in the last session. */
  volume: z.number().nullable(),
  /** Null when nobody knows it; then nothing could be computed. */
  underlyingPrice: z.number().nullable(),
  /** Change of the price per $1 of the underlying, from −1 to 1. */
  delta: z.number().nullable(),
  /** Change of delta per $1 of the underlying. */
  gamma: z.number().nullable(),
  /** Change of the price per calendar day, negative when the option decays. */
  theta: z.number().nullable(),
  /** Change of the price per volatility point (1 %). */
  vega: z.number().nullable(),
  /** Change of the price per percentage point of interest. */
  rho: z.number().nullable(),
  /** Risk-neutral odds of expiring in the money, 0–100: what the price implies, no forecast. */
  probabilityInTheMoneyPercent: z.number().nullable(),
  /** Call below the price of the underlying, put above it; at the price neither. */
  inTheMoney: z.boolean(),
  /** Shares a contract delivers. */
  multiplier: z.number(),
  style: z.enum(['american', 'european']),
  /** Volume over the mean volume of all contracts of the answer; null without volume. */
  volumeTimesAverage: z.number().nullable(),
  /** True above twice the mean. */
  unusual: z.boolean(),
  /** Volume over open interest: above 1 most of it must be new positions. It cannot tell buyers from sellers. */
  volOI: z.number().nullable(),
  /** True if it is liquid enough to plan with: buy, sell, and the largest sensible order in contracts (0: none). */
  canBuy: z.boolean(),
  canSell: z.boolean(),
  maximumContracts: z.number().int(),
  /** When it last traded; null when the provider does not say. */
  lastTradeAt: z.iso.datetime().nullable(),
})
export type OptionContract = z.infer<typeof optionContractSchema>

/** Raw SVI: total variance σ²·T at k = ln(K / forward) is a + b·(rho·(k − m) + √((k − m)² + sigma²)). */
export const sviSchema = z.object({
  a: z.number(),
  b: z.number(),
  rho: z.number(),
  m: z.number(),
  sigma: z.number(),
})

/** Figures of one expiry as a whole. */
export const optionExpirySchema = defineObject('OptionExpiry', {
  expiry: z.iso.date(),
  /** Calendar days from the day of the quotes in New York; 0 on the day itself. */
  days: z.number().int(),
  /** Years to the closing bell of the expiry, calendar days / 365, at least an hour. */
  years: z.number(),
  /** True when `options` lists its contracts; the others are read for the term structure only, ask with `expiry`. */
  listed: z.boolean(),
  /** All contracts of it, and those left out of every average, by state. */
  contractCount: z.number().int(),
  leftOut: stateCountsSchema,
  /** Volatility at the forward. */
  atmIV: z.number().nullable(),
  forward: z.number(),
  /** Where the forward comes from: put/call parity of clean pairs, the trailing dividend yield, or no dividend assumed. */
  forwardSource: z.enum(['parity', 'trailing-yield', 'no-dividend']),
  /** Implied by the forward. */
  dividendYield: z.number(),
  /**
   * Volatility of the 25-delta call less that of the put: negative where crashes are feared. Both are interpolated in
   * delta between quotes; null where the strikes do not reach that far.
   */
  riskReversal25: z.number().nullable(),
  callIV25: z.number().nullable(),
  putIV25: z.number().nullable(),
  /** Put less at the money. */
  putSkew25: z.number().nullable(),
  /**
   * The fitted smile as raw SVI. `points` strikes were fitted (0: too few, flat). `error` is how far it is from the
   * quotes in volatility: root mean square, strikes with narrow spreads counting most.
   */
  smile: z.object({ svi: sviSchema, points: z.number().int(), error: z.number() }).nullable(),
  /** One standard deviation of the price until the expiry, in dollars: price · atmIV · √years. */
  expectedMove: z.number().nullable(),
  callVolume: z.number(),
  putVolume: z.number(),
  /** Puts over calls; null when no call traded (is open). */
  putCallVolumeRatio: z.number().nullable(),
  callOpenInterest: z.number(),
  putOpenInterest: z.number(),
  putCallOpenInterestRatio: z.number().nullable(),
  /** Largest of any contract of the expiry: the length of a full bar. */
  maxOpenInterest: z.number(),
  maxVolume: z.number(),
})
export type OptionExpiry = z.infer<typeof optionExpirySchema>

/** The specification's figures, over the contracts in `options`, and the volatility of the whole term structure. */
export const optionSummarySchema = defineObject('OptionSummary', {
  /** Mean of our volatilities from 1 % to 500 % of the contracts in state `ok`: a fraction. */
  averageIV: z.number().nullable(),
  /** How many entered it. */
  averagedContracts: z.number().int(),
  contractCount: z.number().int(),
  /** Contracts left out of every average, by state. */
  leftOut: stateCountsSchema,
  leftOutCount: z.number().int(),
  /** Contracts whose volatility differs from the provider's by more than 5 points. */
  ivDisagreements: z.number().int(),
  /** Put volume over call volume; null when no call traded, shown "n/a". */
  putCallRatio: z.number().nullable(),
  /** Above 1.2 bearish, below 0.8 bullish. */
  putCallLabel: z.enum(['bearish', 'bullish', 'neutral']).nullable(),
  putCallRatioOpenInterest: z.number().nullable(),
  /** The ratio beside the ticker's own of the last year, one observation a day, under the same source. */
  putCallHistory: z.object({
    observations: z.number().int(),
    needed: z.literal(PUT_CALL_OBSERVATIONS),
    /** Median of the observed ratios; this and the rest are null before there are enough, or without a ratio. */
    usualRatio: z.number().nullable(),
    /** Share of the observed days with fewer puts for each call, 0–100. */
    percentile: z.number().nullable(),
    /** More puts than on 80 % of the observed days, fewer than on 80 % of them, or as usual. */
    reading: z.enum(['more-puts', 'usual', 'fewer-puts']).nullable(),
  }),
  callVolume: z.number(),
  putVolume: z.number(),
  totalVolume: z.number(),
  /** Average volume of all contracts of the answer. */
  averageVolume: z.number(),
  callOpenInterest: z.number(),
  putOpenInterest: z.number(),
  totalOpenInterest: z.number(),
  /** Heavy when one side has over 20 % more of the volume. */
  volumePattern: z.enum(['Heavy call volume', 'Heavy put volume', 'Balanced']),
  /** (calls − puts) / (calls + puts) as a percent, negative for puts; null when nothing traded. */
  volumeImbalancePercent: z.number().nullable(),
  /** At most five, the most unusual first. */
  unusual: z.array(
    z.object({
      symbol: z.string(),
      contractType: contractTypeSchema,
      strikePrice: z.number(),
      expirationDate: z.iso.date(),
      volume: z.number(),
      timesAverage: z.number(),
      volOI: z.number().nullable(),
    }),
  ),
  /** How many are unusual in all. */
  unusualCount: z.number().int(),
  /** At-the-money volatility of 30 and of 90 days, by total variance between monthly expiries; null of one expiry alone. */
  iv30: z.number().nullable(),
  iv90: z.number().nullable(),
  /** iv90 − iv30: negative when the market is alarmed now. */
  termSlope: z.number().nullable(),
  /** One standard deviation over 30 days, in dollars and as a percent of the price. */
  expectedMove: z.number().nullable(),
  expectedMovePercent: z.number().nullable(),
  /** One observation of iv30 a day since Ballast began to watch the ticker, under the same source. */
  ivHistory: z.object({
    observations: z.number().int(),
    needed: z.literal(IV_RANK_OBSERVATIONS),
    /** Day of the first of the observations that count, those of the last year. */
    from: z.iso.date().nullable(),
    /** Where iv30 lies between the lowest and the highest of the last year, 0–100; null before there are enough. */
    ivRank: z.number().nullable(),
    /** Share of the last year's observations below iv30, 0–100; null before there are enough. */
    ivPercentile: z.number().nullable(),
  }),
})
export type OptionSummary = z.infer<typeof optionSummarySchema>

/** A chain that was read. An empty `options` means that there is none for the ticker, not that the provider failed. */
export const optionChainSchema = defineObject('OptionChain', {
  ticker: z.string(),
  /** Company or fund name; null when it is not known. */
  name: z.string().nullable(),
  /** By expiry, then strike, calls before puts. */
  options: z.array(optionContractSchema),
  /** In order; those with `listed` have their contracts in `options`. */
  expiries: z.array(optionExpirySchema),
  /** Every expiry that the provider knows of; any of them can be asked for with `expiry`. */
  availableExpiries: z.array(z.iso.date()),
  /** Null without options, and when nobody knows it. */
  underlyingPrice: z.number().nullable(),
  previousClose: z.number().nullable(),
  /** When the quotes were made. */
  asOf: z.iso.datetime().nullable(),
  /** When we fetched them. */
  fetchedAt: z.iso.datetime(),
  session: z.enum(['open', 'closed']),
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  /** True when the provider failed and an older chain stands in; its age is in `fetchedAt`. */
  stale: z.boolean(),
  /** Null when `options` is empty. */
  summary: optionSummarySchema.nullable(),
  /**
   * Why there is nothing: the security has no listed options, none of the expiry that was asked for (those it has are in
   * `availableExpiries`), nobody knows the ticker, or the simulated market does not have it; null otherwise.
   */
  emptyReason: z.enum(['no-options', 'expiry-not-listed', 'unknown-ticker', 'not-simulated']).nullable(),
  /** The rate used: a fraction a year, continuous. */
  rates: z.object({ annual: z.number(), basis: z.literal('flat') }),
  /** Assumptions behind the numbers, a sentence each, ready to be shown. */
  assumptions: z.array(z.string()),
})
export type OptionChain = z.infer<typeof optionChainSchema>

/** The provider refuses options to this key: they need another plan. */
export const optionsUnauthorizedSchema = defineObject('OptionsUnauthorized', {
  unauthorized: z.literal(true),
  message: z.string(),
})

/** Told apart by `'unauthorized' in answer`. */
export const nearTermOptionsSchema = z.union([optionsUnauthorizedSchema, optionChainSchema])
export type NearTermOptions = z.infer<typeof nearTermOptionsSchema>

/**
 * The near-term chain: expiries of the next 45 days, at least 2 and at most 6; `expiry` asks for another one alone.
 * A ticker that cannot be one is 400; a provider that does not answer, and no chain in store, is 503.
 */
export const getNearTermOptions = defineCall('Options', {
  method: 'GET',
  path: '/api/options/near-term/:ticker',
  rateLimit: 'compute',
  summary: 'The near-term option chain of a ticker, with our own volatilities, Greeks and chain figures.',
  params: z.object({ ticker: z.string() }),
  query: z.object({ expiry: z.iso.date().optional() }),
  response: nearTermOptionsSchema,
  failures: { 424: 'The provider answered with what cannot be read as a chain; nothing is shown rather than a guess.' },
})
