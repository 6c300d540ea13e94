import { createServer, type IncomingMessage } from 'node:http'
import Stripe from 'stripe'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { createSandboxApi } from '../sandbox/sandbox-api.ts'
import { newId } from '../sandbox/sandbox-objects.ts'
import { createSandboxPlays, type SandboxPlays } from '../sandbox/sandbox-plays.ts'
import { createSandboxStore, type SandboxObject, type SandboxStore } from '../sandbox/sandbox-store.repository.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_stand_in'

export interface SignedEvent {
  body: string
  signature: string
}

/** A server that answers like Stripe, over real HTTP; its webhooks are kept until a test delivers them. */
export interface FakeStripe {
  url: string
  /** Variables for a server that takes it for Stripe. */
  environment: Record<string, string>
  store: SandboxStore
  plays: SandboxPlays
  /** Takes the events that happened so far, in order. */
  takeEvents(): Promise<SignedEvent[]>
  sign(type: string, object: unknown, id?: string): SignedEvent
  /** While set, everything is answered with this status. */
  fail(status: number | undefined): void
  close(): Promise<void>
}

export async function startFakeStripe(db: Database, clock: Clock): Promise<FakeStripe> {
  const happened: string[] = []
  let failing: number | undefined
  const store = createSandboxStore(db, clock)
  const seconds = () => Math.floor(clock.now().getTime() / 1_000)

  const toBody = (type: string, object: unknown, id = newId('evt')) =>
    JSON.stringify({ id, object: 'event', type, created: seconds(), data: { object } })
  // As Stripe does it: an event is signed when it is sent, not when it happened.
  const signNow = (body: string): SignedEvent => ({ body, signature: signBody(body, seconds()) })
  const announce = (type: string, object: SandboxObject) => void happened.push(toBody(type, object))
  const plays = createSandboxPlays(store, clock, announce)
  const answer = createSandboxApi(store, plays, { clock, publicUrl: new URL('http://127.0.0.1') })

  const server = createServer(async (request, response) => {
    const body = await readText(request)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
    const reply =
      failing === undefined
        ? await answer(`http://fake-stripe${request.url}`, { method: request.method ?? 'GET', headers, body })
        : Response.json({ error: { type: 'api_error', message: 'down' } }, { status: failing })
    response.writeHead(reply.status, { 'content-type': 'application/json', connection: 'close' })
    response.end(await reply.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The fake Stripe got no port')
  const url = `http://127.0.0.1:${address.port}`

  return {
    url,
    environment: { STRIPE_SECRET_KEY: 'sk_test_stand_in', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: url },
    store,
    plays,
    takeEvents: async () => happened.splice(0).map(signNow),
    sign: (type, object, id) => signNow(toBody(type, object, id)),
    fail(status) {
      failing = status
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The header that Stripe would send with these bytes. */
export function signBody(payload: string, timestamp: number, secret = WEBHOOK_SECRET): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
