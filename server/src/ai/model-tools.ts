import type { Fact } from '@ballast/contract'
import type { z } from 'zod'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import { disarmWords } from './untrusted-data.ts'

/**
 * Something that a model may look up or have computed. Read-only; whose data it reads was decided by the server when it
 * was made, so its input names neither a user nor a portfolio.
 */
export interface ModelTool<Input extends z.ZodObject = z.ZodObject> {
  /** Lower case with underscores: `get_relation`. */
  name: string
  /** For the model: what it answers, and when to ask. */
  description: string
  /** Fields that it does not know are refused. */
  input: Input
  /**
   * @param input parsed by the schema
   * @returns what JSON can hold, without any number: figures go into the ledger and are given as references
   *   (`toReference(fact)`), by whose ids the model can have them stated. The same input over the same ledger adds the same facts, so that they can be computed again
   * @throws Error with words for the model when it cannot be answered
   */
  run(input: z.infer<Input>, context: ToolContext): Promise<unknown> | unknown
}

export interface ToolContext {
  ledger: FactLedger
  signal: AbortSignal
}

/** A call of a tool that added facts to the ledger. */
export interface MintingCall {
  tool: string
  /** As the tool parsed it; what JSON can hold. */
  input: unknown
  /** Ids of the facts that it added. */
  facts: string[]
}

/** A tool whose input is typed where it is written. */
export function defineTool<Input extends z.ZodObject>(tool: ModelTool<Input>): ModelTool {
  return tool as unknown as ModelTool
}

/** A figure in the answer of a tool: its id, with what it is and reads as. */
export function toReference({ id, label, text }: Fact): string {
  return `${id} ${disarmWords(`${label}: ${text}`)}`
}
