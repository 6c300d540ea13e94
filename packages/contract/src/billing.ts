import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { PLAN_IDS, TOKEN_PACKAGE_IDS } from './plans.ts'

const tag = 'Billing'
const redirectSchema = z.object({ url: z.string() })

/** Pages that the checkout and the portal come back to; `/pricing` reads `checkout` and, after a payment, `session`. */
export const CHECKOUT_RETURNS = {
  subscribed: '/pricing?checkout=subscribed',
  tokensBought: '/pricing?checkout=tokens',
  cancelled: '/pricing?checkout=cancelled',
  portal: '/pricing?checkout=portal',
} as const

export const createSubscriptionCheckout = defineCall(tag, {
  method: 'POST',
  path: '/api/stripe/create-subscription-checkout',
  closedInDemo: true,
  summary:
    'Begin a PRO subscription: the address of the checkout. 409 with the billing portal’s address in `url` while one is running.',
  response: redirectSchema,
  failures: {
    409: 'A subscription is running; `url` leads to the billing portal. Or another checkout is being opened.',
    502: 'The payment provider did not do it; nothing was charged.',
  },
})

export const createTokenCheckout = defineCall(tag, {
  method: 'POST',
  path: '/api/stripe/create-token-checkout',
  closedInDemo: true,
  summary: 'Buy a token package: the address of the checkout. 403 with `requiresUpgrade` without PRO.',
  body: z.object({ packageId: z.enum(TOKEN_PACKAGE_IDS) }).strict(),
  response: redirectSchema,
  failures: {
    403: 'Needs PRO (`requiresUpgrade`).',
    409: 'Another checkout is being opened.',
    502: 'The payment provider did not do it; nothing was charged.',
  },
})

export const createPortalSession = defineCall(tag, {
  method: 'POST',
  path: '/api/stripe/create-portal-session',
  closedInDemo: true,
  summary: 'The billing portal: receipts, payment method, cancelling. 409 for somebody who never paid for anything.',
  response: redirectSchema,
  failures: {
    409: 'Nothing was ever paid for.',
    502: 'The payment provider did not do it; nothing was charged.',
  },
})

export const stripeWebhook = defineCall(tag, {
  method: 'POST',
  path: '/api/stripe/webhook',
  access: 'public',
  rateLimit: 'none',
  signed: true,
  bodyLimit: 256 * 1024,
  summary:
    'Where Stripe tells of events, signed in `Stripe-Signature` over the raw body, at most 300 seconds old. Answers once the event is stored; 5xx asks for it again.',
  response: z.object({ received: z.literal(true) }),
})

export const subscriptionStatusSchema = z.enum([
  'active',
  'trialing',
  'past_due',
  'canceled',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
])
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>

export const billingStatusSchema = defineObject('BillingStatus', {
  tier: z.enum(PLAN_IDS),
  /** True for admins: tokens are not deducted, uses are recorded. */
  unlimited: z.boolean(),
  /** The running subscription, or the latest that ended; null when there never was one. */
  subscription: z
    .object({
      status: subscriptionStatusSchema,
      currentPeriodStart: z.iso.datetime(),
      currentPeriodEnd: z.iso.datetime(),
      /** True when it ends with the period instead of renewing. */
      cancelAtPeriodEnd: z.boolean(),
      /** End of the trial that is running; null when none is. */
      trialEndsAt: z.iso.datetime().nullable(),
      /** While a payment is overdue: until when PRO goes on all the same. */
      graceEndsAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** When PRO ends unless it renews; null without PRO. */
  proEndsAt: z.iso.datetime().nullable(),
  /** Left of this period's grant. */
  monthlyTokens: z.number().int(),
  /** Granted each period. */
  monthlyAllowance: z.number().int(),
  /** Never expire; they wait while there is no PRO. */
  purchasedTokens: z.number().int(),
  /** Tokens that can be spent now: both kinds while on PRO, else 0. */
  spendableTokens: z.number().int(),
  /** Tokens of refunded or disputed purchases that were spent already; the next purchase makes up for them. */
  owedTokens: z.number().int(),
  /** True when a subscription begun now starts with a trial: once per person. */
  trialAvailable: z.boolean(),
  /** Length of that trial in days; 0 when this installation has none. */
  trialDays: z.number().int(),
  canOpenPortal: z.boolean(),
  /** False when the operator set up no payments: then nothing can be bought. */
  paymentsAvailable: z.boolean(),
  /** True when payments are played by this machine and no money moves. */
  sandbox: z.boolean(),
  /** True when what is bought here is paid with test cards or not at all: no money moves. */
  test: z.boolean(),
})
export type BillingStatus = z.infer<typeof billingStatusSchema>

export const getBillingStatus = defineCall(tag, {
  method: 'GET',
  path: '/api/billing/status',
  summary: 'Plan, subscription and tokens of the user.',
  response: billingStatusSchema,
})

export const confirmCheckout = defineCall(tag, {
  method: 'POST',
  path: '/api/billing/confirm-checkout',
  closedInDemo: true,
  summary:
    'After coming back from the checkout: look at the session now instead of waiting for the webhook. 404 for a session of somebody else.',
  body: z.object({ sessionId: z.string().min(1).max(200) }).strict(),
  response: z.object({
    /** `pending`: the payment is not through yet; ask again. */
    state: z.enum(['complete', 'pending']),
    billing: billingStatusSchema,
  }),
  failures: {
    404: 'There is no such checkout, or it is somebody else’s.',
    502: 'The payment provider did not do it; nothing was charged.',
  },
})

/** Reason of a movement of tokens; a use that failed is followed by its `refund`. */
export const ledgerKindSchema = z.enum([
  'monthly-grant',
  'monthly-lapse',
  'purchase',
  'use',
  'refund',
  'purchase-reversal',
  'purchase-restored',
  'debt-settlement',
  'admin-grant',
])

/** Recorded under these names; comprehensive analysis takes no token and is not recorded here. */
export const tokenFeatureSchema = z.enum(['hedge_analysis', 'agentic_discovery'])

export const ledgerEntrySchema = defineObject('LedgerEntry', {
  /** Place in the ledger: later entries have greater ones, whatever the clock says. */
  sequence: z.number().int(),
  at: z.iso.datetime(),
  kind: ledgerKindSchema,
  /** Positive adds to the user's tokens, negative takes away; 0 for a use of an admin. */
  tokens: z.number().int(),
  pool: z.enum(['monthly', 'purchased', 'unlimited']),
  /** Tokens of both pools after this entry. */
  balanceAfter: z.number().int(),
  /** The entry in words, e.g. "Hedge analysis" or "25 tokens bought for $59". */
  label: z.string(),
  feature: tokenFeatureSchema.nullable(),
  /** US dollars of a purchase; null for everything else. */
  amountPaid: z.number().nullable(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** A page of a ledger, newest first. */
export const ledgerPageSchema = z.object({
  entries: z.array(ledgerEntrySchema),
  /** Pass as `before` for the next page; null on the last. */
  nextBefore: z.number().int().nullable(),
})

export const ledgerPageQuery = {
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const getLedger = defineCall(tag, {
  method: 'GET',
  path: '/api/billing/ledger',
  summary: 'The user’s token statement: tokens given, bought, used and given back, newest first.',
  query: z.object(ledgerPageQuery),
  response: ledgerPageSchema,
})

export const getOffer = defineCall(tag, {
  method: 'GET',
  path: '/api/billing/offer',
  access: 'public',
  summary: 'Extras of this server beyond the plans: trial, support address, sandbox.',
  response: z.object({
    trialDays: z.number().int(),
    /** Null when the operator named none; then priority support is not promised and there is no contact form. */
    supportEmail: z.string().nullable(),
    /** False when the operator set up no payments: then nothing can be bought. */
    paymentsAvailable: z.boolean(),
    sandbox: z.boolean(),
    /** True when what is bought here is paid with test cards or not at all: no money moves. */
    test: z.boolean(),
    /** The server that the operator named in Stripe's place for tests: its pages may be followed like Stripe's own. */
    testOrigin: z.string().nullable(),
  }),
})

export const contactSupport = defineCall('Support', {
  method: 'POST',
  path: '/api/support',
  closedInDemo: true,
  rateLimit: 'upload',
  summary: 'Send a request to support; those of PRO users are marked. 404 when the operator named no support address.',
  body: z.strictObject({
    subject: z.string().trim().min(1).max(200),
    message: z.string().trim().min(1).max(5_000),
  }),
  response: z.object({ received: z.literal(true), priority: z.boolean() }),
  failures: { 404: 'The operator named no support address.' },
})
