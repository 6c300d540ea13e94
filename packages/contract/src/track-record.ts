import { z } from 'zod'
import { defineCall } from './call.ts'

const tag = 'AI'

/** How recommendations turned out; percentages only from 30 scored on. */
export const trackRecordSchema = z
  .object({
    simulated: z.boolean(),
    made: z.number().int(),
    scored: z.number().int(),
    /** Scored ones needed before any percentage is shown. */
    needed: z.number().int(),
    firstResultOn: z.iso.date().nullable(),
    successRatePercent: z.number().nullable(),
    /** Wilson interval, 95 %. */
    successRateInterval: z.tuple([z.number(), z.number()]).nullable(),
    /** How often doing the opposite of nothing would have helped by chance: the share of windows in which any action improved. */
    baseRatePercent: z.number().nullable(),
    averageImprovement: z.number().nullable(),
    averageImprovementInterval: z.tuple([z.number(), z.number()]).nullable(),
    byMarket: z.object({
      up: z.object({ scored: z.number().int(), successes: z.number().int() }),
      down: z.object({ scored: z.number().int(), successes: z.number().int() }),
    }),
    calibration: z.array(
      z.object({
        fromPercent: z.number(),
        toPercent: z.number(),
        scored: z.number().int(),
        successes: z.number().int(),
      }),
    ),
    /** The sentence of the card: "3 of 20 recommendations have matured; percentages appear from 30". */
    sentence: z.string(),
  })
  .meta({ id: 'TrackRecord' })
export type TrackRecord = z.infer<typeof trackRecordSchema>

const recommendationRowSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  kind: z.enum(['comprehensive', 'hedge', 'discovery']),
  engine: z.string(),
  recommendation: z.string(),
  confidence: z.number().nullable(),
  horizonEnds: z.iso.date(),
  status: z.enum(['open', 'scored', 'excluded']),
  unchangedPercent: z.number().nullable(),
  followedPercent: z.number().nullable(),
  improvement: z.number().nullable(),
  simulated: z.boolean(),
})

export const getTrackRecord = defineCall({
  method: 'GET',
  path: '/api/track-record',
  access: 'signed-in',
  tag,
  summary: 'How recommendations turned out, counted and scored by rule. Simulated and live ones never mix.',
  response: z.object({ live: trackRecordSchema, simulated: trackRecordSchema }),
})

export const listRecommendations = defineCall({
  method: 'GET',
  path: '/api/track-record/recommendations',
  access: 'signed-in',
  tag,
  summary: 'Every recommendation with its outcome, losers included, without whose portfolio it was; newest 1,000.',
  query: z.object({ simulated: z.enum(['true', 'false']).default('false') }),
  response: z.array(recommendationRowSchema),
})

export const exportRecommendations = defineCall({
  method: 'GET',
  path: '/api/track-record/recommendations.csv',
  access: 'signed-in',
  kind: 'file',
  tag,
  summary: 'Every recommendation with its outcome as CSV.',
  query: z.object({ simulated: z.enum(['true', 'false']).default('false') }),
})
