import { letOthersWork } from '../other-work.ts'

/** Does `work` for each item, `lanes` of them at a time, in order; rejects with the first failure. */
export async function runInLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of queue) {
        await letOthersWork()
        await work(item)
      }
    }),
  )
}
