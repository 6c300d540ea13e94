// Tests: ../../features/billing/billing.test.ts

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { Log } from '../../log.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { createStripeGateway } from '../stripe-gateway.ts'
import { createSandboxApi } from './sandbox-api.ts'
import { newId } from './sandbox-objects.ts'
import { createSandboxPlays, type SandboxPlays } from './sandbox-plays.ts'
import { createSandboxStore, type SandboxStore } from './sandbox-store.repository.ts'

const ATTEMPTS = 3
const RETRY_MILLISECONDS = 500

/** Hands a signed webhook to the app. @returns true when it was taken */
export type DeliverWebhook = (body: string, signature: string) => Promise<boolean>

/** A payment provider for one's own machine, behind Stripe's own SDK: pages, webhooks and all, and no money. */
export interface BillingSandbox {
  gateway: PaymentGateway
  store: SandboxStore
  plays: SandboxPlays
  /** Where webhooks go from now on; until then they wait. */
  deliverTo(deliver: DeliverWebhook): void
  /** Resolves when everything that was announced has been delivered. */
  settle(): Promise<void>
}

export function createBillingSandbox(dependencies: {
  db: Database
  clock: Clock
  log: Log
  publicUrl: URL
}): BillingSandbox {
  const { db, clock, log, publicUrl } = dependencies
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  const receiver = Promise.withResolvers<DeliverWebhook>()
  const deliveries = new Set<Promise<void>>()
  const store = createSandboxStore(db, clock)

  async function deliver(type: string, object: unknown) {
    const body = JSON.stringify({
      id: newId('evt'),
      object: 'event',
      type,
      livemode: false,
      created: Math.floor(clock.now().getTime() / 1_000),
      data: { object },
    })
    const [{ default: Sdk }, hand] = await Promise.all([import('stripe'), receiver.promise])
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const timestamp = Math.floor(clock.now().getTime() / 1_000)
      const secret = webhookSecret
      const signature = Sdk.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
      if (await hand(body, signature)) return
      await sleep(RETRY_MILLISECONDS)
    }
    log.warn({ type }, 'a webhook of the billing sandbox was not taken')
  }

  const plays = createSandboxPlays(store, clock, (type, object) => {
    const delivery = deliver(type, object)
      .catch((error: unknown) => log.warn({ err: error }, 'a webhook of the billing sandbox failed'))
      .finally(() => deliveries.delete(delivery))
    deliveries.add(delivery)
  })

  return {
    gateway: createStripeGateway({
      provider: 'sandbox',
      secretKey: 'sk_test_sandbox',
      webhookSecret,
      apiBase: undefined,
      clock,
      answerRequest: createSandboxApi(store, plays, { clock, publicUrl }),
    }),
    store,
    plays,
    deliverTo: receiver.resolve,
    async settle() {
      while (deliveries.size > 0) await Promise.all(deliveries)
    },
  }
}
