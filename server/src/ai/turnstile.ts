import { setTimeout as sleep } from 'node:timers/promises'

const AT_ONCE = 8
const AT_ONCE_PER_USER = 2
const WAIT_MILLISECONDS = 5_000

/** Lets so many in at once, so that one person, or a slow model, does not keep everybody waiting. */
export interface Turnstile {
  /** @returns leaves the place again; `undefined` when none became free in a few seconds, or the signal was aborted */
  enter(userId: string, signal: AbortSignal): Promise<(() => void) | undefined>
  /** True while the user has as many places as one may have. */
  isFull(userId: string): boolean
}

export function createTurnstile(waitMilliseconds = WAIT_MILLISECONDS): Turnstile {
  const inside = new Map<string, number>()
  const waiting = new Set<() => void>()
  const count = (userId: string) => inside.get(userId) ?? 0
  const total = () => [...inside.values()].reduce((sum, one) => sum + one, 0)

  function leave(userId: string) {
    const left = count(userId) - 1
    if (left > 0) inside.set(userId, left)
    else inside.delete(userId)
    for (const wake of waiting) wake()
  }

  async function pause(milliseconds: number, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.add(resolve)
    const stopping = new AbortController()
    const timer = sleep(milliseconds, undefined, { signal: AbortSignal.any([signal, stopping.signal]) })
    await Promise.race([promise, timer.catch(() => undefined)])
    stopping.abort()
    waiting.delete(resolve)
  }

  return {
    isFull: (userId) => count(userId) >= AT_ONCE_PER_USER,
    async enter(userId, signal) {
      const deadline = performance.now() + waitMilliseconds
      while (total() >= AT_ONCE || count(userId) >= AT_ONCE_PER_USER) {
        const left = deadline - performance.now()
        if (left <= 0 || signal.aborted) return undefined
        await pause(left, signal)
      }
      inside.set(userId, count(userId) + 1)
      let isInside = true
      return () => {
        if (isInside) leave(userId)
        isInside = false
      }
    },
  }
}
