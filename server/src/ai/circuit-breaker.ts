import type { Clock } from '../clock.ts'

const FAILURES = 5
const REST_MILLISECONDS = 60_000

/** Leaves a failing model alone for a while, then lets one request try. */
export interface CircuitBreaker {
  /** @returns says how the request went; `undefined` while the model rests, and while somebody tries whether it is well */
  admit(): Settle | undefined
}

/**
 * Of an admitted request: how it went; `undefined` when that says nothing about the model. The first word counts.
 *
 * @param provoker who may have brought the failure about by what they asked. Each counts once until something goes well, so
 *   that one person cannot take the model from all others
 */
export type Settle = (wasGood: boolean | undefined, provoker?: string) => void

/** After five failures in a row it rests for a minute; then the first request decides how it goes on. */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0
  let restsUntil = 0
  let isTrying = false
  const provokers = new Set<string>()

  function fail(isTrial: boolean, provoker: string | undefined) {
    if (provoker !== undefined) {
      if (provokers.has(provoker) && !isTrial) return
      provokers.add(provoker)
    }
    const wasResting = failures >= FAILURES
    failures += 1
    // What was asked before the rest began and fails late says nothing new.
    if (failures >= FAILURES && (isTrial || !wasResting)) restsUntil = clock.now().getTime() + REST_MILLISECONDS
  }

  return {
    admit() {
      const isTrial = failures >= FAILURES
      if (isTrial) {
        if (isTrying || clock.now().getTime() < restsUntil) return undefined
        isTrying = true
      }
      let isSettled = false
      return (wasGood, provoker) => {
        if (isSettled) return
        isSettled = true
        if (isTrial) isTrying = false
        if (wasGood === false) fail(isTrial, provoker)
        if (wasGood !== true) return
        failures = 0
        provokers.clear()
      }
    },
  }
}
