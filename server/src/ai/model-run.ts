import { ModelFailure } from './model-failure.ts'

interface Spent {
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
  spend(spent: Spent): void
  spent(): Spent
  /** What went wrong, told by what was thrown. */
  toFailure(error: unknown): ModelFailure
  /** Lets the clock go. */
  end(): void
}

export function createModelRun(asker: AbortSignal, wallMilliseconds: number): ModelRun {
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
    spend({ inputTokens, outputTokens }) {
      sum.inputTokens += inputTokens
      sum.outputTokens += outputTokens
    },
    spent: () => ({ ...sum }),
    toFailure(error) {
      if (deadline.signal.aborted) return new ModelFailure('timeout')
      return error instanceof ModelFailure ? error : new ModelFailure('internal')
    },
    end: () => clearTimeout(timer),
  }
}
