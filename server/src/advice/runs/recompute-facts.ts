import type { Fact } from '@ballast/contract'

/** The facts of a run as they were told, and what they were computed from. */
export interface RecordedRun {
  facts: readonly Fact[]
  /** As `packInputs` of the grounding packs them; null once they are kept no more. */
  inputs: Uint8Array | null
}

/** For whom facts are computed again, and until when. */
export interface Recomputing {
  owner: string
  signal: AbortSignal
}

/** One kind of run that states facts. */
export interface RunRecomputer {
  /** Null when the user has no run of this kind with that id, whatever the id looks like. */
  findRun(userId: string, runId: string): Promise<RecordedRun | null>
  /** Puts the inputs through the same computation again, in the owner's turn. */
  recompute(inputs: Uint8Array, options: Recomputing): Promise<readonly Fact[]>
}
