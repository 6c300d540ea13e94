import type { Clock } from '../clock.ts'

const FAILURES = 5
const REST_MILLISECONDS = 60_000

/** Leaves a failing model alone for a while, then lets one request try. */
export interface CircuitBreaker {
  /** False while it rests, and while somebody tries whether it is well again. */
  admit(): boolean
  /**
   * After an admitted request: how it went; `undefined` when that says nothing about the model.
   *
   * @param provoker who may have brought the failure about by what they asked. Each counts once until something goes well, so
   *   that one person cannot take the model from all others
   */
  settle(wasGood: boolean | undefined, provoker?: string): void
}

/** After five failures in a row it rests for a minute; then the first request decides how it goes on. */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0
  let restsUntil = 0
  let isTrying = false
  const provokers = new Set<string>()
  return {
    admit() {
      if (failures < FAILURES) return true
      if (isTrying || clock.now().getTime() < restsUntil) return false
      isTrying = true
      return true
    },
    settle(wasGood, provoker) {
      const wasTrial = isTrying
      isTrying = false
      if (wasGood === undefined) return
      if (wasGood) provokers.clear()
      else if (provoker !== undefined) {
        if (provokers.has(provoker) && !wasTrial) return
        provokers.add(provoker)
      }
      failures = wasGood ? 0 : failures + 1
      if (failures >= FAILURES) restsUntil = clock.now().getTime() + REST_MILLISECONDS
    },
  }
}
