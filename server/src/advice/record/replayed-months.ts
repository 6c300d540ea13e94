// Tests: ../../features/ai-analysis/replay/replay.test.ts

import { findConfidenceBucket } from '@ballast/quant'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { MarketDataSource } from '../../market-data/market-data-source.ts'
import { draftSchema } from './draft-recommendation.ts'
import { outcomeSchema } from './recommendation.ts'
import { findLatestReplay, listMonths } from './replay.repository.ts'

/** What is kept of a month: the advice as it would have been recorded, and what came of it. */
export const monthSchema = z.object({
  content: draftSchema.shape.content,
  outcome: outcomeSchema.nullable(),
})
export type ReplayedMonth = z.infer<typeof monthSchema>

const BUCKETS = 10

/**
 * How often the advice of a replay helped, in ten buckets of confidence: of the latest replay of a source, as far as it
 * was known on a day. Of months whose horizons overlap only the first counts, for the others tell of the same weeks.
 *
 * @param until ISO date; horizons that end later are not looked at
 */
export async function countReplayed(
  db: Database,
  { source, until }: { source: MarketDataSource; until: string },
): Promise<{ scored: number; successes: number }[]> {
  const months = await db.asSystem(async (tx) => {
    const key = await findLatestReplay(tx, source)
    return key === undefined ? [] : listMonths(tx, key)
  })
  const buckets = Array.from({ length: BUCKETS }, () => ({ scored: 0, successes: 0, free: '' }))
  for (const { content } of months) {
    const { content: advice, outcome } = monthSchema.parse(JSON.parse(content))
    const bucket =
      advice.estimatedConfidence === null ? undefined : buckets[findConfidenceBucket(advice.estimatedConfidence)]
    const isKnown = outcome !== null && advice.excludedBecause === null && advice.horizonEnds <= until
    if (bucket === undefined || !isKnown || advice.madeOn < bucket.free) continue
    bucket.scored += 1
    if (outcome.improvement > 0) bucket.successes += 1
    bucket.free = advice.horizonEnds
  }
  return buckets.map(({ scored, successes }) => ({ scored, successes }))
}
