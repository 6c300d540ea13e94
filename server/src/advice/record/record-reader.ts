// Tests: ../../features/track-record/track-record.test.ts, record-arithmetic.test.ts

import type { Database } from '../../database/database.ts'
import { type Recommendation, recommendationSchema, type Score, scoreSchema } from './recommendation.ts'
import { listRecommendationsAfter, listScoresAfter } from './track-record.repository.ts'

/** A recommendation with its outcome, once it has one, and the hashes of both. */
export interface RecordedRow {
  readonly sequence: number
  readonly hash: string
  readonly recommendation: Recommendation
  readonly score: Score | null
}

/** The whole record, in the order in which recommendations were made. */
export type RecordReader = () => Promise<readonly RecordedRow[]>

const PAGE = 1000

/**
 * Reads the record. What was read is remembered: rows are only ever added to, so that each is read once.
 */
export function createRecordReader(db: Database): RecordReader {
  const rows = new Map<string, RecordedRow>()
  let [lastRecommendation, lastScore] = [0, 0]
  let reading: Promise<readonly RecordedRow[]> | undefined

  async function readNew(): Promise<readonly RecordedRow[]> {
    for (;;) {
      // Scores first: one whose recommendation came between the two would find nothing to stand beside.
      const { scores, recommendations } = await db.asSystem(async (tx) => ({
        scores: await listScoresAfter(tx, lastScore, PAGE),
        recommendations: await listRecommendationsAfter(tx, lastRecommendation, PAGE),
      }))
      for (const { id, sequence, hash, content } of recommendations) {
        const recommendation = recommendationSchema.parse(JSON.parse(content))
        rows.set(id, { sequence, hash, recommendation, score: null })
        lastRecommendation = sequence
      }
      for (const { recommendationId, sequence, content } of scores) {
        const row = rows.get(recommendationId)
        // Its recommendation stands on a later page.
        if (row === undefined) break
        rows.set(recommendationId, { ...row, score: scoreSchema.parse(JSON.parse(content)) })
        lastScore = sequence
      }
      if (scores.length < PAGE && recommendations.length < PAGE) return [...rows.values()]
    }
  }

  return () => {
    reading ??= readNew().finally(() => {
      reading = undefined
    })
    return reading
  }
}
