import { z } from 'zod'
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
export const factSchema = z
  .object({
    /** Unique within its run: `F12`. */
    id: z.string(),
    /** What it is, as a path: `shock.m20.lossPercent`. The same key means the same figure in every run. */
    key: z.string(),
    /** What it is, in words: "Loss if the market falls 20%". */
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
    /** Other facts of the run by id, or plain inputs with their values. */
    inputs: z.array(z.union([z.object({ fact: z.string() }), z.object({ label: z.string(), value: z.string() })])),
    asOf: z.iso.datetime(),
    source: marketDataSourceSchema,
    simulated: z.boolean(),
  })
  .meta({ id: 'Fact' })
export type Fact = z.infer<typeof factSchema>

/** A text in pieces; a piece with `fact` is that fact's figure and opens it. Joined, the pieces are the plain text. */
export const groundedTextSchema = z
  .array(z.object({ text: z.string(), fact: z.string().optional() }))
  .meta({ id: 'GroundedText' })
export type GroundedText = z.infer<typeof groundedTextSchema>

/** Who reasoned and wrote: the built-in quantitative engine, or a configured model over the same facts. */
export const engineSchema = z
  .object({
    kind: z.enum(['built-in', 'model']),
    /** "Built-in quantitative engine", or provider and model. */
    name: z.string(),
    /** Why the built-in engine answered though a model is configured; null otherwise. */
    fallbackReason: z.string().nullable(),
    /** True when the reason is a limit of the user's own: the built-in answer then costs what it always costs. */
    isOwnLimit: z.literal(true).optional(),
  })
  .meta({ id: 'Engine' })
export type Engine = z.infer<typeof engineSchema>
/** What became of the sentences that a model wrote: every one is checked before anybody reads it. */
export const verificationSchema = z
  .object({
    /** Sentences checked, and figures in them that became references to facts. */
    checked: z.number().int(),
    repaired: z.number().int(),
    /** Sentences left out because they held what is no fact. */
    dropped: z.number().int(),
    /** Sections written by the built-in engine in place of the model's. */
    fallback: z.number().int(),
  })
  .meta({ id: 'Verification' })
export type Verification = z.infer<typeof verificationSchema>

export const BUILT_IN_ENGINE_NAME = 'Built-in quantitative engine'
