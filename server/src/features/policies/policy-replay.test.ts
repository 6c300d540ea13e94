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

test('from the low of 2009 on, every break of the limit is told on its evening', {
  tags: ['full'],
  timeout: 900_000,
}, async () => {
  const { closes, breaks, tickets } = await expectTold({ from: '2009-03-09', to: '2009-04-09' })
  expect(closes).toBe(23)
  expect(breaks).toBeGreaterThan(0)
  expect(tickets).toBeGreaterThanOrEqual(breaks)
})

test.each([
  ['the autumn of 2008', '2008-09-02', '2008-10-14'],
  ['the spring of 2020', '2020-02-14', '2020-03-30'],
])('so is each through %s', { tags: ['full', 'long'], timeout: 3_600_000 }, async (_name, from, to) => {
  await expectTold({ from, to })
})
