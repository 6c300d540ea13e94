import { BUILT_IN_ENGINE_NAME, type Engine, type GroundedText, type Verification } from '@ballast/contract'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import type { KnownEntities } from '../grounding/known-entities.ts'
import type { AiFeature } from './budgets.ts'
import type { MintingCall, ModelTool } from './model-tools.ts'

/** A piece of the answer that a model may write in place of the built-in engine. */
export interface SectionTask {
  /** What it is for, in a few words for the model: "why this hedge and not another". */
  purpose: string
  /** What the built-in engine wrote; it goes to the model as a draft, and stands in when the model's text fails. */
  builtIn: GroundedText
  /**
   * True: sentences that fail are left out, the others stay. False: one failing sentence brings the built-in text back,
   * for texts that would mislead with a sentence missing, such as the steps of an order.
   */
  optional: boolean
  /** What goes beyond is left out. */
  maxSentences: number
  /**
   * What the section is about, as the beginnings of its facts' keys: `strategy.put-spread.`. Figures of another section's
   * subject are then refused in it.
   */
  subject?: string | readonly string[]
}

/** Candidates of which the model may choose and order some; it cannot name any other. */
export interface Selection {
  /** Ids, with what the model needs to know of each in `data` or through tools. */
  from: readonly string[]
  max: number
}

/** One answer that is to be written. Everything in it but `instructions` and section purposes is treated as data. */
export interface WritingTask extends KnownEntities {
  feature: AiFeature
  userId: string
  /** What is asked for beside the rules that every task has; written by us, never by a user. */
  instructions: string
  /**
   * The figures that may be spoken of. What tools and `calc` compute is added to it when the model's text is used, and
   * nothing is added when it is not.
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
  /** A text for each section of the task; optional ones are never empty, the built-in text stands in. */
  sections: Record<string, GroundedText>
  /** The candidates that the model chose, best first; null when it chose none that exists: then keep your own order. */
  selected: string[] | null
  verification: Verification
  /**
   * `model` when at least one section is the model's. With `built-in` and a `fallbackReason` a configured model failed:
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
   * Lets the model write the sections of a task over its facts. Every sentence is checked; what fails is mended once,
   * then left out or replaced by the built-in text.
   *
   * It holds neither a thread nor a database connection while the model thinks, at most 45 seconds (90 for discovery).
   *
   * @param signal aborting it ends the request to the model
   * @throws only the signal's reason, when it is aborted. Whatever else goes wrong, the built-in texts are the answer, with
   *   `engine.fallbackReason` in words for people
   */
  write(task: WritingTask, signal: AbortSignal): Promise<Written>
  close(): Promise<void>
}

/** `model.write`, or the built-in texts as they are when no model is configured. */
export async function writeSections(
  model: AnalystModel | null,
  task: WritingTask,
  signal: AbortSignal,
): Promise<Written> {
  return model === null ? toBuiltIn(task, null) : model.write(task, signal)
}

/** True when a model was configured and the built-in texts stand in for its own. */
export function isFailedModel({ engine }: Pick<Written, 'engine'>): boolean {
  return engine.kind === 'built-in' && engine.fallbackReason !== null
}

/** True when it was the model that failed, and no limit of the user's own that was reached: the token may go back. */
export function isForgivable(written: Pick<Written, 'engine'>): boolean {
  return isFailedModel(written) && written.engine.isOwnLimit !== true
}

/** The built-in texts as an answer. @param fallbackReason null when no model is configured */
export function toBuiltIn(
  { sections }: Pick<WritingTask, 'sections'>,
  fallbackReason: string | null,
  verification: Partial<Verification> = {},
): Written {
  const entries = Object.entries(sections)
  return {
    sections: Object.fromEntries(entries.map(([id, { builtIn }]) => [id, builtIn])),
    selected: null,
    verification: {
      checked: 0,
      repaired: 0,
      dropped: 0,
      ...verification,
      fallback: fallbackReason === null ? 0 : entries.length,
    },
    engine: { kind: 'built-in', name: BUILT_IN_ENGINE_NAME, fallbackReason },
    minted: [],
  }
}
