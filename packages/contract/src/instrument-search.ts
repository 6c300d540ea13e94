import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { marketDataSourceSchema } from './market-data.ts'

/** Kind of a suggestion, in one word for a badge. */
export const instrumentKindSchema = z.enum([
  'equity',
  'fund',
  'bond-fund',
  'commodity-fund',
  'crypto',
  'currency',
  'index',
  'option',
  'volatility',
  'other',
])

export const instrumentSuggestionsSchema = defineObject('InstrumentSuggestions', {
  /** Best first, at most ten: the exact ticker, tickers that begin so, names with a word that begins so, the rest. */
  results: z.array(
    z.object({
      ticker: z.string(),
      name: z.string(),
      kind: instrumentKindSchema,
      sector: z.string().nullable(),
    }),
  ),
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  /** False when the provider could not be asked, so that only what ships with Ballast was searched. */
  complete: z.boolean(),
})
export type InstrumentSuggestions = z.infer<typeof instrumentSuggestionsSchema>

export const searchInstruments = defineCall('Options', {
  method: 'GET',
  path: '/api/instruments/search',
  rateLimit: 'search',
  summary: 'Suggestions for a ticker or the beginning of a name.',
  /** At most 40 characters; blanks around it do not matter, an empty one finds nothing. */
  query: z.object({ q: z.string().max(40) }),
  response: instrumentSuggestionsSchema,
})
