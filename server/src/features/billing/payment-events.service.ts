// Tests: webhook.test.ts, payment-edges.test.ts

import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { Log } from '../../log.ts'
import type { PaymentGateway } from '../../payments/payment-gateway.ts'
import { findCustomer, savePayment } from './customers.repository.ts'
import {
  claimEvent,
  deleteEventsBefore,
  finishEvent,
  postponeEvent,
  type StoredEvent,
  storeEvent,
} from './payment-events.repository.ts'
import type { PurchaseBooks } from './purchases.service.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

/** A process that dies while it works on an event leaves it to the others after this time. */
const CLAIM_MILLISECONDS = 60_000
const FIRST_RETRY_MILLISECONDS = 1_000
const LONGEST_RETRY_MILLISECONDS = 10 * 60_000

const KEPT_MILLISECONDS = 30 * 24 * 60 * 60_000

const CONCERNS_US = /^(?:checkout\.session|customer\.subscription|customer\.deleted|invoice|charge|refund)\b/

/** Events of the provider, kept until they are worked off: an event is stored before it is confirmed. */
export type PaymentEvents = ReturnType<typeof createPaymentEvents>

export function createPaymentEvents(dependencies: {
  db: Database
  clock: Clock
  log: Log
  gateway: PaymentGateway
  sync: SubscriptionSync
  books: PurchaseBooks
}) {
  const { db, clock, log, gateway, sync, books } = dependencies
  let draining: Promise<void> | undefined
  let isMoreComing = false

  /** Works an event off. It only says where to look: its effect is the provider's present state. */
  async function workOff(event: StoredEvent) {
    const { type, objectId, customerId, chargeId } = event
    if (type.startsWith('checkout.session.')) {
      const facts = await gateway.findCheckout(objectId)
      if (facts?.kind === 'tokens') await books.credit(facts)
      else if (facts?.customerId) await sync.sync(facts.customerId)
    } else if (type.startsWith('invoice.')) {
      await writeInvoiceDown(objectId)
      if (customerId !== null) await sync.sync(customerId)
    } else if (type.startsWith('charge.') || type.startsWith('refund.')) {
      if (chargeId !== null) await books.reconcile(chargeId)
    } else if (customerId !== null) await sync.sync(customerId)
  }

  async function writeInvoiceDown(invoiceId: string) {
    const invoice = await gateway.findInvoice(invoiceId)
    if (!invoice?.isPaid || invoice.amountCents === 0 || invoice.customerId === null) return
    const { customerId } = invoice
    await db.asSystem(async (tx) => {
      const customer = await findCustomer(tx, customerId)
      if (customer) await savePayment(tx, customer.userId, invoice, clock.now())
    })
    // It may have been refunded before word of the payment came.
    if (invoice.chargeId !== null) await books.reconcile(invoice.chargeId)
  }

  async function drainOnce() {
    for (;;) {
      const now = clock.now()
      const until = new Date(now.getTime() + CLAIM_MILLISECONDS)
      const farthest = new Date(now.getTime() + LONGEST_RETRY_MILLISECONDS)
      const event = await db.asSystem((tx) => claimEvent(tx, now, until, farthest))
      if (!event) return
      try {
        await workOff(event)
        await db.asSystem((tx) => finishEvent(tx, event.id, clock.now()))
      } catch (error) {
        log.error({ err: error, type: event.type, attempts: event.attempts }, 'a payment event could not be worked off')
        const pause = Math.min(FIRST_RETRY_MILLISECONDS * 2 ** (event.attempts - 1), LONGEST_RETRY_MILLISECONDS)
        const words = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
        await db.asSystem((tx) => postponeEvent(tx, event.id, new Date(clock.now().getTime() + pause), words))
      }
    }
  }

  function drain(): Promise<void> {
    isMoreComing = true
    draining ??= (async () => {
      try {
        while (isMoreComing) {
          isMoreComing = false
          await drainOnce()
        }
      } finally {
        draining = undefined
      }
    })()
    return draining
  }

  return {
    /**
     * Stores an event and returns; the work is done afterwards.
     *
     * @throws ForgedEventError when the provider did not sign it
     */
    async receive(body: Buffer, signature: string | undefined): Promise<void> {
      const event = await gateway.readEvent(body, signature)
      const { objectId } = event
      if (objectId === null || !CONCERNS_US.test(event.type)) return
      await db.asSystem((tx) => storeEvent(tx, { ...event, objectId }, clock.now()))
      drain().catch((error: unknown) => log.error({ err: error }, 'payment events could not be worked off'))
    },
    /** Works off what waits. Several processes may: each event is one's own for a minute. */
    drain,
    /** Forgets what was worked off a month ago. */
    sweep: () => db.asSystem((tx) => deleteEventsBefore(tx, new Date(clock.now().getTime() - KEPT_MILLISECONDS))),
  }
}
