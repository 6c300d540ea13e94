import { z } from 'zod'

/* The part of Yahoo's option chains that Ballast reads. Figures may be anything: one that cannot be used is left out. */

/** Seconds since 1970 of midnight UTC of the day, until 2100. */
const expirySchema = z.number().int().min(0).max(4_102_444_800)

export const yahooContractSchema = z.object({
  contractSymbol: z.string(),
  strike: z.number(),
  expiration: expirySchema,
  bid: z.unknown(),
  ask: z.unknown(),
  lastPrice: z.unknown(),
  change: z.unknown(),
  volume: z.unknown(),
  openInterest: z.unknown(),
  impliedVolatility: z.unknown(),
  lastTradeDate: z.unknown(),
})
export type YahooContract = z.output<typeof yahooContractSchema>

export const yahooChainSchema = z.object({
  underlyingSymbol: z.string(),
  expirationDates: z.array(expirySchema.nullable().catch(null)).default([]),
  /** As a quote; a chain without one is read without a price. */
  quote: z.unknown(),
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
