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

/** Rows of a cache that take the embedded database some ten milliseconds. */
export const ROWS_PER_WRITE = 100

/**
 * Does `work` with at most `size` of the items at a time, in their order, and lets others work before each part. The
 * embedded database works on this very thread, and answers before anything else has had its turn.
 */
export async function workInParts<Item>(
  items: readonly Item[],
  size: number,
  work: (part: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    await letOthersWork()
    await work(items.slice(start, start + size))
  }
}
