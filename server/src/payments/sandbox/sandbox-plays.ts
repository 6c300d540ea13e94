import type { Clock } from '../../clock.ts'
import {
  addMonth,
  newId,
  type SandboxCharge,
  type SandboxInvoice,
  type SandboxSession,
  type SandboxSubscription,
} from './sandbox-objects.ts'
import type { SandboxObject, SandboxStore } from './sandbox-store.repository.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Tells the app that something happened, as Stripe would. */
export type Announce = (type: string, object: SandboxObject) => void

/** Events at the payment provider when a person acts or time passes. */
export type SandboxPlays = ReturnType<typeof createSandboxPlays>

export function createSandboxPlays(store: SandboxStore, clock: Clock, announce: Announce) {
  const now = () => Math.floor(clock.now().getTime() / 1_000)

  async function charge(customer: string, amount: number, currency: string, description: string) {
    const id = newId('ch')
    const made: SandboxCharge = {
      id,
      object: 'charge',
      customer,
      payment_intent: newId('pi'),
      amount,
      amount_refunded: 0,
      currency,
      disputed: false,
      created: now(),
      description,
    }
    await store.add(made)
    return made
  }

  /** Bills a period of a subscription; nothing is charged for a trial. */
  async function bill(subscription: SandboxSubscription, amount: number, isPaymentGood: boolean) {
    const { name, currency } = subscription.sandbox
    const paid = isPaymentGood && amount > 0 ? await charge(subscription.customer, amount, currency, name) : undefined
    const invoice: SandboxInvoice = {
      id: newId('in'),
      object: 'invoice',
      customer: subscription.customer,
      currency,
      created: now(),
      status: isPaymentGood ? 'paid' : 'open',
      amount_due: amount,
      amount_paid: isPaymentGood ? amount : 0,
      status_transitions: { paid_at: isPaymentGood ? now() : null },
      parent: { subscription_details: { subscription: subscription.id } },
      payments: { data: paid ? [{ payment: { payment_intent: paid.payment_intent } }] : [] },
    }
    await store.add(invoice)
    return invoice
  }

  async function subscribe(session: SandboxSession): Promise<SandboxSubscription> {
    const { customer, amount_total: amount, currency, sandbox } = session
    const start = now()
    const trialEnd = sandbox.trialDays > 0 ? start + sandbox.trialDays * DAY_SECONDS : null
    const id = newId('sub')
    const subscription: SandboxSubscription = {
      id,
      object: 'subscription',
      customer,
      status: trialEnd === null ? 'active' : 'trialing',
      cancel_at_period_end: false,
      cancel_at: null,
      trial_end: trialEnd,
      created: start,
      ended_at: null,
      billing_cycle_anchor: trialEnd ?? start,
      items: { data: [{ current_period_start: start, current_period_end: trialEnd ?? addMonth(start, start) }] },
      latest_invoice: '',
      sandbox: { name: sandbox.name, amount, currency },
    }
    const invoice = await bill(subscription, trialEnd === null ? amount : 0, true)
    const begun = { ...subscription, latest_invoice: invoice.id }
    await store.add(begun)
    announce('customer.subscription.created', begun)
    announce('invoice.paid', invoice)
    return begun
  }

  async function changeSubscription(id: string, change: (subscription: SandboxSubscription) => SandboxSubscription) {
    const changed = await store.change(id, (object) => {
      const subscription = object as SandboxSubscription
      return subscription.status === 'canceled' ? undefined : change(subscription)
    })
    if (changed) {
      const isOver = (changed as SandboxSubscription).status === 'canceled'
      announce(isOver ? 'customer.subscription.deleted' : 'customer.subscription.updated', changed)
    }
    return changed as SandboxSubscription | undefined
  }

  const ended = (subscription: SandboxSubscription): SandboxSubscription => ({
    ...subscription,
    status: 'canceled',
    ended_at: now(),
  })

  async function renew(subscriptionId: string, isPaymentGood: boolean, start = now()) {
    const subscription = (await store.find(subscriptionId)) as SandboxSubscription | undefined
    if (!subscription || subscription.status === 'canceled') return
    if (subscription.cancel_at_period_end) {
      await changeSubscription(subscriptionId, ended)
      return
    }
    const invoice = await bill(subscription, subscription.sandbox.amount, isPaymentGood)
    const { current_period_end: due } = subscription.items.data[0]
    // Who renews early or late begins anew with that day.
    const anchor = start === due ? (subscription.billing_cycle_anchor ?? start) : start
    await changeSubscription(subscriptionId, (current) => ({
      ...current,
      status: isPaymentGood ? 'active' : 'past_due',
      billing_cycle_anchor: anchor,
      items: { data: [{ current_period_start: start, current_period_end: addMonth(start, anchor) }] },
      latest_invoice: invoice.id,
    }))
    announce(isPaymentGood ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  }

  return {
    /** The person pays, or begins the trial. @returns where the browser goes, or `undefined` when the session is over */
    async pay(sessionId: string): Promise<string | undefined> {
      let isMine = false
      const paid = (await store.change(sessionId, (object) => {
        const session = object as SandboxSession
        if (session.status !== 'open') return undefined
        isMine = true
        const isFree = session.sandbox.trialDays > 0
        return { ...session, status: 'complete', payment_status: isFree ? 'no_payment_required' : 'paid' }
      })) as SandboxSession | undefined
      if (!paid || !isMine) return undefined
      const { customer, amount_total: amount, currency } = paid
      const outcome =
        paid.mode === 'subscription'
          ? { subscription: (await subscribe(paid)).id }
          : { payment_intent: (await charge(customer, amount, currency, paid.sandbox.name)).payment_intent }
      const complete = await store.change(sessionId, (session) => ({ ...session, ...outcome }))
      if (complete) announce('checkout.session.completed', complete)
      return paid.success_url.replace('{CHECKOUT_SESSION_ID}', sessionId)
    },

    /** Cancels at the period's end, or takes that back. */
    async setCancelling(subscriptionId: string, isCancelling: boolean): Promise<void> {
      await changeSubscription(subscriptionId, (subscription) => ({
        ...subscription,
        cancel_at_period_end: isCancelling,
        cancel_at: isCancelling ? subscription.items.data[0].current_period_end : null,
      }))
    },

    /** Ends a subscription at once. */
    end: (subscriptionId: string) => changeSubscription(subscriptionId, ended),

    /** The period ends now: it renews, its payment fails, or the subscription ends. */
    renew,

    /** Pays the invoice that is overdue. */
    async payOverdue(subscriptionId: string): Promise<void> {
      const subscription = (await store.find(subscriptionId)) as SandboxSubscription | undefined
      if (subscription?.status !== 'past_due') return
      const { name, currency } = subscription.sandbox
      const invoice = (await store.find(subscription.latest_invoice)) as SandboxInvoice
      const paid = await charge(subscription.customer, invoice.amount_due, currency, name)
      const settled = await store.change(invoice.id, (open) => ({
        ...open,
        status: 'paid',
        amount_paid: invoice.amount_due,
        status_transitions: { paid_at: now() },
        payments: { data: [{ payment: { payment_intent: paid.payment_intent } }] },
      }))
      await changeSubscription(subscriptionId, (current) => ({ ...current, status: 'active' }))
      if (settled) announce('invoice.paid', settled)
    },

    /** Lets everything happen that is due by the clock. */
    async passTime(customerId?: string): Promise<void> {
      for (const object of await store.list('subscription', customerId)) {
        const { id, status, items, billing_cycle_anchor: anchor } = object as SandboxSubscription
        if (status === 'canceled' || status === 'past_due') continue
        const end = items.data[0].current_period_end
        if (end <= now()) await renew(id, true, now() < addMonth(end, anchor ?? end) ? end : now())
      }
    },

    /** Gives money of a charge back. @param amount cents in all so far */
    async refund(chargeId: string, amount: number): Promise<void> {
      const changed = await store.change(chargeId, (object) => ({
        ...object,
        amount_refunded: Math.min(amount, (object as SandboxCharge).amount),
      }))
      if (changed) announce('charge.refunded', changed)
    },

    /** Opens or ends a dispute of a charge. */
    async dispute(chargeId: string, status: 'needs_response' | 'lost' | 'won'): Promise<void> {
      const disputed = await store.change(chargeId, (object) => ({ ...object, disputed: true }))
      if (!disputed) return
      const id = `dp_${chargeId}`
      const customer = (disputed as SandboxCharge).customer
      const known = await store.add({ id, object: 'dispute', charge: chargeId, customer, status })
      const dispute = (await store.change(id, (object) => ({ ...object, status }))) ?? known
      announce(status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', dispute)
    },
  }
}
