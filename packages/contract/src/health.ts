import { z } from 'zod'
import { defineCall } from './call.ts'
import { marketDataStatusSchema } from './market-data.ts'

export const getHealth = defineCall('Service', {
  method: 'GET',
  path: '/api/health',
  access: 'public',
  rateLimit: 'none',
  summary: 'The process is alive.',
  response: z.object({ status: z.literal('ok'), version: z.string() }),
})

export const readinessSchema = z.object({
  status: z.enum(['ready', 'unready']),
  database: z.object({ engine: z.enum(['embedded', 'postgres']), reachable: z.boolean() }),
  marketData: marketDataStatusSchema,
  ai: z.object({ engine: z.string() }),
  /** True when any figure served may come from simulated data. */
  simulated: z.boolean(),
})

export const getReadiness = defineCall('Service', {
  method: 'GET',
  path: '/api/ready',
  access: 'public',
  rateLimit: 'none',
  summary: 'The process can serve: database, market data and engine are named. 503 with the same body when it cannot.',
  response: readinessSchema,
})
