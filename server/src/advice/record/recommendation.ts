import { marketDataSourceSchema } from '@ballast/contract'
import { z } from 'zod'

/*
 * What is kept of a recommendation. The content is what everybody may read and what the chain hashes; the snapshot is the
 * evidence, and the content holds its hash. Neither says whose it was, nor how much was held: a book is worth 1.
 */

export const RECOMMENDATION_KINDS = ['comprehensive', 'hedge', 'discovery'] as const
export type RecommendationKind = (typeof RECOMMENDATION_KINDS)[number]

/** Why a recommendation is kept and not counted. */
export const exclusionSchema = z.enum(['no-operations', 'repeated', 'unscorable'])
export type Exclusion = z.infer<typeof exclusionSchema>

const holdingSchema = z.object({
  ticker: z.string(),
  /** Weight: share of the book's value, signed. For a trade, what was to be bought or sold. */
  weight: z.number(),
  /** US dollars per share. */
  price: z.number(),
})

const optionSchema = z.object({
  symbol: z.string(),
  underlying: z.string(),
  /** Price of the underlying then. */
  spot: z.number(),
  type: z.enum(['call', 'put']),
  strike: z.number(),
  expiry: z.iso.date(),
  /** Contracts over the book's value in dollars, negative when sold. */
  contracts: z.number(),
  multiplier: z.number(),
  /** Per share: the ask when bought, the bid when sold; of options held already, what they were worth. */
  premium: z.number(),
  bid: z.number().nullable(),
  ask: z.number().nullable(),
  /** Volatility that it is marked with on days without a quote. */
  volatility: z.number(),
  rate: z.number(),
  dividendYield: z.number(),
})
export type KeptOption = z.infer<typeof optionSchema>

export const snapshotSchema = z.object({
  version: z.literal(1),
  /** Random, so that nobody finds a snapshot by guessing what hashes to its hash. */
  salt: z.string(),
  holdings: z.array(holdingSchema),
  cash: z.number(),
  options: z.array(optionSchema),
  trades: z.array(holdingSchema),
  optionTrades: z.array(optionSchema),
  /** Dollars per contract. */
  fee: z.number(),
  /** As stated, of the book's value; null where none was. */
  quotedCost: z.number().nullable(),
  /** The limit that was promised, and the fall of the market that it was promised for; fractions. Absent where none was. */
  claim: z.object({ limit: z.number(), fall: z.number() }).optional(),
})
export type Snapshot = z.infer<typeof snapshotSchema>

/** Since when what is stated is evidence for the finished plan; before, it was the confidence of an earlier engine. */
export const EVIDENCE_VERSION = 2

export const recommendationSchema = z.object({
  version: z.union([z.literal(1), z.literal(EVIDENCE_VERSION)]),
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  /** Trading day of the prices; the horizon begins with it. */
  madeOn: z.iso.date(),
  kind: z.enum(RECOMMENDATION_KINDS),
  engine: z.string(),
  engineVersion: z.string(),
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  /** Version of the simulated market that it was made in; absent for a live one, and in the first version. */
  simulation: z.number().int().optional(),
  recommendation: z.string(),
  /** Measure that it was meant to improve. */
  objective: z.string(),
  /** From 0 to 1, as stated; and before it was corrected by earlier results. */
  confidence: z.number().nullable(),
  estimatedConfidence: z.number().nullable(),
  horizonDays: z.number().int(),
  /** Last trading day of the horizon. */
  horizonEnds: z.iso.date(),
  excludedBecause: exclusionSchema.nullable(),
  /** The recommendation whose operations it repeats within seven days, or whose account it is of, kind and day the same. */
  repeats: z.uuid().nullable(),
  snapshotHash: z.string(),
})
export type Recommendation = z.infer<typeof recommendationSchema>

const pathSchema = z.object({ totalReturn: z.number(), maxDrawdown: z.number(), utility: z.number() })

export const outcomeSchema = z.object({
  unchanged: pathSchema,
  followed: pathSchema,
  improvement: z.number(),
  blindImprovement: z.number(),
  marketReturn: z.number(),
  modelledShare: z.number(),
  /** Securities with days on which the last price had to stand in. */
  carriedCount: z.number().int(),
  /** True if a promised limit was kept; absent where none was, as in all that was made before limits were recorded. */
  limit: z
    .object({
      marketFall: z.number(),
      isWithinFall: z.boolean(),
      unchangedLoss: z.number(),
      followedLoss: z.number(),
      isKept: z.boolean(),
    })
    .optional(),
})
export type Outcome = z.infer<typeof outcomeSchema>

export const scoreSchema = z.object({
  version: z.literal(1),
  recommendationId: z.uuid(),
  recommendationHash: z.string(),
  scoredAt: z.iso.datetime(),
  engineVersion: z.string(),
  /** Who told the prices since. */
  source: marketDataSourceSchema,
  /** Null when it cannot be scored, and then why. */
  outcome: outcomeSchema.nullable(),
  reason: z.string().nullable(),
  pricesHash: z.string(),
})
export type Score = z.infer<typeof scoreSchema>

const seriesSchema = z.array(z.number().nullable())

/** Prices after the snapshot, on the basis of its day: a score is computed from both. */
export const pricesSchema = z.object({
  version: z.literal(1),
  days: z.array(z.iso.date()),
  /** Total-return closes of what is held or traded; null on days without one. */
  closes: z.record(z.string(), seriesSchema),
  /** Closes without dividends of what options are written on, the first as of the snapshot. */
  spots: z.record(z.string(), seriesSchema),
  /** Quotes of options by symbol: bid and ask. */
  bids: z.record(z.string(), seriesSchema),
  asks: z.record(z.string(), seriesSchema),
  index: z.array(z.number()),
})
export type HorizonRecord = z.infer<typeof pricesSchema>
