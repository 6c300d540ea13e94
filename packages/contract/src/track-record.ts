import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { marketDataSourceSchema } from './market-data.ts'

/*
 * How recommendations turned out. Each is kept with the prices it was made at, and scored at its horizon against doing
 * nothing. Fields named `…Percent` are percents; improvements are percentage points. Simulated and live ones never mix.
 */

const countSchema = z.object({ scored: z.number().int(), successes: z.number().int() })
const pairSchema = z.tuple([z.number(), z.number()])

/** How recommendations of one class turned out; percentages only from 30 scored on. */
export const trackRecordSchema = defineObject('TrackRecord', {
  simulated: z.boolean(),
  /** Recommendations that count: with something to carry out, and no repetition within a week. */
  made: z.number().int(),
  scored: z.number().int(),
  /** Scored ones needed before any percentage is shown. */
  needed: z.number().int(),
  /** When the next result is due; null when none is open. */
  firstResultOn: z.iso.date().nullable(),
  successRatePercent: z.number().nullable(),
  /** Wilson interval, 95 %. */
  successRateInterval: pairSchema.nullable(),
  /** Share of the same windows in which blindly selling a fifth of everything would have helped. */
  baseRatePercent: z.number().nullable(),
  /** Mean of total return less deepest fall, followed less unchanged, in percentage points; its 95 % interval. */
  averageImprovement: z.number().nullable(),
  averageImprovementInterval: pairSchema.nullable(),
  /** Scored ones that promised a limit for a fall at least as deep as what came, and how many of them kept it. */
  limits: countSchema,
  byMarket: z.object({ up: countSchema, down: countSchema }),
  /** By stated evidence, ten buckets; what earlier versions stated as confidence is left out. */
  calibration: z.array(countSchema.extend({ fromPercent: z.number(), toPercent: z.number() })),
  /** Recommendations that are kept and listed but not counted, with the reasons. */
  leftOut: z.object({
    /** Advice to hold, to watch or to mend data. */
    withoutOperations: z.number().int(),
    /** The same operations on the same portfolio within seven days. */
    repeated: z.number().int(),
    /** There was no price to follow it at, or none to score it with. */
    unscorable: z.number().int(),
  }),
  /** Count of those whose portfolio or account is gone: kept without a name. */
  ownersGone: z.number().int(),
  /** The sentence of the card: "3 of 20 recommendations have matured; percentages appear from 30". */
  sentence: z.string(),
})
export type TrackRecord = z.infer<typeof trackRecordSchema>

const outcomeFields = {
  /** Total return over the horizon: of the portfolio left alone, and with the recommendation. */
  unchangedPercent: z.number().nullable(),
  followedPercent: z.number().nullable(),
  /** Percentage points; see the track record. Above zero is a success. */
  improvement: z.number().nullable(),
  marketPercent: z.number().nullable(),
  /** Share of the option marks that a model had to give; null before it is scored. */
  modelledPercent: z.number().nullable(),
}

export const recommendationRowSchema = defineObject('RecommendationRow', {
  id: z.uuid(),
  /** Place in the chain, from 1 on. */
  sequence: z.number().int(),
  createdAt: z.iso.datetime(),
  kind: z.enum(['comprehensive', 'hedge', 'discovery']),
  engine: z.string(),
  /** Engine version of the product that recommended it. */
  engineVersion: z.string(),
  recommendation: z.string(),
  /** Kind of statement: evidence for the whole plan, or by earlier versions the confidence in its first action. */
  states: z.enum(['evidence', 'confidence']),
  /** Percent, as stated; null where none was. */
  confidence: z.number().nullable(),
  horizonEnds: z.iso.date(),
  status: z.enum(['open', 'scored', 'excluded']),
  /** Why it does not count; null for those that do. */
  excludedBecause: z.enum(['no-operations', 'repeated', 'unscorable']).nullable(),
  ...outcomeFields,
  /** True for a recommendation of the caller's own, whose evidence they may open. */
  isOwn: z.boolean(),
  simulated: z.boolean(),
})
export type RecommendationRow = z.infer<typeof recommendationRowSchema>

const chainHeadSchema = z.object({
  length: z.number().int(),
  /** SHA-256 of the last row, which depends on every row before it; 64 zeros while there is none. */
  hash: z.string(),
})

const tag = 'Track record'
const classQuery = z.object({ simulated: z.enum(['true', 'false']).default('false') })

export const getTrackRecord = defineCall(tag, {
  method: 'GET',
  path: '/api/track-record',
  summary: 'How recommendations turned out, counted and scored by rule. Simulated and live ones never mix.',
  response: z.object({
    live: trackRecordSchema,
    simulated: trackRecordSchema,
    /** Note these down, and nobody can later change what was recorded until now without your noticing. */
    chains: z.object({ recommendations: chainHeadSchema, scores: chainHeadSchema }),
  }),
})

export const listRecommendations = defineCall(tag, {
  method: 'GET',
  path: '/api/track-record/recommendations',
  summary: 'The newest 1,000 pieces of advice with their results, losers included. They do not say whose they are.',
  query: classQuery,
  response: z.array(recommendationRowSchema),
})

export const exportRecommendations = defineCall(tag, {
  method: 'GET',
  path: '/api/track-record/recommendations.csv',
  kind: 'file',
  summary: 'Every recommendation with its outcome as CSV.',
  query: classQuery,
})

export const exportTrackRecordChain = defineCall(tag, {
  method: 'GET',
  path: '/api/track-record/chain.jsonl',
  kind: 'file',
  rateLimit: 'export',
  summary:
    'Both hash chains, a row a line: `sha256(previousHash + "\\n" + content)` is `hash`, and is the next row’s `previousHash`.',
})

export const getRecommendation = defineCall(tag, {
  method: 'GET',
  path: '/api/track-record/recommendations/:recommendationId',
  summary: 'One piece of the user’s advice with its evidence: weights, prices and trades then, and prices since.',
  params: z.object({ recommendationId: z.string() }),
  response: z.object({
    recommendation: recommendationRowSchema,
    /** The rows of the two chains as they are hashed, and the evidence that they hold the hashes of. */
    content: z.string(),
    hash: z.string(),
    scoreContent: z.string().nullable(),
    scoreHash: z.string().nullable(),
    /** JSON, character by character as it was hashed. */
    snapshot: z.string(),
    prices: z.string().nullable(),
  }),
  failures: { 404: 'There is no such recommendation, or it was not made for you.' },
})

const replayedRowSchema = z.object({
  madeOn: z.iso.date(),
  horizonEnds: z.iso.date(),
  recommendation: z.string(),
  states: recommendationRowSchema.shape.states,
  confidence: z.number().nullable(),
  status: z.enum(['scored', 'excluded']),
  ...outcomeFields,
})

export const getReplayedRecord = defineCall(tag, {
  method: 'GET',
  path: '/api/track-record/replayed',
  summary:
    'Advice that the built-in engine would have given in past months, with only what was known then. Replayed, not live; never part of the record.',
  response: z.object({
    /** Null until the operator has run `npm run replay` on the present source of market data. */
    replay: z
      .object({
        /** "Replayed, not live" and what that means. */
        notice: z.string(),
        portfolioName: z.string(),
        /** Positions on every date, in percent of their value. */
        weights: z.array(z.object({ ticker: z.string(), percent: z.number() })),
        engine: z.string(),
        engineVersion: z.string(),
        source: marketDataSourceSchema,
        simulated: z.boolean(),
        from: z.iso.date(),
        to: z.iso.date(),
        record: trackRecordSchema,
        /** Newest first. */
        rows: z.array(replayedRowSchema),
      })
      .nullable(),
  }),
})
