import { expect, test } from 'vitest'
import { countBreaks, replayPolicy } from './testing/replay-policy.ts'

/** One false alarm in 21 closes is one in a user-month. */
const CLOSES_OF_MONTH = 21

test(
  'through the crash of 2020 and the rise after it, what is told is what is broken',
  {
    tags: ['full'],
    timeout: 1_800_000,
  },
  () => expectToldInTime('2020-02-03', '2020-06-30'),
)

test('so it is through the crash of 2008 and the rise after it', { tags: ['full', 'long'], timeout: 1_800_000 }, () =>
  expectToldInTime('2008-09-02', '2009-06-30'),
)

/** Every break of the limit is told on its evening, and what is told is broken. */
async function expectToldInTime(from: string, to: string): Promise<void> {
  const counted = countBreaks(await replayPolicy({ from, to }))
  expect(counted.missed).toEqual([])
  expect(counted.unjudged).toEqual([])
  expect(counted.falseAlarms.length).toBeLessThanOrEqual(counted.closes / CLOSES_OF_MONTH)
  expect(counted.breaks).toBeGreaterThan(0)
  expect(counted.tickets).toBeGreaterThanOrEqual(counted.breaks)
}
