// Tests: billing.test.ts, payment-edges.test.ts

import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertLocalRequest } from '../../http/local-request.ts'
import { assertOwnPage } from '../../http/same-origin.ts'
import type { BillingSandbox } from '../../payments/sandbox/billing-sandbox.ts'
import { SANDBOX_PATH } from '../../payments/sandbox/sandbox-api.ts'
import type {
  SandboxCharge,
  SandboxPortal,
  SandboxSession,
  SandboxSubscription,
} from '../../payments/sandbox/sandbox-objects.ts'
import { renderCheckout, renderGone, renderPortal } from './sandbox-pages.ts'

const FORM_BYTES = 1024

/** Serves the sandbox's checkout and portal beside the app. Only to who sits at this machine. */
export function registerSandboxRoutes(app: FastifyInstance, sandbox: BillingSandbox, publicUrl: URL): void {
  sandbox.deliverTo(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/stripe/webhook', payload: body, headers })
    return statusCode === 200
  })
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      assertLocalRequest(request, publicUrl)
      assertOwnPage(request, publicUrl)
    })
    // No part of the API: kept out of its documentation.
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
      route.bodyLimit = FORM_BYTES
    })
    await scope.register(formBody)
    serveCheckout(scope, sandbox)
    servePortal(scope, sandbox)
  })
}

type WithId = FastifyRequest<{ Params: { id: string; act: string } }>
const html = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

function serveCheckout(scope: FastifyInstance, { store, plays }: BillingSandbox) {
  const path = `${SANDBOX_PATH}/checkout/:id`

  scope.get(path, async (request: WithId, reply) => {
    const session = (await store.find(request.params.id)) as SandboxSession | undefined
    if (session?.object !== 'checkout.session' || session.status !== 'open') return html(reply, 404, renderGone())
    return html(reply, 200, renderCheckout(session, `${SANDBOX_PATH}/checkout/${session.id}`))
  })

  scope.post(`${path}/pay`, async (request: WithId, reply) => {
    const session = await store.find(request.params.id)
    const next = session?.object === 'checkout.session' ? await plays.pay(request.params.id) : undefined
    return next === undefined ? html(reply, 404, renderGone()) : reply.redirect(next, 303)
  })
}

function servePortal(scope: FastifyInstance, { store, plays }: BillingSandbox) {
  const path = `${SANDBOX_PATH}/portal/:id`

  async function findView(id: string) {
    const portal = (await store.find(id)) as SandboxPortal | undefined
    if (portal?.object !== 'billing_portal.session') return undefined
    await plays.passTime(portal.customer)
    const subscriptions = (await store.list('subscription', portal.customer)) as SandboxSubscription[]
    return {
      subscription: subscriptions.find(({ status }) => status !== 'canceled'),
      charges: (await store.list('charge', portal.customer)) as SandboxCharge[],
      returnUrl: portal.return_url,
    }
  }

  const ACTS: Record<string, (subscriptionId: string) => Promise<unknown>> = {
    cancel: (id) => plays.setCancelling(id, true),
    resume: (id) => plays.setCancelling(id, false),
    renew: (id) => plays.renew(id, true),
    fail: (id) => plays.renew(id, false),
    'pay-overdue': (id) => plays.payOverdue(id),
  }

  scope.get(path, async (request: WithId, reply) => {
    const view = await findView(request.params.id)
    if (!view) return html(reply, 404, renderGone())
    return html(reply, 200, renderPortal(view, `${SANDBOX_PATH}/portal/${request.params.id}`))
  })

  scope.post(`${path}/:act`, async (request: WithId, reply) => {
    const view = await findView(request.params.id)
    const act = Object.hasOwn(ACTS, request.params.act) ? ACTS[request.params.act] : undefined
    if (!view?.subscription || !act) return html(reply, 404, renderGone())
    await act(view.subscription.id)
    return reply.redirect(`${SANDBOX_PATH}/portal/${request.params.id}`, 303)
  })
}
