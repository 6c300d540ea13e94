// Tests: ../../features/billing/billing.test.ts

import { createHash } from 'node:crypto'
import { parse } from 'qs'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import {
  newId,
  type SandboxCharge,
  type SandboxInvoice,
  type SandboxPortal,
  type SandboxSession,
  type SandboxSubscription,
} from './sandbox-objects.ts'
import type { SandboxPlays } from './sandbox-plays.ts'
import type { SandboxObject, SandboxStore } from './sandbox-store.repository.ts'

/** Where the sandbox's own pages are. */
export const SANDBOX_PATH = '/dev-stripe'

interface Call {
  id: string
  /** Params of the query or the form, nested as Stripe writes them. */
  params: Record<string, unknown>
  idempotencyKey: string | null
}
interface Route {
  method: string
  path: RegExp
  answer(call: Call): Promise<unknown>
}

const sessionParams = z.object({
  mode: z.enum(['subscription', 'payment']),
  customer: z.string(),
  client_reference_id: z.string(),
  success_url: z.string(),
  cancel_url: z.string(),
  line_items: z.tuple([
    z.object({
      price_data: z.object({
        currency: z.string(),
        unit_amount: z.coerce.number().int(),
        product_data: z.object({ name: z.string() }),
      }),
    }),
  ]),
  subscription_data: z.object({ trial_period_days: z.coerce.number().int() }).optional(),
})

/**
 * Answers the calls of Stripe's API that this product makes; everything else gets Stripe's 404, so that no call is ever
 * taken for done by mistake.
 */
export function createSandboxApi(
  store: SandboxStore,
  plays: SandboxPlays,
  { clock, publicUrl }: { clock: Clock; publicUrl: URL },
): (url: string, init: RequestInit) => Promise<Response> {
  const routes = routesOf(store, plays, clock, publicUrl)
  return async (url, init) => {
    const { pathname, search } = new URL(url)
    const method = init.method ?? 'GET'
    for (const route of routes) {
      const match = route.method === method ? route.path.exec(pathname) : null
      if (!match) continue
      const params = parse(method === 'POST' ? String(init.body ?? '') : search.slice(1))
      const idempotencyKey = new Headers(init.headers).get('idempotency-key')
      const body = await route.answer({ id: match[1] ?? '', params, idempotencyKey })
      if (body !== undefined) return Response.json(body)
      return match[1] === undefined ? missing(String(params.customer), 'customer') : missing(match[1])
    }
    return missing(pathname)
  }
}

function routesOf(store: SandboxStore, plays: SandboxPlays, clock: Clock, publicUrl: URL): Route[] {
  const route = (method: string, path: string, answer: Route['answer']): Route => ({
    method,
    path: new RegExp(`^/v1/${path.replace(':id', '([\\w-]+)')}$`),
    answer,
  })
  const now = () => Math.floor(clock.now().getTime() / 1_000)
  /** The same key makes the same object. */
  const idFor = (prefix: string, key: string | null) =>
    key === null ? newId(prefix) : `${prefix}_${createHash('sha256').update(key).digest('hex').slice(0, 36)}`
  const customerOf = ({ params }: Call) => String(params.customer)

  return [
    route('POST', 'customers', ({ params, idempotencyKey }) =>
      store.add({ ...params, id: idFor('cus', idempotencyKey), object: 'customer' }),
    ),
    route('DELETE', 'customers/:id', async ({ id }) => {
      const customer = await store.find(id)
      if (!customer) return undefined
      await store.forgetCustomer(id)
      return { id, object: 'customer', deleted: true }
    }),
    route('POST', 'checkout/sessions', async ({ params }) => {
      const session = toSession(sessionParams.parse(params), publicUrl, now())
      return (await store.find(session.customer)) ? store.add(session) : undefined
    }),
    route('GET', 'checkout/sessions', async (call) => {
      const sessions = (await store.list('checkout.session', customerOf(call))) as SandboxSession[]
      return toList(sessions.filter(({ status }) => status === (call.params.status ?? status)))
    }),
    route('GET', 'checkout/sessions/:id', async ({ id }) => {
      const session = (await store.find(id)) as SandboxSession | undefined
      if (!session?.payment_intent) return session
      return { ...session, payment_intent: await intentOf(store, session.customer, session.payment_intent) }
    }),
    route('POST', 'checkout/sessions/:id/expire', ({ id }) =>
      store.change(id, (session) => (session.status === 'open' ? { ...session, status: 'expired' } : undefined)),
    ),
    route('POST', 'billing_portal/sessions', async ({ params }) => {
      const id = newId('bps')
      const url = new URL(`${SANDBOX_PATH}/portal/${id}`, publicUrl).href
      const portal = { id, object: 'billing_portal.session', customer: String(params.customer), url }
      if (!(await store.find(portal.customer))) return undefined
      return store.add({ ...portal, return_url: String(params.return_url) } satisfies SandboxPortal)
    }),
    route('GET', 'subscriptions', async (call) => {
      await plays.passTime(customerOf(call))
      const subscriptions = (await store.list('subscription', customerOf(call))) as SandboxSubscription[]
      const expanded = subscriptions.map(async (subscription) => ({
        ...subscription,
        latest_invoice: await store.find(subscription.latest_invoice),
      }))
      return toList(await Promise.all(expanded))
    }),
    route('DELETE', 'subscriptions/:id', ({ id }) => plays.end(id)),
    route('GET', 'invoices/:id', async ({ id }) => {
      const invoice = (await store.find(id)) as SandboxInvoice | undefined
      if (!invoice) return undefined
      const expanded = invoice.payments.data.map(async ({ payment }) => ({
        payment: { payment_intent: await intentOf(store, invoice.customer, payment.payment_intent) },
      }))
      return { ...invoice, payments: { data: await Promise.all(expanded) } }
    }),
    route('GET', 'charges/:id', ({ id }) => store.find(id)),
    route('GET', 'disputes', async ({ params }) => {
      const dispute = await store.find(`dp_${String(params.charge)}`)
      return toList(dispute ? [dispute] : [])
    }),
  ]
}

/** A payment with the charge that it was made with. */
async function intentOf(store: SandboxStore, customerId: string, id: string) {
  const charges = (await store.list('charge', customerId)) as SandboxCharge[]
  const charge = charges.find((known) => known.payment_intent === id)
  return { id, object: 'payment_intent', latest_charge: charge?.id ?? null }
}

function toSession(params: z.infer<typeof sessionParams>, publicUrl: URL, created: number): SandboxSession {
  const id = newId('cs_test')
  const [{ price_data: price }] = params.line_items
  return {
    id,
    object: 'checkout.session',
    mode: params.mode,
    status: 'open',
    payment_status: 'unpaid',
    customer: params.customer,
    client_reference_id: params.client_reference_id,
    amount_total: price.unit_amount,
    currency: price.currency,
    payment_intent: null,
    subscription: null,
    success_url: params.success_url,
    cancel_url: params.cancel_url,
    created,
    url: new URL(`${SANDBOX_PATH}/checkout/${id}`, publicUrl).href,
    sandbox: { name: price.product_data.name, trialDays: params.subscription_data?.trial_period_days ?? 0 },
  }
}

const toList = (data: readonly SandboxObject[] | readonly object[]) => ({ object: 'list', data, has_more: false })

/** Builds Stripe's answer about an id that it does not know, and the parameter in which it was named. */
const missing = (what: string, param = 'id') =>
  Response.json(
    { error: { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such thing: ${what}` } },
    { status: 404 },
  )
