import type { BillingStatus } from '@ballast/contract'
import { describe, expect, test } from 'vitest'
import { describePlan, describeTokens, toPlanNotices, toProOffer } from './plan-view.ts'
import { FREE, PRO, SUBSCRIPTION } from './test-billing.ts'

const withSubscription = (status: BillingStatus, changes: Partial<typeof SUBSCRIPTION>): BillingStatus => ({
  ...status,
  subscription: { ...SUBSCRIPTION, ...changes },
})
const TRIAL = withSubscription(PRO, { status: 'trialing', trialEndsAt: '2026-11-29T09:00:00.000Z' })
const CANCELLED = withSubscription(PRO, { cancelAtPeriodEnd: true })
const OVERDUE = withSubscription(PRO, { status: 'past_due', graceEndsAt: '2026-11-21T09:00:00.000Z' })
const ENDED: BillingStatus = { ...withSubscription(FREE, { status: 'canceled' }), trialAvailable: false }

describe('the plan in a sentence', () => {
  test.each<[string, BillingStatus, string]>([
    ['free', FREE, 'You are on Free.'],
    ['free after PRO', ENDED, 'You are on Free. PRO ended Dec 14, 2026.'],
    ['free since a payment is overdue', { ...OVERDUE, tier: 'free' }, 'You are on Free. PRO ended Nov 21, 2026.'],
    ['free, begun but never paid', withSubscription(FREE, { status: 'incomplete' }), 'You are on Free.'],
    ['free, paused', withSubscription(FREE, { status: 'unpaid' }), 'You are on Free.'],
    ['PRO', PRO, 'You are on PRO. Renews Dec 14, 2026.'],
    ['trial', TRIAL, 'You are on a PRO trial until Nov 29, 2026. Then $49 a month.'],
    ['cancelled', CANCELLED, 'You are on PRO until Dec 14, 2026. It will not renew.'],
    ['overdue', OVERDUE, 'You are on PRO. The last payment failed.'],
    ['admin', { ...FREE, unlimited: true }, 'You have admin access.'],
  ])('%s', (_, status, sentence) => expect(describePlan(status)).toBe(sentence))

  test('a cancelled trial does not threaten to cost anything', () => {
    const status = withSubscription(TRIAL, {
      status: 'trialing',
      trialEndsAt: SUBSCRIPTION.currentPeriodEnd,
      cancelAtPeriodEnd: true,
    })
    expect(describePlan(status)).not.toContain('$')
  })
})

describe('what has to be known', () => {
  test('nothing, while all is well', () => {
    for (const status of [FREE, PRO, TRIAL]) expect(toPlanNotices(status)).toEqual([])
  })

  test('an overdue payment is urgent and names the day PRO goes on to', () => {
    expect(toPlanNotices(OVERDUE)).toEqual([
      { urgent: true, text: expect.stringContaining('PRO goes on until Nov 21, 2026') },
    ])
    const lost = toPlanNotices({ ...OVERDUE, tier: 'free' })
    expect(lost[0]?.text).toContain('PRO is paused')
  })

  test('after cancelling: when PRO and its tokens go, and that purchased ones wait', () => {
    expect(toPlanNotices(CANCELLED)[0]?.text).toContain('monthly tokens lapse, and purchased tokens wait')
  })

  test('tokens that wait are told to whoever bought them, and not to admins, whose tokens are not deducted', () => {
    expect(toPlanNotices({ ...FREE, purchasedTokens: 1 })[0]?.text).toBe(
      '1 token of yours that never expires waits until you are on PRO.',
    )
    expect(toPlanNotices({ ...FREE, purchasedTokens: 25 })[0]?.text).toBe(
      '25 tokens of yours that never expire wait until you are on PRO.',
    )
    expect(toPlanNotices({ ...FREE, purchasedTokens: 25, unlimited: true })).toEqual([])
  })

  test('a debt says what pays it', () => {
    expect(toPlanNotices({ ...PRO, owedTokens: 3 })[0]?.text).toContain('3 tokens')
  })
})

describe('the button of PRO', () => {
  test.each<[string, BillingStatus, ReturnType<typeof toProOffer>]>([
    ['never paid', FREE, { action: 'start', label: 'Start PRO Trial', note: '7 days free, then $49 a month' }],
    ['had a trial', ENDED, { action: 'start', label: 'Upgrade to PRO', note: '$49 a month' }],
    ['on PRO', PRO, { action: 'current', label: 'Current plan', note: null }],
    ['on trial', TRIAL, { action: 'current', label: 'Current plan', note: null }],
    ['admin', { ...FREE, unlimited: true }, { action: 'current', label: 'Included in admin access', note: null }],
    ['cancelled', CANCELLED, { action: 'resume', label: 'Keep PRO', note: null }],
  ])('%s', (_, status, offer) => expect(toProOffer(status)).toEqual(offer))

  test('without payments nothing can be started, and it says whom to ask', () => {
    const offer = toProOffer({ ...FREE, paymentsAvailable: false })
    expect(offer.action).toBe('unavailable')
    expect(offer.note).toContain('Ask its operator')
  })

  test('whoever owes a payment is not offered a second subscription', () => {
    expect(toProOffer({ ...OVERDUE, tier: 'free' }).action).toBe('resume')
  })
})

test('tokens say how many are of the month, until when, and how many were bought', () => {
  expect(describeTokens(PRO)).toBe(
    '5 of 7 monthly until Dec 14, 2026, 25 purchased. Monthly tokens are spent first and do not roll over. Purchased tokens never expire.',
  )
  expect(describeTokens({ ...PRO, monthlyTokens: 9 })).toContain('9 monthly until')
  // With an overdue payment they go with PRO, before the period ends.
  expect(describeTokens(OVERDUE)).toContain('5 of 7 monthly until Nov 21, 2026')
})
