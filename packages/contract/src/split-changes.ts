import { z } from 'zod'
import { defineCall } from './call.ts'
import { portfolioParams } from './portfolios.ts'

export const applySplit = defineCall('Splits', {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/splits',
  summary: 'Adjust shares and cost per share of a ticker for a split, or dismiss the suggestion.',
  params: portfolioParams,
  body: z.object({ ticker: z.string(), date: z.iso.date(), action: z.enum(['adjust', 'dismiss']) }).strict(),
  response: z.object({ adjustmentId: z.uuid() }),
})

export const undoSplit = defineCall('Splits', {
  method: 'DELETE',
  path: '/api/portfolios/:portfolioId/splits/:adjustmentId',
  summary: 'Take back an adjustment for a split: shares and cost are again what they were.',
  params: portfolioParams.extend({ adjustmentId: z.string() }),
  response: z.object({ restored: z.number().int() }),
})
