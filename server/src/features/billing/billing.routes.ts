// Tests: billing.test.ts, webhook.test.ts, offer.test.ts

import {
  confirmCheckout,
  createPortalSession,
  createSubscriptionCheckout,
  createTokenCheckout,
  getBillingStatus,
  getLedger,
  getOffer,
  stripeWebhook,
} from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { errors } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import { mountSigned } from '../../http/signed-call.ts'
import { ForgedEventError } from '../../payments/payment-gateway.ts'
import type { BillingService } from './billing.service.ts'

export function registerBillingRoutes(app: FastifyInstance, { billing }: { billing: BillingService }): void {
  mount(app, getOffer, () => billing.getOffer())
  mount(app, getBillingStatus, ({ user }) => billing.getStatus(user))
  mount(app, getLedger, ({ user, query }) => billing.getLedger(user.id, query))
  mount(app, createSubscriptionCheckout, async ({ user }) => ({ url: await billing.openSubscriptionCheckout(user) }))
  mount(app, createTokenCheckout, async ({ user, body }) => ({
    url: await billing.openTokenCheckout(user, body.packageId),
  }))
  mount(app, createPortalSession, async ({ user }) => ({ url: await billing.openPortal(user) }))
  mount(app, confirmCheckout, async ({ user, body }) => ({
    state: await billing.confirmCheckout(user, body.sessionId),
    billing: await billing.getStatus(user),
  }))

  mountSigned(app, stripeWebhook, async ({ body, request, log }) => {
    const signature = request.headers['stripe-signature']
    try {
      await billing.receiveWebhook(body, typeof signature === 'string' ? signature : undefined)
    } catch (error) {
      if (!(error instanceof ForgedEventError)) throw error
      if (request.server.httpContext.mayLogStranger()) {
        const reason = error.cause instanceof Error ? error.cause.message.split('\n')[0] : ''
        log.warn({ event: 'webhook-refused', reason }, 'a webhook was refused')
      }
      throw errors.badRequest('This webhook is not signed by the payment provider, or too old.')
    }
    return { received: true as const }
  })
}
