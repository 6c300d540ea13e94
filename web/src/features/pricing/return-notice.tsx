// Tests: pricing-page.test.tsx

import { type BillingStatus, countTokens, PLANS } from '@ballast/contract'
import { useEffect } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Spinner } from '../../components/ui/spinner.tsx'
import { formatDate } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useCheckoutConfirmation } from './billing.queries.ts'

export const CHECKOUT_OUTCOMES = ['subscribed', 'tokens', 'cancelled', 'portal'] as const
export type CheckoutOutcome = (typeof CHECKOUT_OUTCOMES)[number]

interface ReturnNoticeProps {
  outcome: CheckoutOutcome
  sessionId: string | undefined
  /** There is no more to say: the address may forget where the person came from. */
  onDone: () => void
  /** Called when what was paid for is there. */
  onPaid: () => void
}

/** Notice for a person who comes back from the checkout. */
export function ReturnNotice({ outcome, sessionId, onDone, onPaid }: ReturnNoticeProps) {
  if (outcome === 'cancelled') {
    return (
      <Notice role="alert" onDismiss={onDone} className="mb-4">
        Checkout cancelled. Nothing was charged.
      </Notice>
    )
  }
  if (outcome === 'portal' || sessionId === undefined) return null
  return <Confirmation outcome={outcome} sessionId={sessionId} onDone={onDone} onPaid={onPaid} />
}

function Confirmation({ outcome, sessionId, onDone, onPaid }: ReturnNoticeProps & { sessionId: string }) {
  const confirmation = useCheckoutConfirmation(sessionId, (billing) => describeSuccess(outcome, billing))
  const isThrough = confirmation.data === 'complete'
  useEffect(() => {
    if (isThrough) onPaid()
  }, [isThrough, onPaid])

  if (confirmation.error) {
    return (
      <Notice role="alert" onDismiss={onDone} className="mb-4">
        {toUserMessage(confirmation.error, 'We could not look up the payment. Your money is not lost.')}{' '}
        <Button size="sm" className="ml-1" onClick={() => void confirmation.refetch()}>
          Try Again
        </Button>
      </Notice>
    )
  }
  const isPending = confirmation.data === 'pending'
  return (
    <Notice className="mb-4">
      <span role="status" className="flex flex-wrap items-center gap-2">
        <Spinner className="size-3.5" />
        {isPending
          ? 'The payment is not through yet. This page shows it as soon as it is.'
          : 'Confirming your payment...'}
        {isPending && (
          <Button size="sm" busy={confirmation.isFetching} onClick={() => void confirmation.refetch()}>
            Check again
          </Button>
        )}
      </span>
    </Notice>
  )
}

function describeSuccess(outcome: CheckoutOutcome, billing: BillingStatus) {
  const left = `${countTokens(billing.spendableTokens)} ready to use.`
  if (outcome === 'tokens') return { title: 'Tokens added', description: `You have ${left}` }
  const trialEnd = billing.subscription?.trialEndsAt
  return {
    title: `You are on ${PLANS.pro.name}`,
    description: trialEnd ? `Your trial runs until ${formatDate(trialEnd)}. ${left}` : left,
  }
}
