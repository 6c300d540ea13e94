// Tests: ../features/billing/webhook.test.ts, ../features/billing/stale-states.test.ts

import { subscriptionStatusSchema } from '@ballast/contract'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { ChargeFacts, CheckoutFacts, InvoiceFacts, PaymentEvent, SubscriptionFacts } from './payment-gateway.ts'

const uuid = z.uuid()

/** Facts of Stripe's objects in our words; the field names are those of API version 2026-10-28. */

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)
/** Charge of a payment that was fetched with its invoice or checkout. */
const chargeOf = (intent: string | Stripe.PaymentIntent | null | undefined): string | null =>
  typeof intent === 'object' ? idOf(intent?.latest_charge) : null
const toDate = (seconds: number) => new Date(seconds * 1_000)
const toDateOrNull = (seconds: number | null | undefined) => (seconds ? toDate(seconds) : null)

/** True when Stripe says that there is no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === 'resource_missing'

/** True when the provider knows no customer of the id that it was given, whatever else it may not know. */
export const isCustomerMissing = (error: unknown): boolean =>
  isMissing(error) && (error as { param?: unknown }).param === 'customer'

/** True for what the provider's SDK throws: refused, unreachable or too slow. */
export const isPaymentFailure = (error: unknown): boolean =>
  error instanceof Error && /^Stripe\w*Error$/.test(String((error as { type?: unknown }).type))

export function toCheckoutFacts(session: Stripe.Checkout.Session): CheckoutFacts {
  const intent = session.payment_intent
  return {
    id: session.id,
    kind: session.mode === 'subscription' ? 'subscription' : 'tokens',
    customerId: idOf(session.customer),
    checkoutId: uuid.safeParse(session.client_reference_id).data ?? null,
    isPaid: session.payment_status === 'paid',
    amountCents: session.amount_total,
    currency: session.currency,
    paymentIntentId: idOf(intent),
    chargeId: chargeOf(intent),
  }
}

/** @throws Error when the subscription has no item, or a status that this version does not know */
export function toSubscriptionFacts(subscription: Stripe.Subscription): SubscriptionFacts {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`)
  const currentPeriodEnd = toDate(item.current_period_end)
  const cancelAt = toDateOrNull(subscription.cancel_at)
  const invoice = subscription.latest_invoice
  return {
    id: subscription.id,
    status: subscriptionStatusSchema.parse(subscription.status),
    currentPeriodStart: toDate(item.current_period_start),
    currentPeriodEnd,
    endsAt: subscription.cancel_at_period_end ? currentPeriodEnd : cancelAt,
    trialEnd: toDateOrNull(subscription.trial_end),
    createdAt: toDate(subscription.created),
    endedAt: toDateOrNull(subscription.ended_at),
    isPaid: typeof invoice === 'object' && invoice?.status === 'paid',
  }
}

export function toInvoiceFacts(invoice: Stripe.Invoice): InvoiceFacts {
  const intent = invoice.payments?.data[0]?.payment.payment_intent
  return {
    id: invoice.id ?? '',
    customerId: idOf(invoice.customer),
    isPaid: invoice.status === 'paid' && idOf(invoice.parent?.subscription_details?.subscription) !== null,
    amountCents: invoice.amount_paid,
    paymentIntentId: idOf(intent),
    chargeId: chargeOf(intent),
    paidAt: toDateOrNull(invoice.status_transitions.paid_at),
  }
}

/** A dispute that was won, or only an inquiry, holds nothing back. */
const HARMLESS_DISPUTES: ReadonlySet<string> = new Set([
  'won',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
  'prevented',
])

export function toChargeFacts(charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): ChargeFacts {
  return {
    id: charge.id,
    paymentIntentId: idOf(charge.payment_intent),
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    isHeldBack: disputes.some(({ status }) => !HARMLESS_DISPUTES.has(status)),
  }
}

export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as unknown as {
    id?: string
    object?: string
    customer?: string | { id: string } | null
    charge?: string | { id: string } | null
  }
  return {
    id: event.id,
    type: event.type,
    objectId: object.id ?? null,
    customerId: idOf(object.object === 'customer' ? object.id : object.customer),
    chargeId: idOf(object.object === 'charge' ? object.id : object.charge),
  }
}
