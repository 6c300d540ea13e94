import type { Clock } from './clock.ts'

export interface CircuitBreakerOptions {
  clock: Clock
  /** Failures in a row after which the service is left alone. */
  failuresToOpen: number
  /** How long it is left alone; then one call in each such time may try. */
  restMilliseconds: number
}

/**
 * Keeps callers away from a service that fails every time: closed (all pass), open (none pass), half-open (one call
 * tries; its success closes, its failure opens again).
 */
export interface CircuitBreaker {
  /** @returns says how the call went; `undefined` while the service rests, and while another call tries it */
  admit(): Settle | undefined
  /** Milliseconds until a call may pass; 0 when one may pass now. */
  waitMilliseconds(): number
  /** True from the last failure that was one too many until a try goes well. */
  isOpen(): boolean
}

/**
 * How an admitted call went; `undefined` when that says nothing about the service. Only the first report counts.
 *
 * @param provoker who may have brought the failure about by what they asked. Each counts once until something goes well, so
 *   that one person cannot take the service from all others
 */
export type Settle = (wasGood: boolean | undefined, provoker?: string) => void

/** A breaker of this process, closed at first. */
export function createCircuitBreaker({
  clock,
  failuresToOpen,
  restMilliseconds,
}: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0
  let restsUntil = 0
  const provokers = new Set<string>()

  const now = () => clock.now().getTime()
  const isOpen = () => failures >= failuresToOpen

  function fail(isTrial: boolean, provoker: string | undefined) {
    if (provoker !== undefined) {
      if (provokers.has(provoker) && !isTrial) return
      provokers.add(provoker)
    }
    const wasOpen = isOpen()
    failures += 1
    // What was asked before the rest began and fails late says nothing new.
    if (isOpen() && (isTrial || !wasOpen)) restsUntil = now() + restMilliseconds
  }

  return {
    admit() {
      const isTrial = isOpen()
      if (isTrial) {
        if (now() < restsUntil) return undefined
        // Others wait for what comes of it, but no longer: it may never report back.
        restsUntil = now() + restMilliseconds
      }
      let isSettled = false
      return (wasGood, provoker) => {
        if (isSettled) return
        isSettled = true
        if (wasGood === false) return fail(isTrial, provoker)
        if (wasGood === undefined) {
          if (isTrial) restsUntil = 0
          return
        }
        failures = 0
        provokers.clear()
      }
    },
    waitMilliseconds: () => (isOpen() ? Math.max(0, restsUntil - now()) : 0),
    isOpen,
  }
}
