import { createServer } from 'node:http'
import type { getNotifications, InboxMessage, MESSAGE_KINDS } from '@ballast/contract'
import type { z } from 'zod'
import { addMessage } from '../../../accounts/add-message.ts'
import { createOutboundGate } from '../../../http/outbound.ts'
import { runWholeJob } from '../../../jobs/testing/run-whole-job.ts'
import { createLog } from '../../../log.ts'
import type { TestApp, TestClient } from '../../../test-app.ts'
import { createDeliveryJob, type DeliveryDependencies } from '../delivery-job.ts'
import { createMailer } from '../mail.ts'

export type Notifications = z.output<(typeof getNotifications)['response']>

export interface ReceivedCall {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A receiver of webhooks and pushes on this machine. */
export async function createReceiver() {
  const calls: ReceivedCall[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    calls.push({ headers: request.headers, body: Buffer.concat(chunks) })
    // A minute of the test is a moment here: a kept connection could close while it is used again.
    response.writeHead(status, { connection: 'close' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    calls,
    answer(next: number) {
      status = next
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

/** The job with what a test decides; webhooks may go to this machine, as no user's may. */
export function createDesk(
  app: { dependencies: Pick<TestApp['dependencies'], 'db' | 'clock' | 'pushKeys'> },
  overrides: Partial<DeliveryDependencies> & { smtpUrl?: string } = {},
) {
  const { smtpUrl, ...rest } = overrides
  const publicUrl = new URL('https://ballast.example')
  const mail = smtpUrl === undefined ? ({ kind: 'local' } as const) : toSmtp(smtpUrl)
  const gate = createOutboundGate({
    isNamedByOperator: true,
    mostBytes: 65_536,
    connectMilliseconds: 5_000,
    silenceMilliseconds: 10_000,
    tooLarge: () => new Error('too much'),
  })
  const mailer = createMailer(mail, publicUrl)
  const { db, clock, pushKeys } = app.dependencies
  const job = createDeliveryJob({
    db,
    clock,
    gate,
    mailer,
    publicUrl,
    pushKeys,
    random: () => 0.5,
    log: createLog('silent'),
    pushContact: 'mailto:operator@ballast.example',
    ...rest,
  })
  return {
    deliver: () => runWholeJob(job),
    async close() {
      mailer?.close()
      await gate.close()
    },
  }
}

const toSmtp = (url: string) => ({ kind: 'smtp', url, from: 'Ballast <ballast@ballast.example>' }) as const

let events = 0

/** Writes a message as a feature does. */
export async function tell(app: TestApp, client: TestClient, title = 'Your hedge is too small now'): Promise<void> {
  const { id: userId } = await client.json<{ id: string }>('/api/auth/user')
  events += 1
  const event = { title, text: 'You own more now.', link: '/policies', eventKey: `event ${events}` }
  const { db, clock } = app.dependencies
  await db.asUser(userId, (tx) => addMessage(tx, Object.assign({ userId, now: clock.now() }, event)))
}

/** Adds a webhook as a user does, and lets it lead to a receiver of this machine. @returns its id and secret */
export async function addWebhook(app: TestApp, client: TestClient, receiverUrl: string) {
  const { channel, secret } = await client.json<{ channel: { id: string }; secret: string }>(
    '/api/notifications/channels',
    { method: 'POST', json: { type: 'webhook', url: 'https://hooks.example.com/x' } },
  )
  await app.db.asOwner(`update notification_channels set address = '${receiverUrl}' where id = '${channel.id}'`)
  return { id: channel.id, secret }
}

export const addEmail = (client: TestClient) =>
  client.json<{ channel: { id: string; kinds: typeof MESSAGE_KINDS } }>('/api/notifications/channels', {
    method: 'POST',
    json: { type: 'email' },
  })

export const readInbox = (client: TestClient) => client.json<InboxMessage[]>('/api/inbox')
export const readNotifications = (client: TestClient) => client.json<Notifications>('/api/notifications')
