// Tests: ../../features/ai-analysis/replay/replay.test.ts

import { z } from 'zod'
import { draftSchema } from './draft-recommendation.ts'
import { outcomeSchema } from './recommendation.ts'

/** Record of a month: the advice as it would have been recorded, and its outcome. */
export const monthSchema = z.object({
  content: draftSchema.shape.content,
  outcome: outcomeSchema.nullable(),
})
export type ReplayedMonth = z.infer<typeof monthSchema>
