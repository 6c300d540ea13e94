import { expect, test } from 'vitest'
import { countBreaks, replayPolicy } from './testing/replay-policy.ts'

/** One false alarm in 21 closes is one in a user-month. */
const CLOSES_OF_MONTH = 21

/** Whatever was broken by a second method is told on the same evening, and what was told is broken. */
async function expectTold(span: { from: string; to: string }) {
  const counted = countBreaks(await replayPolicy(span))
  expect(counted.untold).toEqual([])
  expect(counted.falseAlarms.length).toBeLessThanOrEqual(counted.closes / CLOSES_OF_MONTH)
  return counted
}

test('through the autumn of 2008 every break of the limit is told on its evening', {
  tags: ['full'],
  timeout: 900_000,
}, async () => {
  const { closes, breaks } = await expectTold({ from: '2008-09-02', to: '2008-11-03' })
  expect(closes).toBe(44)
  expect(breaks).toBeGreaterThan(0)
})

test('so is each from 2006 to 2026', { tags: ['full', 'long'], timeout: 4 * 3_600_000 }, () =>
  expectTold({ from: '2006-01-03', to: '2026-11-20' }),
)
