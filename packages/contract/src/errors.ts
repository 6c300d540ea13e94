import { z } from 'zod'
import { defineObject } from './call.ts'

/** One thing wrong with an uploaded file or a form, placed where the person can find it. */
export const problemSchema = defineObject('Problem', {
  /** 1-based row of the file or of the list, the header being row 1 of a file; absent when the whole input is meant. */
  row: z.number().int().optional(),
  column: z.string().optional(),
  found: z.string().optional(),
  expected: z.string().optional(),
  message: z.string(),
})
export type Problem = z.infer<typeof problemSchema>

/** The body of every answer that is not 2xx. Screens show `details` if it is a string, else `error`. */
export const errorBodySchema = defineObject('Error', {
  error: z.string(),
  /** More to say: a sentence, or the list of problems found in an upload. */
  details: z.union([z.string(), z.array(problemSchema)]).optional(),
  /** How many problems there are in all when `details` lists only the first. */
  problemCount: z.number().int().optional(),
  message: z.string().optional(),
  requiresUpgrade: z.boolean().optional(),
  requiresPurchase: z.boolean().optional(),
  /** Where to go on instead, such as the billing portal of a subscription that is running already. */
  url: z.string().optional(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
