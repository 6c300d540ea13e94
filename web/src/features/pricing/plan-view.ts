import { type BillingStatus, countTokens, describeStart, PLAN_COPY, PLANS } from '@ballast/contract'
import { formatDate } from '../../lib/format.ts'

const PRO = PLANS.pro.name
const FREE = PLANS.free.name

/** The plan in one sentence or two, with the day on which it changes. */
export function describePlan(status: BillingStatus): string {
  const { tier, subscription, proEndsAt, unlimited } = status
  if (tier === 'free') {
    if (unlimited) return 'You have admin access.'
    const ended = subscription && findEnd(subscription)
    return ended ? `You are on ${FREE}. ${PRO} ended ${ended}.` : `You are on ${FREE}.`
  }
  const end = formatDate(proEndsAt)
  if (!subscription || subscription.cancelAtPeriodEnd) return `You are on ${PRO} until ${end}. It will not renew.`
  if (subscription.status === 'past_due') return `You are on ${PRO}. The last payment failed.`
  if (subscription.trialEndsAt) {
    return `You are on a ${PRO} trial until ${formatDate(subscription.trialEndsAt)}. Then ${describeStart(0)}.`
  }
  return `You are on ${PRO}. Renews ${formatDate(subscription.currentPeriodEnd)}.`
}

const NOT_BEGUN_OR_PAUSED: ReadonlySet<string> = new Set(['incomplete', 'incomplete_expired', 'unpaid', 'paused'])

/** The day on which PRO ended; null when it never began, or when nobody knows. */
function findEnd({ status, graceEndsAt, currentPeriodEnd }: NonNullable<BillingStatus['subscription']>): string | null {
  if (NOT_BEGUN_OR_PAUSED.has(status)) return null
  return formatDate(graceEndsAt ?? currentPeriodEnd)
}
export interface PlanNotice {
  text: string
  /** True when something has to be done, and the portal is the place to do it. */
  urgent: boolean
}

/** Lists what to know about money and tokens next to the plan: overdue payments, an end in sight, tokens that wait. */
export function toPlanNotices(status: BillingStatus): PlanNotice[] {
  const { tier, subscription, purchasedTokens, owedTokens, unlimited } = status
  const notices: PlanNotice[] = []
  if (subscription?.status === 'past_due') {
    notices.push({
      text:
        tier === 'pro' && subscription.graceEndsAt
          ? `The last payment failed. ${PRO} goes on until ${formatDate(subscription.graceEndsAt)}; update your payment method before then.`
          : `The last payment failed, and ${PRO} is paused. Update your payment method to have it back.`,
      urgent: true,
    })
  }
  if (tier === 'pro' && subscription?.cancelAtPeriodEnd) {
    notices.push({ text: PLAN_COPY.afterCancelling, urgent: false })
  }
  if (tier === 'free' && purchasedTokens > 0 && !unlimited) {
    const [expire, wait] = purchasedTokens === 1 ? ['expires', 'waits'] : ['expire', 'wait']
    const text = `${countTokens(purchasedTokens)} of yours that never ${expire} ${wait} until you are on ${PRO}.`
    notices.push({ text, urgent: false })
  }
  if (owedTokens > 0) {
    notices.push({
      text: `${countTokens(owedTokens)} of a payment that was taken back had been spent. The next purchase makes up for them.`,
      urgent: false,
    })
  }
  return notices
}

/** Where tokens come from and when they go: `5 of 7 monthly tokens until Dec 14, 2026, and 25 purchased ones.` */
export function describeTokens(status: BillingStatus): string {
  const { monthlyTokens, monthlyAllowance, purchasedTokens, subscription, tier } = status
  const { monthlyTokens: spentFirst, purchasedTokens: keep } = PLAN_COPY
  if (tier === 'free') return keep
  const until = subscription ? ` until ${formatDate(subscription.graceEndsAt ?? subscription.currentPeriodEnd)}` : ''
  // A gift or a change of the allowance can leave more than one period grants.
  const ofAll = monthlyTokens <= monthlyAllowance ? ` of ${monthlyAllowance}` : ''
  return `${monthlyTokens}${ofAll} monthly${until}, ${purchasedTokens} purchased. ${spentFirst} ${keep}`
}

export interface ProOffer {
  /** `start` and `resume` lead to the checkout and the portal. */
  action: 'start' | 'resume' | 'current' | 'unavailable'
  label: string
  /** Stands over the button. */
  note: string | null
}

/** Returns what the button of the PRO card does for this person. */
export function toProOffer(status: BillingStatus): ProOffer {
  const { tier, subscription, trialAvailable, trialDays, paymentsAvailable, canOpenPortal, unlimited } = status
  if (tier === 'pro') {
    return subscription?.cancelAtPeriodEnd && canOpenPortal
      ? { action: 'resume', label: `Keep ${PRO}`, note: null }
      : { action: 'current', label: 'Current plan', note: null }
  }
  if (unlimited && !(subscription && isOverdue(subscription.status))) {
    return { action: 'current', label: 'Included in admin access', note: null }
  }
  if (!paymentsAvailable) {
    return {
      action: 'unavailable',
      label: `Upgrade to ${PRO}`,
      note: 'Payments are not set up on this server. Ask its operator.',
    }
  }
  if (subscription && isOverdue(subscription.status)) {
    return { action: 'resume', label: `Keep ${PRO}`, note: 'Update your payment method in the billing portal.' }
  }
  return {
    action: 'start',
    label: trialAvailable ? PLANS.pro.callToAction : `Upgrade to ${PRO}`,
    note: describeStart(trialAvailable ? trialDays : 0),
  }
}

function isOverdue(status: NonNullable<BillingStatus['subscription']>['status']): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'paused'
}
