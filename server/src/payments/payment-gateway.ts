import type { SubscriptionStatus, TokenPackage } from '@ballast/contract'

/** A checkout session as the provider states it now. */
export interface CheckoutFacts {
  id: string
  kind: 'subscription' | 'tokens'
  customerId: string | null
  /** The id that we gave it when we opened it; null for one that somebody else opened. */
  checkoutId: string | null
  isPaid: boolean
  amountCents: number | null
  /** Lower case ISO 4217. */
  currency: string | null
  paymentIntentId: string | null
  chargeId: string | null
}

/** A subscription as the provider states it now. */
export interface SubscriptionFacts {
  id: string
  status: SubscriptionStatus
  currentPeriodStart: Date
  currentPeriodEnd: Date
  /** When it ends because it was cancelled; null while it renews. */
  endsAt: Date | null
  trialEnd: Date | null
  createdAt: Date
  endedAt: Date | null
  /** True when the current period was paid for; a trial is, with nothing. */
  isPaid: boolean
}

/** A paid invoice of a subscription. */
export interface InvoiceFacts {
  id: string
  customerId: string | null
  isPaid: boolean
  amountCents: number
  paymentIntentId: string | null
  chargeId: string | null
  paidAt: Date | null
}

/** How much of a payment is the merchant's still. */
export interface ChargeFacts {
  id: string
  paymentIntentId: string | null
  amountCents: number
  refundedCents: number
  /** True while a dispute is open or lost. */
  isHeldBack: boolean
}

/** Subject of an event; everything else of it is fetched. */
export interface PaymentEvent {
  id: string
  type: string
  /** Null for an event about something without a name, such as a balance. */
  objectId: string | null
  customerId: string | null
  chargeId: string | null
}

export interface OpenedSession {
  sessionId: string
  url: string
}

interface Returns {
  customerId: string
  /** Our own id of this checkout; comes back in `CheckoutFacts`. */
  checkoutId: string
  /** `{CHECKOUT_SESSION_ID}` in it becomes the session's id. */
  successUrl: string
  cancelUrl: string
}

/** The webhook's body or signature is not what the provider sends. */
export class ForgedEventError extends Error {
  override readonly name = 'ForgedEventError'
}

/** Everything that this product asks of a payment provider. */
export interface PaymentGateway {
  readonly provider: 'stripe' | 'sandbox'
  /**
   * The same user gets the same customer, also when asked twice at once.
   *
   * @param user `replaces` is a customer that the provider knows no more: the user gets another one
   */
  createCustomer(user: {
    userId: string
    email: string | null
    name: string | null
    replaces?: string
  }): Promise<string>
  openSubscriptionCheckout(checkout: Returns & { trialDays: number }): Promise<OpenedSession>
  openTokenCheckout(checkout: Returns & { package: TokenPackage }): Promise<OpenedSession>
  /** Ends checkouts of subscriptions that were opened and left, so that only one can be paid. */
  expireSubscriptionCheckouts(customerId: string): Promise<void>
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<string>
  findCheckout(sessionId: string): Promise<CheckoutFacts | undefined>
  /** All that there ever were, the newest first. */
  listSubscriptions(customerId: string): Promise<SubscriptionFacts[]>
  cancelSubscription(subscriptionId: string): Promise<void>
  findInvoice(invoiceId: string): Promise<InvoiceFacts | undefined>
  findCharge(chargeId: string): Promise<ChargeFacts | undefined>
  /** Ends all subscriptions and forgets the person. */
  deleteCustomer(customerId: string): Promise<void>
  /**
   * @param body the bytes as they came
   * @throws ForgedEventError when the signature is not of these bytes, or is older than 300 seconds
   */
  readEvent(body: Buffer, signature: string | undefined): Promise<PaymentEvent>
}
