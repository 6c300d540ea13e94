import { z } from 'zod'
import { defineCall } from './call.ts'

export const marketDataSourceSchema = z.enum(['yahoo', 'polygon', 'sample'])

export const marketDataStatusSchema = z
  .object({
    source: marketDataSourceSchema,
    simulated: z.boolean(),
    requested: z.enum(['auto', 'yahoo', 'polygon', 'sample']),
    state: z.enum(['probing', 'ready', 'degraded']),
    /** A sentence for the banner, such as that Yahoo did not answer; null when there is nothing to say. */
    notice: z.string().nullable(),
  })
  .meta({ id: 'MarketDataStatus' })
export type MarketDataStatusBody = z.infer<typeof marketDataStatusSchema>

export const getMarketDataStatus = defineCall({
  method: 'GET',
  path: '/api/market-data/status',
  access: 'public',
  tag: 'Market data',
  summary: 'Where prices come from and whether they are simulated.',
  response: marketDataStatusSchema,
})

export const retryMarketData = defineCall({
  method: 'POST',
  path: '/api/market-data/retry',
  access: 'admin',
  tag: 'Market data',
  summary: 'Ask the real provider again after it did not answer at start-up.',
  response: marketDataStatusSchema,
})
