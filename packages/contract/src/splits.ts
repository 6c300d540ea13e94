import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { portfolioParams } from './portfolios.ts'

// The overview looks for splits with every portfolio; what is done about one has a module of its own, so that the first
// load stays small.

export const splitSuggestionSchema = defineObject('SplitSuggestion', {
  ticker: z.string(),
  name: z.string().nullable(),
  /** Day that the split took effect, after the positions were stated. */
  date: z.iso.date(),
  /** New shares for `oldShares` old ones: 4 and 1 for a 4:1 split. */
  newShares: z.number(),
  oldShares: z.number(),
  /** Sum over the lots that are older than the split. */
  sharesBefore: z.number(),
  sharesAfter: z.number(),
  /** Says what is left as it is: option contracts on the ticker. Null when nothing is. */
  note: z.string().nullable(),
})
export type SplitSuggestion = z.infer<typeof splitSuggestionSchema>

export const listSplits = defineCall('Splits', {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/splits',
  summary: 'Splits since the upload that wait for an answer, and those that were applied.',
  params: portfolioParams,
  response: z.object({
    suggested: z.array(splitSuggestionSchema),
    applied: z.array(splitSuggestionSchema.extend({ adjustmentId: z.uuid(), appliedAt: z.iso.datetime() })),
    /** Tickers that could not be checked for splits, because the market data provider did not answer. */
    unchecked: z.array(z.string()),
  }),
})
