import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'

/** Where prices come from: a provider, or the simulated market. */
export const MARKET_DATA_SOURCES = ['yahoo', 'polygon', 'sample'] as const
export type MarketDataSource = (typeof MARKET_DATA_SOURCES)[number]
export const SOURCE_NAMES: Readonly<Record<MarketDataSource, string>> = {
  yahoo: 'Yahoo Finance',
  polygon: 'Polygon',
  sample: 'Simulated market data',
}
export const marketDataSourceSchema = z.enum(MARKET_DATA_SOURCES)

export const marketDataStatusSchema = defineObject('MarketDataStatus', {
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  requested: z.enum(['auto', ...MARKET_DATA_SOURCES]),
  state: z.enum(['probing', 'ready', 'degraded']),
  /** A sentence for the banner, such as that Yahoo did not answer; null when there is nothing to say. */
  notice: z.string().nullable(),
})

/** Status that every screen waits for: the kind of its figures, and the people whom the server is for. */
export const siteStatusSchema = marketDataStatusSchema
  .extend({
    /** True on a public demo, where each visitor has a portfolio for a day and nobody signs in. */
    isDemo: z.boolean(),
  })
  .meta({ id: 'SiteStatus' })
export type SiteStatus = z.infer<typeof siteStatusSchema>

export const getMarketDataStatus = defineCall('Market data', {
  method: 'GET',
  path: '/api/market-data/status',
  access: 'public',
  summary: 'Where prices come from, whether they are simulated, and whether this is a public demo.',
  response: siteStatusSchema,
})

export const retryMarketData = defineCall('Market data', {
  method: 'POST',
  path: '/api/market-data/retry',
  access: 'admin',
  summary: 'Ask the real provider again after it did not answer at start-up.',
  response: siteStatusSchema,
})
