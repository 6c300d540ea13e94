import { PAST_DUE_GRACE_DAYS } from '@ballast/contract'

const GRACE_MILLISECONDS = PAST_DUE_GRACE_DAYS * 24 * 60 * 60_000

export interface MembershipFacts {
  status: string
  currentPeriodStart: Date
  currentPeriodEnd: Date
  cancelAtPeriodEnd: boolean
  /** When the payment that is overdue was due; null while none is. */
  pastDueSince: Date | null
}

/** Statuses in which a subscription runs, so that a second one makes no sense. */
const RUNNING: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])

export const isRunning = ({ status }: { status: string }): boolean => RUNNING.has(status)

/**
 * Until when a subscription makes its owner PRO, as things stand; null when it does not.
 *
 * A cancelled one ends with its period. One that renews is given the days of grace beyond its end, because word of the
 * renewal may come late. While a payment is overdue, the days count from when it was due, also when further periods begin.
 */
export function computeProUntil(subscription: MembershipFacts): Date | null {
  const { status, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince } = subscription
  if (!isRunning(subscription)) return null
  if (status === 'past_due') {
    const graceEnd = addGrace(pastDueSince ?? currentPeriodStart)
    return cancelAtPeriodEnd && currentPeriodEnd < graceEnd ? currentPeriodEnd : graceEnd
  }
  return cancelAtPeriodEnd ? currentPeriodEnd : addGrace(currentPeriodEnd)
}

/** The latest of several; null when none makes PRO. */
export function computeProUntilOf(subscriptions: readonly MembershipFacts[]): Date | null {
  return subscriptions
    .map(computeProUntil)
    .reduce((latest, until) => (until !== null && (latest === null || until > latest) ? until : latest), null)
}

const addGrace = (date: Date) => new Date(date.getTime() + GRACE_MILLISECONDS)
