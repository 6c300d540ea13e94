// Tests: strangers-log.test.ts

const WINDOW_MILLISECONDS = 60_000

/**
 * Says whether one more line may be written of what strangers can bring about at will, so that nobody fills the disk or buries
 * what matters.
 *
 * @param perMinute lines in each minute
 * @param now in milliseconds, by a clock that does not jump
 */
export function createLogBudget(perMinute: number, now: () => number = () => performance.now()): () => boolean {
  let begun = Number.NEGATIVE_INFINITY
  let written = 0
  return () => {
    if (now() - begun >= WINDOW_MILLISECONDS) {
      begun = now()
      written = 0
    }
    written += 1
    return written <= perMinute
  }
}
