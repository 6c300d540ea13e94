import { setImmediate } from 'node:timers/promises'

/**
 * Lets everything that waits have its turn on this thread: what takes tens of milliseconds in one piece calls it between
 * its parts. Once is not enough: what goes on right after network and disk were looked at would be called again before
 * any timer.
 */
export async function letOthersWork(): Promise<void> {
  await setImmediate()
  await setImmediate()
}
