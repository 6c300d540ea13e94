import type { Clock } from '../../clock.ts'

export interface CircuitBreakerOptions {
  clock: Clock
  /** Consecutive failures after which nobody is let through. */
  failuresToOpen: number
  /** How long it stays shut before one call may try again. */
  probeAfterMs: number
}

/**
 * Keeps callers away from a provider that fails every time: closed (all pass), open (none pass), half-open (one call
 * tries; its success closes, its failure opens again).
 */
export interface CircuitBreaker {
  /** Milliseconds until a call may pass; 0 when one may pass now. Asking takes the one try of the half-open state. */
  tryPass(): number
  recordSuccess(): void
  recordFailure(): void
  /** True while calls are turned away. */
  isOpen(): boolean
}

export function createCircuitBreaker({ clock, failuresToOpen, probeAfterMs }: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0
  let probeAt: number | undefined

  return {
    tryPass() {
      if (probeAt === undefined) return 0
      const now = clock.now().getTime()
      if (now < probeAt) return probeAt - now
      // A probe that never reports back must not shut the door for ever: the next one may try after the same time.
      probeAt = now + probeAfterMs
      return 0
    },
    recordSuccess() {
      failures = 0
      probeAt = undefined
    },
    recordFailure() {
      failures += 1
      if (failures >= failuresToOpen) probeAt = clock.now().getTime() + probeAfterMs
    },
    isOpen: () => probeAt !== undefined,
  }
}
