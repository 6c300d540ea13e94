import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runInLanes } from './in-lanes.ts'

test('every item is done once, in order, and never more at a time than there are lanes', async () => {
  let running = 0
  let most = 0
  const done: number[] = []
  await runInLanes([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1
    most = Math.max(most, running)
    await setImmediate()
    running -= 1
    done.push(item)
  })
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})

test('fewer items than lanes, and none at all', async () => {
  const done: string[] = []
  await runInLanes(['a'], 5, async (item) => done.push(item))
  await runInLanes([], 5, async () => done.push('never'))
  expect(done).toEqual(['a'])
})

test('a failure is passed on', async () => {
  await expect(runInLanes([1, 2], 2, async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
