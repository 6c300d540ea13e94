import { ModelFailure } from './model-failure.ts'

/** No request costs more; a service that says so is not believed. */
const MOST_TOKENS = 10_000_000

/** Cost that a service reports for a request; many local ones report nothing. */
export interface Reported {
  inputTokens: number | undefined
  outputTokens: number | undefined
}

export interface Spent {
  inputTokens: number
  outputTokens: number
}

/** One run of a model against the clock: its time, what it has cost so far, and who gave up on it. */
export interface ModelRun {
  /** Aborted when the time is over, or the asker is gone. */
  signal: AbortSignal
  /** True when the asker is gone; then nothing is to be answered. */
  isAbandoned(): boolean
  millisecondsUsed(): number
  millisecondsLeft(): number
  /**
   * Counts a request.
   *
   * @param estimated counts where the service says nothing that can be, so that a budget holds for every service
   */
  spend(reported: Reported, estimated: Spent): void
  spent(): Spent
  /** Returns the tokens that the run may still spend. */
  tokensLeft(): number
  /** Converts a thrown error to the failure that it means. */
  toFailure(error: unknown): ModelFailure
  /** Lets the clock go. */
  end(): void
}

export function createModelRun(
  asker: AbortSignal,
  { wallMilliseconds, mostTokens }: { wallMilliseconds: number; mostTokens: number },
): ModelRun {
  const start = performance.now()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), wallMilliseconds)
  const sum: Spent = { inputTokens: 0, outputTokens: 0 }
  const used = () => Math.round(performance.now() - start)
  return {
    signal: AbortSignal.any([asker, deadline.signal]),
    isAbandoned: () => asker.aborted,
    millisecondsUsed: used,
    millisecondsLeft: () => wallMilliseconds - used(),
    spend({ inputTokens, outputTokens }, estimated) {
      sum.inputTokens += toTokens(inputTokens, estimated.inputTokens)
      sum.outputTokens += toTokens(outputTokens, estimated.outputTokens)
    },
    spent: () => ({ ...sum }),
    tokensLeft: () => mostTokens - sum.inputTokens - sum.outputTokens,
    toFailure(error) {
      if (deadline.signal.aborted) return new ModelFailure('timeout')
      return error instanceof ModelFailure ? error : new ModelFailure('internal')
    },
    end: () => clearTimeout(timer),
  }
}

/** A whole number of tokens that can be stored and added up. */
function toTokens(reported: number | undefined, estimated: number): number {
  const isSaid = reported !== undefined && Number.isFinite(reported) && reported > 0
  return Math.min(MOST_TOKENS, Math.ceil(isSaid ? reported : estimated))
}
