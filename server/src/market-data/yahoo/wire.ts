import { z } from 'zod'

/**
 * The part of Yahoo's answers that Ballast reads. Instants come as seconds, or as dates once the client library has
 * converted them. Numbers must be finite; what is not there is absent, never zero.
 */
const instantSchema = z
  .union([z.date().transform((date) => date.getTime() / 1000), z.number()])
  // From 1900 to 2100: anything else is damage, and most of it could not even be written as a date.
  .pipe(z.number().min(-2_208_988_800).max(4_102_444_800))
  .transform((seconds) => new Date(seconds * 1000))

export const yahooQuoteSchema = z.object({
  symbol: z.string(),
  quoteType: z.string().optional(),
  regularMarketPrice: z.number().optional(),
  regularMarketPreviousClose: z.number().optional(),
  regularMarketTime: instantSchema.optional(),
  currency: z.string().optional(),
  marketState: z.string().optional(),
  longName: z.string().optional(),
  shortName: z.string().optional(),
})
export type YahooQuote = z.output<typeof yahooQuoteSchema>

const closesSchema = z.array(z.number().nullable())
const tradingPeriodSchema = z.object({ start: instantSchema, end: instantSchema })

export const yahooChartSchema = z.object({
  meta: z.object({
    symbol: z.string(),
    currency: z.string().nullish(),
    exchangeTimezoneName: z.string().optional(),
    gmtoffset: z.number().default(0),
    regularMarketPrice: z.number().nullish(),
    regularMarketTime: instantSchema.nullish(),
    currentTradingPeriod: z.object({ regular: tradingPeriodSchema }).optional(),
  }),
  timestamp: z.array(instantSchema.transform((instant) => instant.getTime() / 1000)).optional(),
  indicators: z.object({
    quote: z.array(z.object({ close: closesSchema.optional() })),
    adjclose: z.array(z.object({ adjclose: closesSchema.optional() })).optional(),
  }),
  events: z
    .object({
      splits: z
        .record(z.string(), z.object({ date: instantSchema, numerator: z.number(), denominator: z.number() }))
        .optional(),
    })
    .optional(),
})
export type YahooChart = z.output<typeof yahooChartSchema>

export const yahooProfileSchema = z.object({
  assetProfile: z.object({ sector: z.string().optional() }).optional(),
})

/** A number, by itself or beside its text; anything else is no weight. */
const weightSchema = z.union([z.number(), z.object({ raw: z.number() }).transform(({ raw }) => raw)])

export const yahooHoldingsSchema = z.object({
  topHoldings: z.object({
    sectorWeightings: z.array(z.record(z.string(), weightSchema)),
    /** The part of the fund that is shares, a fraction. */
    stockPosition: weightSchema.optional(),
  }),
})
export type YahooHoldings = z.output<typeof yahooHoldingsSchema>['topHoldings']
