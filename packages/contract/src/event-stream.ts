import { z } from 'zod'
import { defineObject } from './call.ts'

/**
 * One step of long work as `text/event-stream` answers report it in `step` events; a later event with the same `id`
 * replaces the earlier one. The other events are `partial` (any JSON), `result` (the call's response) and `error` (an
 * error body); a stream ends with one of the last two.
 */
export const streamStepSchema = defineObject('StreamStep', {
  id: z.string(),
  label: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** How many of `total` are done, where the step counts something. */
  done: z.number().int().optional(),
  total: z.number().int().optional(),
  /** How long the step took, in milliseconds, once it is done. */
  ms: z.number().optional(),
})
export type StreamStep = z.infer<typeof streamStepSchema>
