import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for work, but not for ever: resolves when it is done or after `milliseconds`, whichever comes first. The work goes
 * on, and a failure after that time is nobody's any more.
 */
export async function waitAtMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  work.catch(() => {})
  const timer = new AbortController()
  const patience = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {})
  try {
    await Promise.race([work, patience])
  } finally {
    timer.abort()
  }
}
