import { describe, expect, test } from 'vitest'
import { computeProUntil, computeProUntilOf } from './membership.rules.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
/** A period from the 1st to the 30th. */
const subscription = (status: string, cancelAtPeriodEnd = false, end = day(30), pastDueSince: Date | null = null) => ({
  status,
  cancelAtPeriodEnd,
  currentPeriodStart: day(1),
  currentPeriodEnd: end,
  pastDueSince,
})

describe('PRO goes on', () => {
  test.each([
    ['a week beyond the period, while word of the renewal may be late', subscription('active'), day(37)],
    ['a week beyond the trial, for the same reason', subscription('trialing'), day(37)],
    ['to the end of the period that was paid for, once cancelled', subscription('active', true), day(30)],
    ['to the end of the trial, once cancelled', subscription('trialing', true), day(30)],
    ['for 7 days after a payment failed', subscription('past_due', false, day(30), day(1)), day(8)],
    ['for 7 days after the first of several that failed', subscription('past_due', false, day(30), day(-30)), day(-23)],
    [
      'not beyond the end of what was cancelled, though a payment failed',
      subscription('past_due', true, day(5)),
      day(5),
    ],
  ])('%s', (_name, facts, until) => {
    expect(computeProUntil(facts)).toEqual(until)
  })
})

test.each(['canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'])('%s is not PRO', (status) => {
  expect(computeProUntil(subscription(status))).toBeNull()
})

test('of several, the one that lasts longest counts; of none, none', () => {
  const facts = [subscription('canceled'), subscription('past_due'), subscription('active', true)]
  expect(computeProUntilOf(facts)).toEqual(day(30))
  expect(computeProUntilOf([])).toBeNull()
})
