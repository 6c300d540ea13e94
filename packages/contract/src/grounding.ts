import { z } from 'zod'
import { defineObject } from './call.ts'
import { marketDataSourceSchema } from './market-data.ts'

/*
 * Where the figures in texts come from. Whoever writes a text, an engine or a model, writes references to facts; the
 * server puts the figures in. So every figure that is read was computed, and can be opened.
 */

export const factUnitSchema = z.enum([
  'percent',
  'usd',
  'usd-per-share',
  'ratio',
  'days',
  'contracts',
  'shares',
  'count',
  'date',
  'text',
])
export type FactUnit = z.infer<typeof factUnitSchema>

/** A computed figure, with what it was computed from. */
export const factSchema = defineObject('Fact', {
  /** Unique within its run: `F12`. */
  id: z.string(),
  /** Identity as a path: `shock.m20.lossPercent`. The same key means the same figure in every run. */
  key: z.string(),
  /** Name in words: "Loss if the market falls 20%". */
  label: z.string(),
  /** In `unit`, unrounded. */
  value: z.union([z.number(), z.string()]),
  unit: factUnitSchema,
  /** Decimals that `text` shows. */
  decimals: z.number().int(),
  /** As texts show it: "−24.67%". */
  text: z.string(),
  /** How it is computed, in words and symbols. */
  formula: z.string(),
  /** Row of the table of kinds that says all this: `strategy.costPercent`. Missing in runs from before, and where a model computed it. */
  kind: z.string().optional(),
  /** Which way is better for who owns the portfolio; missing where neither is. */
  better: z.enum(['higher', 'lower']).optional(),
  /** Meaning in one sentence, for figures that the glossary explains. */
  meaning: z.string().optional(),
  /** Other facts of the run by id, or plain inputs with their values. */
  inputs: z.array(z.union([z.object({ fact: z.string() }), z.object({ label: z.string(), value: z.string() })])),
  asOf: z.iso.datetime(),
  source: marketDataSourceSchema,
  simulated: z.boolean(),
})
export type Fact = z.infer<typeof factSchema>

/**
 * A text in pieces; a piece with `fact` is that fact's figure and opens it. Joined, the pieces are the plain text. `sentence`
 * names the kind of the sentence that begins with a piece: `action.cost`. Texts from before have none.
 */
export const groundedTextSchema = z
  .array(z.object({ text: z.string(), fact: z.string().optional(), sentence: z.string().optional() }))
  .meta({ id: 'GroundedText' })
export type GroundedText = z.infer<typeof groundedTextSchema>

/** Who reasoned and wrote: the built-in quantitative engine, or a configured model over the same facts. */
export const engineSchema = defineObject('Engine', {
  kind: z.enum(['built-in', 'model']),
  /** "Built-in quantitative engine", or provider and model. */
  name: z.string(),
  /** Why the built-in engine answered though a model is configured; null otherwise. */
  fallbackReason: z.string().nullable(),
  /** True when the reason is a limit of the user's own: the built-in answer then costs what it always costs. */
  isOwnLimit: z.literal(true).optional(),
})
export type Engine = z.infer<typeof engineSchema>

/** Choice of a model: every sentence is the engine's, and the model decides which are shown and in what order. */
export const compositionSchema = defineObject('Composition', {
  /** Sentences that the model chose. */
  chosen: z.number().int(),
  /** Ids in its answer that do not exist, belong elsewhere, came twice or stood in the wrong place. */
  dropped: z.number().int(),
  /** Sentences that must be shown and that it left out. */
  added: z.number().int(),
  /** Sections in the engine's own order, because too little of the answer could be used. */
  fallback: z.number().int(),
})
export type Composition = z.infer<typeof compositionSchema>

/** Record of runs whose sentences a model wrote itself, each of which was checked; there are no new ones. */
const proseCheckSchema = defineObject('ProseCheck', {
  checked: z.number().int(),
  /** Figures that became references to facts. */
  repaired: z.number().int(),
  /** Sentences left out because they held what is no fact. */
  dropped: z.number().int(),
  /** Sections written by the built-in engine in place of the model's. */
  fallback: z.number().int(),
})

export const verificationSchema = z.union([compositionSchema, proseCheckSchema]).meta({ id: 'Verification' })
export type Verification = z.infer<typeof verificationSchema>

/** Fields of every answer of an engine: its facts, who made it, and the data that it was made from. */
export const runFields = {
  facts: z.array(factSchema),
  engine: engineSchema,
  verification: verificationSchema,
  source: marketDataSourceSchema,
  simulated: z.boolean(),
  /** True when older prices, histories or quotes replace what the provider did not give. */
  stale: z.boolean(),
  asOf: z.iso.datetime(),
}

/** Where no model was asked. */
export const NOTHING_CHOSEN: Composition = { chosen: 0, dropped: 0, added: 0, fallback: 0 }

export const BUILT_IN_ENGINE_NAME = 'Built-in quantitative engine'
