import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { problemSchema } from './errors.ts'
import { LIMITS } from './limits.ts'
import { confidenceSchema, reviewedPositionSchema } from './portfolio-changes.ts'
import { portfolioParams, positionKindSchema } from './portfolios.ts'

// What lies between a file, a text or a picture and a portfolio: read, shown for review, and stored only when confirmed.

/** Verdict on a line of a file. Every line of every file has one; nothing is dropped silently. */
export const lineVerdictSchema = z.enum([
  'position',
  'option',
  'bond',
  'cash',
  'money-fund',
  'pending',
  'transaction',
  'total',
  'header',
  'account',
  'footer',
  'blank',
  'not-understood',
])
export type LineVerdict = z.infer<typeof lineVerdictSchema>

export const importLineSchema = defineObject('ImportLine', {
  /** 1-based line of the file; of an image, the line of text as it was read from the top. */
  line: z.number().int(),
  /** 0-based file or image that the line stands in. */
  source: z.number().int(),
  verdict: lineVerdictSchema,
  /** The line as it stands, shortened, long account numbers masked. */
  text: z.string().max(400),
  /** Why, where the verdict alone does not say it: what was left out, what was folded, what was not understood. */
  note: z.string().nullable(),
  /** `id` of the position that this line went into; null when into none. */
  positionId: z.string().nullable(),
})
export type ImportLine = z.infer<typeof importLineSchema>

export const reviewedFieldSchema = z.enum(['ticker', 'shares', 'avgCost', 'currency', 'account'])
export type ReviewedField = z.infer<typeof reviewedFieldSchema>

/** A position as it was understood, before the person has looked at it. */
export const extractedPositionSchema = defineObject('ExtractedPosition', {
  /** Stable within the import. */
  id: z.string(),
  ticker: z.string(),
  /** As the file calls it, else the instrument master; null when neither does. */
  name: z.string().nullable(),
  kind: positionKindSchema,
  /** Null when it could not be read and must be filled in. */
  shares: z.number().nullable(),
  /** Per share (per underlying share of an option) in `currency`; null when the source does not tell. */
  avgCost: z.number().nullable(),
  currency: z.string(),
  sector: z.string().nullable(),
  /** Masked label of the account; null when the source has none. */
  account: z.string().nullable(),
  /** Price and value as the source states them, in `currency`; for the reader's comparison, never stored. */
  statedPrice: z.number().nullable(),
  statedValue: z.number().nullable(),
  confidence: confidenceSchema,
  /**
   * Result of the check that quantity × price × multiplier is the stated value (to rounding): `not-given` when the
   * source has no such figures.
   */
  arithmetic: z.enum(['holds', 'fails', 'not-given']),
  /** False when no instrument of this ticker is known; such a position is kept and marked, never refused. */
  isKnownTicker: z.boolean(),
  /** Points that a person should look at, the worst first. Empty for a position that needs no look. */
  doubts: z.array(z.object({ field: reviewedFieldSchema, reason: z.string() })),
  /** Values that may be meant instead ("Did you mean SCHW?"); filled in on click. */
  suggestions: z.array(z.object({ field: reviewedFieldSchema, value: z.string(), reason: z.string() })),
  /** Lines that it was made from, as `source` and `line` of `lines`. */
  lines: z.array(z.object({ source: z.number().int(), line: z.number().int() })),
})
export type ExtractedPosition = z.infer<typeof extractedPositionSchema>

/** Meaning that a column of an unknown file can have. */
export const mappedFieldSchema = z.enum([
  'ticker',
  'name',
  'shares',
  'avgCost',
  'costBasis',
  'price',
  'value',
  'currency',
  'sector',
  'account',
  'ignore',
])
export type MappedField = z.infer<typeof mappedFieldSchema>

/** How the columns of a file of unknown layout are understood; the person may change it. */
export const columnMappingSchema = defineObject('ColumnMapping', {
  /** Fingerprint of the header, so that the next file of this layout is understood at once. */
  fingerprint: z.string(),
  source: z.number().int(),
  headerLine: z.number().int().nullable(),
  /** `remembered` when the person has confirmed it before, `complete` when enough was recognised, else `needed`. */
  state: z.enum(['remembered', 'complete', 'needed']),
  columns: z.array(
    z.object({
      index: z.number().int(),
      header: z.string(),
      samples: z.array(z.string()),
      field: mappedFieldSchema,
      /** Why this field was proposed, in words for people. */
      because: z.string(),
    }),
  ),
})
export type ColumnMapping = z.infer<typeof columnMappingSchema>

export const importAccountSchema = defineObject('ImportAccount', {
  /** Masked label, as in `positions[].account`; null for the one account of a file that names none. */
  account: z.string().nullable(),
  currency: z.string(),
  positionCount: z.number().int(),
  /** Sum of the stated values of what was understood, cash included; null when the source states none. */
  valueOfPositions: z.number().nullable(),
  /** The total that the source itself states; null when it states none. */
  statedTotal: z.number().nullable(),
  /** `valueOfPositions − statedTotal`; null when one of them is missing. */
  difference: z.number().nullable(),
  /** True when the difference is within the rounding of the stated figures. */
  matches: z.boolean().nullable(),
  /** The sentence for the person: "matches your broker's total" or "off by $12.34". */
  sentence: z.string(),
})
export type ImportAccount = z.infer<typeof importAccountSchema>

export const importSourceSchema = z.object({
  /** File name as chosen, "Pasted text", or "Image 2". */
  name: z.string(),
  /** 0-based place among the images that were sent, of which the same one twice is read once; absent of other sources. */
  place: z.number().int().optional(),
  kind: z.enum(['csv', 'json', 'xlsx', 'pdf', 'text', 'image']),
  /** Broker or layout that was recognised by content, e.g. "Fidelity positions"; null when the layout is unknown. */
  format: z.string().nullable(),
  /** `activity` is a history of transactions folded into positions; see `knownFrom`. */
  content: z.enum(['positions', 'activity', 'statement']),
  /** Date of the positions as stated by the source, `YYYY-MM-DD`. */
  asOf: z.iso.date().nullable(),
  /** For a history: the first date that it knows of; what was held before is not in it. */
  knownFrom: z.iso.date().nullable(),
})
export type ImportSource = z.infer<typeof importSourceSchema>

/** Positions that were read and wait for the person; private, and deleted after 24 hours. */
export const importReviewSchema = defineObject('ImportReview', {
  importId: z.uuid(),
  expiresAt: z.iso.datetime(),
  /** Name proposed for a new portfolio. */
  proposedName: z.string(),
  origin: z.enum(['file', 'text', 'image']),
  sources: z.array(importSourceSchema),
  imageCount: z.number().int(),
  /** Problems first, then in the order of the source. */
  positions: z.array(extractedPositionSchema),
  lines: z.array(importLineSchema),
  accounts: z.array(importAccountSchema),
  totals: z.object({
    lineCount: z.number().int(),
    /** Lines by verdict, every line counted once. */
    byVerdict: z.partialRecord(lineVerdictSchema, z.number().int()),
    positionCount: z.number().int(),
    needsLookCount: z.number().int(),
  }),
  /** Faults of the sources as a whole or of single lines, with a way to mend each. */
  problems: z.array(problemSchema),
  /** Notes on what was understood differently from how it was written, e.g. merged duplicates. */
  notes: z.array(z.string()),
  /** Present when a source has a layout that we do not know. */
  mapping: columnMappingSchema.nullable(),
})
export type ImportReview = z.infer<typeof importReviewSchema>

const tag = 'Import'
const importParams = z.object({ importId: z.string() })

export const createImport = defineCall(tag, {
  method: 'POST',
  path: '/api/imports',
  rateLimit: 'upload',
  bodyLimit: LIMITS.uploadBodyBytes,
  summary:
    'Read files (multipart field `files`, repeated) or JSON `{text}` into positions to review. Nothing is stored as a portfolio. With `Accept: text/event-stream` each source reports its progress as a step.',
  filesField: 'files',
  /** Body of the JSON form; files come as `multipart/form-data`. */
  body: z.object({ text: z.string().min(1) }).strict(),
  response: importReviewSchema,
})

export const extractImage = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/extract-image',
  rateLimit: 'ocr',
  bodyLimit: LIMITS.imageUploadBytes,
  summary:
    'Reads positions from images, sent in the multipart field `images`. Streams its steps with `Accept: text/event-stream`. With `withModel=yes` the language model of this server looks at them, too. Only the user may decide this, and it needs PRO.',
  query: z.object({ withModel: z.literal('yes').optional() }),
  filesField: 'images',
  failures: {
    403: 'A model is asked for and the user is not on PRO.',
    409: 'A model is asked for and none is configured.',
  },
  response: importReviewSchema,
})

export const getImageModel = defineCall(tag, {
  method: 'GET',
  path: '/api/image-model',
  summary:
    'The language model that may look at images if the user agrees, and where they are sent. Null on the free plan.',
  response: z.object({ model: z.object({ name: z.string(), host: z.string() }).nullable() }),
})

export const getImport = defineCall(tag, {
  method: 'GET',
  path: '/api/imports/:importId',
  summary: 'Positions that were read and wait for review.',
  params: importParams,
  response: importReviewSchema,
})

export const mapImportColumns = defineCall(tag, {
  method: 'POST',
  path: '/api/imports/:importId/mapping',
  rateLimit: 'upload',
  summary: 'Read the file again with columns as the person says they are, and remember it for the next file like it.',
  params: importParams,
  body: z.strictObject({
    columns: z
      .array(z.object({ index: z.number().int().min(0), field: mappedFieldSchema }).strict())
      .max(LIMITS.csvColumns),
  }),
  response: importReviewSchema,
  failures: { 409: 'The columns are known and cannot be mapped.' },
})

export const discardImport = defineCall(tag, {
  method: 'DELETE',
  path: '/api/imports/:importId',
  summary: 'Forget what was read.',
  params: importParams,
  response: z.object({ discarded: z.literal(true) }),
})

const comparedPositionSchema = z.object({
  ticker: z.string(),
  kind: positionKindSchema,
  account: z.string().nullable(),
  currency: z.string(),
  shares: z.number(),
  avgCost: z.number().nullable(),
})

export const importDifferenceSchema = defineObject('ImportDifference', {
  added: z.array(comparedPositionSchema),
  removed: z.array(comparedPositionSchema),
  changed: z.array(z.object({ before: comparedPositionSchema, after: comparedPositionSchema })),
  unchangedCount: z.number().int(),
  /** Mode of the comparison: the one asked for, else the proposed one. */
  mode: z.enum(['add', 'replace']),
  /** `replace` when an account of the new positions is held already, else `add`. */
  proposedMode: z.enum(['add', 'replace']),
})
export type ImportDifference = z.infer<typeof importDifferenceSchema>

export const compareImport = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/import-difference',
  rateLimit: 'upload',
  bodyLimit: LIMITS.uploadBodyBytes,
  summary:
    'Changes if these positions were added to the portfolio or replaced it, and which of the two is proposed. Stores nothing.',
  params: portfolioParams,
  body: z.strictObject({
    positions: z.array(reviewedPositionSchema).max(LIMITS.positionsPerPortfolio),
    /** Without it, the proposed one. */
    mode: z.enum(['add', 'replace']).optional(),
  }),
  response: importDifferenceSchema,
})
