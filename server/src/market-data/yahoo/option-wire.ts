import { z } from 'zod'

/* The part of Yahoo's option chains that Ballast reads. Figures may be anything: one that cannot be used is left out. */

/** Seconds since 1970, until 2100; or a date, once the client library has converted it. */
const secondsSchema = z
  .union([z.date().transform((date) => date.getTime() / 1000), z.number()])
  .pipe(z.number().int().min(0).max(4_102_444_800))

export const yahooContractSchema = z.object({
  contractSymbol: z.string(),
  strike: z.number(),
  /** Midnight UTC of the day. */
  expiration: secondsSchema,
  bid: z.unknown().optional(),
  ask: z.unknown().optional(),
  lastPrice: z.unknown().optional(),
  change: z.unknown().optional(),
  volume: z.unknown().optional(),
  openInterest: z.unknown().optional(),
  impliedVolatility: z.unknown().optional(),
  lastTradeDate: secondsSchema.nullish().catch(null),
})
export type YahooContract = z.output<typeof yahooContractSchema>

export const yahooChainSchema = z.object({
  underlyingSymbol: z.string(),
  expirationDates: z.array(secondsSchema.nullable().catch(null)).default([]),
  /** As a quote; a chain without one is read without a price. */
  quote: z.unknown().optional(),
  options: z
    .array(z.object({ calls: z.array(z.unknown()).default([]), puts: z.array(z.unknown()).default([]) }))
    .default([]),
})
export type YahooChain = z.output<typeof yahooChainSchema>

export const yahooSearchSchema = z.object({
  quotes: z
    .array(
      z
        .object({
          symbol: z.string(),
          quoteType: z.string(),
          longname: z.string().optional(),
          shortname: z.string().optional(),
          sector: z.string().optional(),
        })
        .nullable()
        .catch(null),
    )
    .default([]),
})
