// Tests: ../../features/ai-analysis/replay/replay.test.ts

import { z } from 'zod'
import { draftSchema } from './draft-recommendation.ts'
import { outcomeSchema } from './recommendation.ts'

/** What is kept of a month: the advice as it would have been recorded, and what came of it. */
export const monthSchema = z.object({
  content: draftSchema.shape.content,
  outcome: outcomeSchema.nullable(),
})
export type ReplayedMonth = z.infer<typeof monthSchema>
