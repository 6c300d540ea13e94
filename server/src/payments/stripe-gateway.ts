// Tests: ../features/billing/webhook.test.ts, ../features/billing/stale-states.test.ts

import { BASE_CURRENCY, PLANS, PRODUCT_NAME, type TokenPackage } from '@ballast/contract'
import type Stripe from 'stripe'
import type { Clock } from '../clock.ts'
import { ForgedEventError, type PaymentGateway } from './payment-gateway.ts'
import {
  isMissing,
  toChargeFacts,
  toCheckoutFacts,
  toInvoiceFacts,
  toPaymentEvent,
  toSubscriptionFacts,
} from './stripe-facts.ts'

const TIMEOUT_MILLISECONDS = 10_000
const NETWORK_RETRIES = 2
const TOLERANCE_SECONDS = 300
const CURRENCY = BASE_CURRENCY.toLowerCase()
/** The pages of the provider are followed to the end; one customer never has more. */
const LISTED = 100

export interface StripeGatewayConfig {
  provider: PaymentGateway['provider']
  secretKey: string
  webhookSecret: string
  /** Another server that speaks the same language. */
  apiBase: URL | undefined
  /** Stands in for the network: the sandbox. */
  answerRequest?: (url: string, init: RequestInit) => Promise<Response>
  clock: Clock
}

type StripeClient = InstanceType<typeof Stripe>

/** Stripe through its own SDK, which is loaded when it is first needed. */
export function createStripeGateway(config: StripeGatewayConfig): PaymentGateway {
  let loading: Promise<StripeClient> | undefined
  const stripe = () => {
    loading ??= connect(config)
    return loading
  }

  async function openCheckout(
    mode: 'subscription' | 'payment',
    returns: { customerId: string; checkoutId: string; successUrl: string; cancelUrl: string },
    line: Stripe.Checkout.SessionCreateParams.LineItem,
    more: Partial<Stripe.Checkout.SessionCreateParams>,
  ) {
    const { customerId, checkoutId, successUrl, cancelUrl } = returns
    const session = await (await stripe()).checkout.sessions.create(
      {
        mode,
        customer: customerId,
        client_reference_id: checkoutId,
        line_items: [line],
        success_url: successUrl,
        cancel_url: cancelUrl,
        ...more,
      },
      { idempotencyKey: `checkout:${checkoutId}` },
    )
    if (!session.url) throw new Error('The payment provider gave a checkout without an address')
    return { sessionId: session.id, url: session.url }
  }

  return {
    provider: config.provider,

    async createCustomer({ userId, email, name, replaces }) {
      const customer = await (await stripe()).customers.create(
        { ...(email !== null && { email }), ...(name !== null && { name }), metadata: { userId } },
        { idempotencyKey: ['customer', userId, ...(replaces === undefined ? [] : [replaces])].join(':') },
      )
      return customer.id
    },

    openSubscriptionCheckout: ({ trialDays, ...returns }) =>
      openCheckout('subscription', returns, PRO_LINE, {
        ...(trialDays > 0 && { subscription_data: { trial_period_days: trialDays } }),
      }),

    openTokenCheckout: ({ package: offer, ...returns }) => openCheckout('payment', returns, toTokenLine(offer), {}),

    async expireSubscriptionCheckouts(customerId) {
      const client = await stripe()
      const { data } = await client.checkout.sessions.list({ customer: customerId, status: 'open', limit: LISTED })
      for (const { id, mode } of data) if (mode === 'subscription') await client.checkout.sessions.expire(id)
    },

    async openPortal({ customerId, returnUrl }) {
      const portal = await (await stripe()).billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
      })
      return portal.url
    },

    findCheckout: (sessionId) =>
      unlessMissing(async () => {
        const expand = ['payment_intent']
        return toCheckoutFacts(await (await stripe()).checkout.sessions.retrieve(sessionId, { expand }))
      }),

    async listSubscriptions(customerId) {
      const found = await unlessMissing(async () =>
        (await stripe()).subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: LISTED,
          expand: ['data.latest_invoice'],
        }),
      )
      return (found?.data ?? []).map(toSubscriptionFacts)
    },

    async cancelSubscription(subscriptionId) {
      await unlessMissing(async () => (await stripe()).subscriptions.cancel(subscriptionId))
    },

    findInvoice: (invoiceId) =>
      unlessMissing(async () =>
        toInvoiceFacts(
          await (await stripe()).invoices.retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] }),
        ),
      ),

    findCharge: (chargeId) =>
      unlessMissing(async () => {
        const client = await stripe()
        const charge = await client.charges.retrieve(chargeId)
        const { data } = charge.disputed
          ? await client.disputes.list({ charge: chargeId, limit: LISTED })
          : { data: [] as Stripe.Dispute[] }
        return toChargeFacts(charge, data)
      }),

    async deleteCustomer(customerId) {
      const client = await stripe()
      for (const { id, endedAt } of await this.listSubscriptions(customerId)) {
        if (endedAt === null) await unlessMissing(() => client.subscriptions.cancel(id))
      }
      await unlessMissing(() => client.customers.del(customerId))
    },

    async readEvent(body, signature) {
      const client = await stripe()
      try {
        const receivedAt = config.clock.now().getTime()
        const header = signature ?? ''
        const { webhookSecret } = config
        const event = client.webhooks.constructEvent(
          ...([body, header, webhookSecret, TOLERANCE_SECONDS, undefined, receivedAt] as const),
        )
        // The SDK refuses what is too old, and takes what is signed for a time to come, which could be used until then.
        if (signedAt(header) > receivedAt / 1_000 + TOLERANCE_SECONDS) throw new Error('Timestamp ahead of the clock')
        return toPaymentEvent(event)
      } catch (error) {
        throw new ForgedEventError('The webhook is not signed by the payment provider.', { cause: error })
      }
    },
  }
}

async function connect({ secretKey, apiBase, answerRequest }: StripeGatewayConfig): Promise<StripeClient> {
  const { default: Sdk } = await import('stripe')
  return new Sdk(secretKey, {
    timeout: TIMEOUT_MILLISECONDS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    ...(apiBase && {
      protocol: apiBase.protocol === 'http:' ? 'http' : 'https',
      host: apiBase.hostname,
      port: apiBase.port === '' ? (apiBase.protocol === 'http:' ? 80 : 443) : Number(apiBase.port),
    }),
    ...(answerRequest && {
      httpClient: Sdk.createFetchHttpClient(answerRequest as Parameters<typeof Sdk.createFetchHttpClient>[0]),
    }),
  })
}

/** Seconds since 1970 by which a signature says that it was made, read as the SDK reads them: the last one counts. */
const signedAt = (header: string) =>
  Number.parseInt(
    header
      .split(',')
      .findLast((part) => part.startsWith('t='))
      ?.slice(2) ?? '',
    10,
  )

const toCents = (dollars: number) => Math.round(dollars * 100)

const PRO_LINE: Stripe.Checkout.SessionCreateParams.LineItem = {
  quantity: 1,
  price_data: {
    currency: CURRENCY,
    unit_amount: toCents(PLANS.pro.monthlyPrice),
    recurring: { interval: 'month' },
    product_data: { name: `${PRODUCT_NAME} ${PLANS.pro.name}` },
  },
}

const toTokenLine = ({ tokens, price }: TokenPackage): Stripe.Checkout.SessionCreateParams.LineItem => ({
  quantity: 1,
  price_data: {
    currency: CURRENCY,
    unit_amount: toCents(price),
    product_data: { name: `${PRODUCT_NAME}: ${tokens} tokens` },
  },
})

async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
