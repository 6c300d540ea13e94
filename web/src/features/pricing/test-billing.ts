import type { BillingStatus } from '@ballast/contract'

/** Somebody who never paid, where a trial is offered. */
export const FREE: BillingStatus = {
  tier: 'free',
  unlimited: false,
  subscription: null,
  proEndsAt: null,
  monthlyTokens: 0,
  monthlyAllowance: 7,
  purchasedTokens: 0,
  spendableTokens: 0,
  owedTokens: 0,
  trialAvailable: true,
  trialDays: 7,
  canOpenPortal: false,
  paymentsAvailable: true,
  sandbox: true,
  test: true,
}

export const SUBSCRIPTION: NonNullable<BillingStatus['subscription']> = {
  status: 'active',
  currentPeriodStart: '2026-11-14T09:00:00.000Z',
  currentPeriodEnd: '2026-12-14T09:00:00.000Z',
  cancelAtPeriodEnd: false,
  trialEndsAt: null,
  graceEndsAt: null,
}

/** On PRO, renewing, with some tokens bought. */
export const PRO: BillingStatus = {
  ...FREE,
  tier: 'pro',
  subscription: SUBSCRIPTION,
  proEndsAt: '2026-12-14T09:00:00.000Z',
  monthlyTokens: 5,
  purchasedTokens: 25,
  spendableTokens: 30,
  trialAvailable: false,
  canOpenPortal: true,
}
