import {
  BUILT_IN_ENGINE_NAME,
  type Composition,
  type Engine,
  type GroundedText,
  NOTHING_CHOSEN,
} from '@ballast/contract'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import { listShown } from '../grounding/sentence.ts'
import type { SectionDraft } from '../grounding/sentence-pool.ts'
import type { AiFeature } from './budgets.ts'
import type { MintingCall, ModelTool } from './model-tools.ts'

/** A piece of the answer: sentences of the built-in engine, of which a model may choose and order some. */
export interface SectionTask extends SectionDraft {
  /** Purpose, in a few words for the model: "why this hedge and not another". */
  purpose: string
}

/** Candidates of which the model may choose and order some; it cannot name any other. */
export interface Selection {
  /** Ids, with what the model needs to know of each in `data` or through tools. */
  from: readonly string[]
  max: number
}

/** One answer that is to be composed. Everything in it but `instructions` and section purposes is treated as data. */
export interface WritingTask {
  feature: AiFeature
  userId: string
  /** Instructions in addition to the rules that every task has; written by us, never by a user. */
  instructions: string
  /**
   * The figures of the run. What tools and `calc` compute is added to it when the model's choice is used, and nothing is
   * added when it is not.
   */
  ledger: FactLedger
  /**
   * Words of users, files and providers: prompts, names. Encoded as JSON in a block of its own, 100 characters each
   * (`customPrompt` 1,000), without control and direction characters. Leave out the portfolio's name and whatever names a
   * person.
   */
  data: Readonly<Record<string, unknown>>
  /** Read-only, and bound by the server to the one user and portfolio. */
  tools: readonly ModelTool[]
  sections: Readonly<Record<string, SectionTask>>
  selection?: Selection
}

export interface Written {
  /** The texts of each section in their order: sentences of the engine, and facts stated by their labels. */
  sections: Record<string, GroundedText[]>
  /** The candidates that the model chose, best first; null when it chose none that exists: then keep your own order. */
  selected: string[] | null
  composition: Composition
  /**
   * `model` when at least one section is as the model chose. With `built-in` and a `fallbackReason` a configured model failed:
   * the answer is given all the same, and the token goes back a few times a day (`isForgivable`).
   */
  engine: Engine
  /** The calls that added facts to the ledger, in order; store them with the run, `replayMinted` makes the facts anew. */
  minted: readonly MintingCall[]
}

/** A configured language model behind every safeguard. One for each process. */
export interface AnalystModel {
  /** Provider and model as people read them: "OpenAI gpt-5". */
  name: string
  /**
   * Lets the model choose and order the sentences of a task. It writes no words of its own.
   *
   * It holds neither a thread nor a database connection while the model thinks, at most 45 seconds (90 for discovery).
   *
   * @param signal aborting it ends the request to the model
   * @throws only the signal's reason, when it is aborted. Whatever else goes wrong, the engine's own
   *   order is the answer, with `engine.fallbackReason` in words for people
   */
  write(task: WritingTask, signal: AbortSignal): Promise<Written>
  close(): Promise<void>
}

/** `model.write`, or the engine's own order when no model is configured. */
export async function writeSections(
  model: AnalystModel | null,
  task: WritingTask,
  signal: AbortSignal,
): Promise<Written> {
  return model === null ? toBuiltIn(task, null) : model.write(task, signal)
}

/** True when a model was configured and nothing that it chose could be used. */
export function isFailedModel({ engine }: Pick<Written, 'engine'>): boolean {
  return engine.kind === 'built-in' && engine.fallbackReason !== null
}

/** True when it was the model that failed, and no limit of the user's own that was reached: the token may go back. */
export function isForgivable(written: Pick<Written, 'engine'>): boolean {
  return isFailedModel(written) && written.engine.isOwnLimit !== true
}

/** The engine's own order as an answer. @param fallbackReason null when no model is configured */
export function toBuiltIn(
  { sections }: Pick<WritingTask, 'sections'>,
  fallbackReason: string | null,
  composition: Partial<Composition> = {},
): Written {
  const entries = Object.entries(sections)
  return {
    sections: Object.fromEntries(entries.map(([id, { sentences }]) => [id, listShown(sentences)])),
    selected: null,
    composition: { ...NOTHING_CHOSEN, ...composition, fallback: fallbackReason === null ? 0 : entries.length },
    engine: { kind: 'built-in', name: BUILT_IN_ENGINE_NAME, fallbackReason },
    minted: [],
  }
}
