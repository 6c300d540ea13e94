// Tests: billing.test.ts, payment-edges.test.ts

import { type BillingStatus, can, PLANS, roleOf } from '@ballast/contract'
import type { SignedInUser } from '../../http/authentication.ts'
import type { Subscription } from './customers.repository.ts'
import { computeProUntil, isRunning } from './membership.rules.ts'

export interface StatusFacts {
  user: SignedInUser
  balance: { monthly: number; purchased: number; owed: number }
  proUntil: Date | null
  /** The newest first. */
  subscriptions: readonly Subscription[]
  canOpenPortal: boolean
  provider: 'stripe' | 'sandbox' | undefined
  isTest: boolean
  trialAvailable: boolean
  trialDays: number
  now: Date
}

/** Plan, subscription and tokens in one answer. Monthly tokens count only while on PRO, whether or not they lapsed yet. */
export function toBillingStatus(facts: StatusFacts): BillingStatus {
  const { user, balance, proUntil, subscriptions, provider, isTest, trialAvailable, trialDays, now } = facts
  const isPro = proUntil !== null && now < proUntil
  const tier = isPro ? 'pro' : 'free'
  const monthlyTokens = isPro ? balance.monthly : 0
  const role = roleOf({ subscriptionTier: tier, isAdmin: user.isAdmin })
  const subscription = subscriptions.find(isRunning) ?? subscriptions[0]
  return {
    tier,
    unlimited: can(role, 'unlimitedTokens'),
    subscription: subscription ? toSubscriptionBody(subscription) : null,
    proEndsAt: isPro ? proEndOf(subscription, proUntil).toISOString() : null,
    monthlyTokens,
    monthlyAllowance: PLANS.pro.monthlyTokens,
    purchasedTokens: balance.purchased,
    spendableTokens: isPro ? monthlyTokens + balance.purchased : 0,
    owedTokens: balance.owed,
    trialAvailable,
    trialDays,
    canOpenPortal: provider !== undefined && facts.canOpenPortal,
    paymentsAvailable: provider !== undefined,
    sandbox: provider === 'sandbox',
    test: isTest,
  }
}

/** The days of grace after a renewal that we did not hear of yet are ours, no promise. */
function proEndOf(subscription: Subscription | undefined, proUntil: Date): Date {
  if (!subscription || subscription.status === 'past_due') return proUntil
  return subscription.currentPeriodEnd < proUntil ? subscription.currentPeriodEnd : proUntil
}

function toSubscriptionBody(subscription: Subscription): NonNullable<BillingStatus['subscription']> {
  const { status, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, trialEnd } = subscription
  return {
    status,
    currentPeriodStart: currentPeriodStart.toISOString(),
    currentPeriodEnd: currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd,
    trialEndsAt: status === 'trialing' && trialEnd !== null ? trialEnd.toISOString() : null,
    graceEndsAt: status === 'past_due' ? (computeProUntil(subscription)?.toISOString() ?? null) : null,
  }
}
