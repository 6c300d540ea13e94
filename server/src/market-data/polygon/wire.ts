import { z } from 'zod'

/* The part of Polygon's answers that Ballast reads; unknown fields are passed over. */

/** Until 2100, so that what is damaged is not taken for a time. */
const millisecondsSchema = z.number().min(0).max(4_102_444_800_000)
const nanosecondsSchema = z.number().min(0).max(4_102_444_800_000_000_000)

const closeSchema = z.object({ c: z.number().nullish() })

export const snapshotTickerSchema = z.object({
  ticker: z.string(),
  day: closeSchema.nullish(),
  prevDay: closeSchema.nullish(),
  min: closeSchema.nullish(),
  /** Price, and nanoseconds since 1970. */
  lastTrade: z.object({ p: z.number().nullish(), t: nanosecondsSchema.nullish() }).nullish(),
})
export type SnapshotTicker = z.output<typeof snapshotTickerSchema>

export const snapshotsSchema = z.object({ tickers: z.array(z.unknown()).default([]) })

const pageSchema = z.object({ next_url: z.string().optional() })

export const aggregatesSchema = pageSchema.extend({
  ticker: z.string(),
  /** Close, and milliseconds since 1970 of the beginning of the day in New York. */
  results: z.array(z.object({ c: z.number(), t: millisecondsSchema })).default([]),
})

export const splitsSchema = pageSchema.extend({
  results: z
    .array(z.object({ ticker: z.string(), execution_date: z.iso.date(), split_from: z.number(), split_to: z.number() }))
    .default([]),
})
export type SplitEvent = z.output<typeof splitsSchema>['results'][number]

export const dividendsSchema = pageSchema.extend({
  results: z
    .array(z.object({ ticker: z.string(), ex_dividend_date: z.iso.date(), cash_amount: millisecondsSchema }))
    .default([]),
})
export type DividendEvent = z.output<typeof dividendsSchema>['results'][number]

const tickerSchema = z.object({
  ticker: z.string(),
  name: z.string(),
  type: z.string().optional(),
  currency_name: z.string().optional(),
})

export const tickerDetailsSchema = z.object({ results: tickerSchema })

export const tickerListSchema = z.object({ results: z.array(tickerSchema.nullable().catch(null)).default([]) })
export type TickerDetails = z.output<typeof tickerDetailsSchema>['results']
