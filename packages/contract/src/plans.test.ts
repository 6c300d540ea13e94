import { expect, test } from 'vitest'
import { can, ENTITLEMENTS, FEATURE_TERMS, roleOf } from './entitlements.ts'
import {
  countTokens,
  DEFAULT_TRIAL_DAYS,
  describeStart,
  FORGIVEN_PER_DAY,
  MOST_POLICIES,
  PAST_DUE_GRACE_DAYS,
  PLAN_COPY,
  PLANS,
  pricePerToken,
  TOKEN_COSTS,
  TOKEN_PACKAGES,
  WATCH_LIMITS,
} from './plans.ts'

test('prices, allowances and packages are those of the specification', () => {
  expect([PLANS.free.monthlyPrice, PLANS.pro.monthlyPrice, PLANS.pro.monthlyTokens]).toEqual([0, 49, 7])
  expect(TOKEN_COSTS).toEqual({ hedge_analysis: 1, agentic_discovery: 1, comprehensive_analysis: 0 })
  expect(TOKEN_PACKAGES.map(({ id, tokens, price }) => [id, tokens, price])).toEqual([
    ['small', 10, 29],
    ['medium', 25, 59],
    ['large', 50, 99],
  ])
  expect(TOKEN_PACKAGES.filter(({ popular }) => popular)).toMatchObject([{ id: 'medium', label: 'Best Value' }])
  expect([DEFAULT_TRIAL_DAYS, PAST_DUE_GRACE_DAYS]).toEqual([7, 7])
})

test('a token of each package costs what its price says', () => {
  // 29 / 10, 59 / 25, 99 / 50
  expect(TOKEN_PACKAGES.map(pricePerToken)).toEqual([2.9, 2.36, 1.98])
})

test('the copy promises only figures that the server enforces', () => {
  const figures = new Set([
    ...[PLANS.pro.monthlyPrice, PLANS.pro.monthlyTokens, DEFAULT_TRIAL_DAYS, FORGIVEN_PER_DAY],
    ...Object.values(TOKEN_COSTS),
    ...[WATCH_LIMITS.perUserFree, WATCH_LIMITS.perUserPro, MOST_POLICIES],
  ])
  const texts = [
    ...Object.values(PLANS).flatMap(({ features, note, callToAction }) => [...features, note, callToAction]),
    ...Object.values(PLAN_COPY),
    ...[describeStart(0), describeStart(DEFAULT_TRIAL_DAYS)],
    ...Object.values(FEATURE_TERMS).flatMap(({ upgradeMessage, purchaseMessage }) => [upgradeMessage, purchaseMessage]),
  ]
  const stated = texts.flatMap((text) => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([figure]) => Number(figure)))
  expect(stated.filter((figure) => !figures.has(figure))).toEqual([])
  expect(stated.length).toBeGreaterThan(5)
})

test('one token is a token, several are tokens, and a trial of one day is a day', () => {
  expect([countTokens(0), countTokens(1), countTokens(2)]).toEqual(['0 tokens', '1 token', '2 tokens'])
  expect([describeStart(1), describeStart(7), describeStart(0)]).toEqual([
    '1 day free, then $49 a month',
    '7 days free, then $49 a month',
    '$49 a month',
  ])
})

test('an admin may everything, PRO what is paid for, Free none of it', () => {
  expect(Object.values(ENTITLEMENTS.admin).every(Boolean)).toBe(true)
  expect(Object.values(ENTITLEMENTS.free).some(Boolean)).toBe(false)
  expect(Object.entries(ENTITLEMENTS.pro).flatMap(([name, isAllowed]) => (isAllowed ? [] : [name]))).toEqual([
    'unlimitedTokens',
    'seeUsageAnalytics',
    'manageUsers',
  ])
  expect(roleOf({ subscriptionTier: 'free', isAdmin: 1 })).toBe('admin')
  expect(roleOf({ subscriptionTier: 'pro', isAdmin: 0 })).toBe('pro')
  expect(can(roleOf({ subscriptionTier: 'free', isAdmin: false }), 'buyTokens')).toBe(false)
})
