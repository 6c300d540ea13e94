import { z } from 'zod'
import { comprehensiveAnalysisSchema } from './ai-analysis.ts'
import { defineCall, defineObject } from './call.ts'
import { discoveryRunSchema } from './discovery.ts'
import { factSchema } from './grounding.ts'

const tag = 'AI'

export const aiRunEntrySchema = defineObject('AiRunEntry', {
  id: z.uuid(),
  kind: z.enum(['comprehensive', 'discovery']),
  createdAt: z.iso.datetime(),
  isCurrent: z.boolean(),
  summary: z.string(),
  engine: z.string(),
  simulated: z.boolean(),
})
export type AiRunEntry = z.infer<typeof aiRunEntrySchema>

export const aiRunSchema = defineObject('AiRun', {
  comprehensive: comprehensiveAnalysisSchema.nullable(),
  discovery: discoveryRunSchema.nullable(),
})
export type AiRun = z.infer<typeof aiRunSchema>

export const listAiRuns = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/ai-runs',
  summary: 'Past runs of AI Analysis and discovery, the newest first.',
  params: z.object({ portfolioId: z.string() }),
  response: z.array(aiRunEntrySchema),
})

export const getAiRun = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/ai-runs/:runId',
  summary: 'An earlier run as it was.',
  params: z.object({ portfolioId: z.string(), runId: z.string() }),
  response: aiRunSchema,
})

export const factAnswerSchema = defineObject('FactAnswer', {
  /** As it was told. */
  fact: factSchema,
  /** The same figure, computed again now from the stored inputs; null when they give no such figure. */
  recomputed: z.union([z.number(), z.string()]).nullable(),
  /** True when what was told and what was computed again are alike in everything: value, text, formula, inputs. */
  matches: z.boolean(),
})
export type FactAnswer = z.infer<typeof factAnswerSchema>

export const getFact = defineCall(tag, {
  method: 'GET',
  path: '/api/facts/:factId',
  rateLimit: 'compute',
  summary: 'A figure of an analysis by its full id (run and fact), computed again from its inputs.',
  params: z.object({ factId: z.string() }),
  response: factAnswerSchema,
  failures: { 410: 'Inputs are kept only for the ten newest runs of a portfolio.' },
})
