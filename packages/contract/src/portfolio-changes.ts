import { z } from 'zod'
import { benchmarkSchema, findBenchmarkFault, MAX_BENCHMARK_PARTS } from './benchmark.ts'
import { defineCall, defineObject } from './call.ts'
import { LIMITS } from './limits.ts'
import { portfolioParams, portfolioSchema, positionKindSchema, positionSchema } from './portfolios.ts'
import { isOptionSymbol, toTicker } from './ticker.ts'
import { MAX_WHAT_IF_CHARACTERS } from './what-if.ts'

// Apart from what portfolios are read by: schemas are built when their module is loaded, and the first screen only reads.

/** Neither control characters, which no database and no screen knows what to do with, nor halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u
const plainTextSchema = z
  .string()
  .trim()
  .refine((text) => !UNPRINTABLE.test(text), 'This contains control characters: write it as plain text on one line')

export const portfolioNameSchema = plainTextSchema
  .min(1, 'Please provide a portfolio name')
  .max(LIMITS.portfolioNameCharacters, `A portfolio name has at most ${LIMITS.portfolioNameCharacters} characters`)

export const confidenceSchema = z.enum(['high', 'medium', 'low'])

const sharesSchema = z
  .number()
  .refine((shares) => shares !== 0, 'Shares cannot be 0')
  .refine((shares) => Math.abs(shares) <= LIMITS.shares, 'Shares are too many to be true')
const avgCostSchema = z
  .number()
  .min(0, 'Avg cost cannot be negative')
  .max(LIMITS.avgCost, 'Avg cost is too large to be true')
const tickerInputSchema = z.string().transform((text, context) => {
  const ticker = toTicker(text)
  if (ticker === undefined) {
    context.addIssue({
      code: 'custom',
      message: 'This is not a ticker. Write it like AAPL, BRK.B or an option symbol such as AAPL261218C00250000.',
    })
    return z.NEVER
  }
  return ticker
})
const statedPriceSchema = z
  .number()
  .positive('A price is above 0')
  .max(LIMITS.avgCost, 'A price this large cannot be true')

const sectorInputSchema = plainTextSchema.max(LIMITS.sectorCharacters)
const currencyInputSchema = z.string().regex(/^[A-Z]{3}$/, 'A currency is three letters, such as USD')

export const positionInputSchema = defineObject('NewPosition', {
  ticker: tickerInputSchema,
  shares: sharesSchema,
  avgCost: avgCostSchema.nullable().optional(),
  /** For a bond: its price per $100 of face value, without accrued interest. */
  statedPrice: statedPriceSchema.nullable().optional(),
  sector: sectorInputSchema.nullable().optional(),
  currency: currencyInputSchema.optional(),
  account: plainTextSchema.max(LIMITS.accountNameCharacters).nullable().optional(),
  kind: positionKindSchema.optional(),
})
export type PositionInput = z.output<typeof positionInputSchema>

/** A position as the user left it in the review. */
export const reviewedPositionSchema = positionInputSchema.extend({ confidence: confidenceSchema.optional() })

const positionParams = portfolioParams.extend({ positionId: z.string() })
const tag = 'Portfolios'

export const savedPortfolioSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  importId: z.uuid(),
  /** Positions stored, after lots of one ticker in one account were merged. */
  positionCount: z.number().int(),
  /** Notes on what was understood differently from how it was written, e.g. merged duplicates. */
  notes: z.array(z.string()),
  /** True when the portfolio held all of it already, so that nothing was changed; the first note says so. */
  unchanged: z.boolean().default(false),
})

const NO_ROOM = 'It would be more than an account can hold.'

export const uploadPortfolio = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/upload',
  rateLimit: 'upload',
  bodyLimit: LIMITS.uploadBodyBytes,
  summary: 'Save a clean CSV or JSON text as a new portfolio: all of it or, with the rows that are wrong named, none.',
  body: z.object({ name: portfolioNameSchema, data: z.string().min(1) }).strict(),
  response: savedPortfolioSchema,
  failures: { 409: NO_ROOM },
})

export const saveFromReview = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/save-from-review',
  rateLimit: 'upload',
  bodyLimit: LIMITS.uploadBodyBytes,
  summary: 'Saves positions after the user’s review, in a new portfolio or in one they have.',
  body: z.strictObject({
    name: portfolioNameSchema,
    positions: z
      .array(reviewedPositionSchema)
      .min(1, 'There are no positions to save')
      .max(LIMITS.positionsPerPortfolio),
    /** Add to or replace the positions of this portfolio instead of creating one. */
    portfolioId: z.string().optional(),
    mode: z.enum(['add', 'replace']).optional(),
    /** Draft that was reviewed; it is used up when saved, and the stored import bears the same id. */
    importId: z.string().optional(),
  }),
  response: savedPortfolioSchema,
  failures: {
    404: 'There is no such portfolio or import.',
    409: NO_ROOM,
  },
})

export const saveWhatIf = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/what-if',
  rateLimit: 'upload',
  summary: 'Make a what-if real: with a name as a new portfolio, without one in the portfolio that it starts from.',
  body: z.strictObject({
    /** The portfolio’s id and the changes: `<id>~AAPL:50,NVDA:0,TLT:10@94.2,$USD:1200`. */
    whatIf: z.string().max(MAX_WHAT_IF_CHARACTERS),
    name: portfolioNameSchema.optional(),
  }),
  response: savedPortfolioSchema,
  failures: {
    404: 'There is no such portfolio.',
    409: NO_ROOM,
  },
})

export const renamePortfolio = defineCall(tag, {
  method: 'PATCH',
  path: '/api/portfolios/:portfolioId',
  summary: 'Rename a portfolio.',
  params: portfolioParams,
  body: z.object({ name: portfolioNameSchema }).strict(),
  response: portfolioSchema,
})

export const setBenchmark = defineCall(tag, {
  method: 'PUT',
  path: '/api/portfolios/:portfolioId/benchmark',
  rateLimit: 'search',
  summary: `Choose what relative figures compare a portfolio with: one ticker, or up to ${MAX_BENCHMARK_PARTS} in percents that sum to 100. All portfolios as one take it, too.`,
  params: portfolioParams,
  body: z.strictObject({
    parts: z
      .array(
        z.strictObject({
          ticker: tickerInputSchema.refine(
            (ticker) => !isOptionSymbol(ticker),
            'A benchmark cannot hold an option, which expires. Choose a share, a fund or an index.',
          ),
          percent: z.number().int('Each part needs a whole percent from 1 to 100.'),
        }),
      )
      .min(1, 'A benchmark needs at least one ticker.')
      .superRefine((parts, context) => {
        const fault = findBenchmarkFault(parts)
        if (fault !== null) context.addIssue({ code: 'custom', message: fault })
      }),
  }),
  response: benchmarkSchema,
  failures: { 422: 'A ticker of it is unknown or has no price history.' },
})

export const deletePortfolio = defineCall(tag, {
  method: 'DELETE',
  path: '/api/portfolios/:portfolioId',
  summary: 'Delete a portfolio with its positions and imports.',
  params: portfolioParams,
  response: z.object({ deleted: z.literal(true) }),
})

export const addPosition = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/positions',
  summary: 'Add a position.',
  params: portfolioParams,
  body: positionInputSchema.strict(),
  response: positionSchema,
  failures: { 409: NO_ROOM },
})

export const updatePosition = defineCall(tag, {
  method: 'PATCH',
  path: '/api/portfolios/:portfolioId/positions/:positionId',
  summary: 'Change a position; keys that are not sent stay.',
  params: positionParams,
  body: z
    .object({
      ticker: tickerInputSchema,
      shares: sharesSchema,
      avgCost: avgCostSchema.nullable(),
      statedPrice: statedPriceSchema.nullable(),
      sector: sectorInputSchema.nullable(),
      currency: currencyInputSchema,
    })
    .partial()
    .strict(),
  response: positionSchema,
})

export const deletePosition = defineCall(tag, {
  method: 'DELETE',
  path: '/api/portfolios/:portfolioId/positions/:positionId',
  summary: 'Delete a position.',
  params: positionParams,
  response: z.object({ deleted: z.literal(true) }),
})

export const importBatchSchema = defineObject('ImportBatch', {
  id: z.uuid(),
  source: z.enum(['csv', 'json', 'review', 'file', 'text', 'image', 'what-if']),
  positionCount: z.number().int(),
  /** Positions of this import that still stand. */
  remainingCount: z.number().int(),
  createdAt: z.iso.datetime(),
})

export const listImports = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/imports',
  summary: 'Imports into a portfolio with their time, newest first.',
  params: portfolioParams,
  response: z.array(importBatchSchema),
})

export const undoImport = defineCall(tag, {
  method: 'DELETE',
  path: '/api/portfolios/:portfolioId/imports/:importId',
  summary: 'Take back what an import added and bring back what it replaced.',
  params: portfolioParams.extend({ importId: z.string() }),
  response: z.object({ removed: z.number().int(), restored: z.number().int(), portfolioDeleted: z.boolean() }),
})
