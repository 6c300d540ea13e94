/** @module-tag postgres */

import { createHmac } from 'node:crypto'
import { POLICY_LIMITS } from '@ballast/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { signInPro } from '../hedges/testing/hedge-client.ts'
import { toRetryMilliseconds } from './delivery-job.ts'
import {
  addEmail,
  addWebhook,
  createDesk,
  createReceiver,
  readInbox,
  readNotifications,
  tell,
} from './testing/delivery-desk.ts'
import { createMailServer, readHeader } from './testing/mail-server.ts'

const NOON = new Date('2026-11-20T17:00:00Z').getTime()
const MINUTE = 60_000
const DAY = 86_400_000

let app: TestApp
let now = NOON
let mailServer: Awaited<ReturnType<typeof createMailServer>>
let receiver: Awaited<ReturnType<typeof createReceiver>>
let desk: ReturnType<typeof createDesk>
let client: TestClient
let users = 0

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => new Date(now) } } })
  mailServer = await createMailServer()
  receiver = await createReceiver()
  desk = createDesk(app, { smtpUrl: mailServer.url })
})
afterAll(async () => {
  await desk?.close()
  await Promise.all([mailServer?.close(), receiver?.close(), app?.close()])
})
beforeEach(async () => {
  now = NOON
  users += 1
  client = await signInPro(app, `told${users}@example.com`)
})
afterEach(async () => {
  mailServer.become('takes')
  receiver.answer(200)
  mailServer.mails.length = 0
  receiver.calls.length = 0
  await app.db.asOwner('delete from notification_channels')
})

/** Runs the job once a minute, as a server does. */
async function passMinutes(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    now += MINUTE
    await desk.deliver()
  }
}

test('a message is mailed once, in two parts, with an id and a way to unsubscribe by one click', async () => {
  await addEmail(client)
  await tell(app, client, 'Größe: <b>“too small”</b>')
  await Promise.all([desk.deliver(), desk.deliver()])
  await passMinutes(3)
  expect(mailServer.mails).toHaveLength(1)
  const [{ to, source }] = mailServer.mails as [{ to: string; source: string }]
  expect(to).toBe(`told${users}@example.com`)
  expect(readHeader(source, 'From')).toBe('Ballast <ballast@ballast.example>')
  expect(readHeader(source, 'Message-ID')).toMatch(/^<[0-9a-f-]{36}@ballast\.example>$/)
  expect(readHeader(source, 'Content-Type')).toContain('multipart/alternative')
  expect(readHeader(source, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const unsubscribe = /^<https:\/\/ballast\.example(\/unsubscribe\/[\w-]{43})>$/.exec(
    readHeader(source, 'List-Unsubscribe') ?? '',
  )?.[1]
  // A mail program has no session and comes from nowhere; a scanner's GET changes nothing.
  const stranger = app.client()
  expect((await stranger.fetch(unsubscribe ?? '')).status).toBe(200)
  expect((await readNotifications(client)).channels).toHaveLength(1)
  const oneClick = await fetch(new URL(unsubscribe ?? '', app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(oneClick.status).toBe(200)
  expect((await readNotifications(client)).channels).toEqual([])
  await tell(app, client)
  await desk.deliver()
  expect(mailServer.mails).toHaveLength(1)
})

test.each(['refuses', 'busy', 'hangs'] as const)(
  'a mail server that %s gets the mail when it comes back',
  async (mood) => {
    await addEmail(client)
    await tell(app, client)
    mailServer.become(mood)
    const attempt = desk.deliver()
    if (mood === 'hangs') {
      await expect.poll(() => app.db.asOwner('select attempts from outbox')).toEqual([{ attempts: 1 }])
      // What a time limit does; waiting for it would only make this slow.
      await expect.poll(() => mailServer.hangUp()).toBe(undefined)
      const hangingUp = setInterval(() => mailServer.hangUp(), 50)
      await attempt.finally(() => clearInterval(hangingUp))
    }
    await attempt
    expect(mailServer.mails).toEqual([])
    const [channel] = (await readNotifications(client)).channels
    expect(channel?.lastDelivery).toMatchObject({ state: 'waiting', error: 'The receiver could not be reached.' })
    mailServer.become('takes')
    await passMinutes(2)
    expect(mailServer.mails).toHaveLength(1)
    expect((await readInbox(client)).map(({ title }) => title)).toEqual(['Your hedge is too small now'])
  },
)

test('a message that waits stays until it is sent, however many newer ones fill the inbox', async () => {
  await addEmail(client)
  const { id: userId } = await client.json<{ id: string }>('/api/auth/user')
  mailServer.become('refuses')
  await tell(app, client, 'The first of many')
  await desk.deliver()
  now += MINUTE / 2
  await app.db.asOwner(`insert into inbox_messages (id, user_id, event_key, title, text, link, created_at)
    select gen_random_uuid(), '${userId}', 'many ' || k, 'One of many', 'Text', '/inbox', '${new Date(now).toISOString()}'
    from generate_series(1, ${POLICY_LIMITS.inboxMessages}) k`)
  const readTitles = async () => (await readInbox(client)).map(({ title }) => title)
  await tell(app, client, 'The last of many')
  expect(await readTitles()).toContain('The first of many')
  mailServer.become('takes')
  await passMinutes(2)
  expect(mailServer.mails.map(({ source }) => readHeader(source, 'Subject')).toSorted()).toEqual([
    'The first of many',
    'The last of many',
  ])
  await tell(app, client, 'One more')
  expect(await readTitles()).not.toContain('The first of many')
  expect(await readTitles()).toHaveLength(POLICY_LIMITS.inboxMessages)
})

test('a webhook that answers 500 for an hour gets the message afterwards, under the id of the first attempt', {
  tags: 'full',
}, async () => {
  const { secret } = await addWebhook(app, client, receiver.url)
  await tell(app, client)
  receiver.answer(500)
  await passMinutes(60)
  const failed = receiver.calls.length
  // After 1, 2, 4, 8, 16 minutes and so on: often enough, and no flood.
  expect(failed).toBeGreaterThanOrEqual(5)
  expect(failed).toBeLessThanOrEqual(8)
  receiver.answer(200)
  await passMinutes(64)
  expect(receiver.calls).toHaveLength(failed + 1)
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const { headers, body } = receiver.calls.at(-1) as (typeof receiver.calls)[number]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString()}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(JSON.parse(body.toString())).toMatchObject({
    type: 'message.policy',
    data: { title: 'Your hedge is too small now', url: 'https://ballast.example/policies' },
  })
  await passMinutes(5)
  expect(receiver.calls).toHaveLength(failed + 1)
})

test('after three days a delivery is given up, and the inbox says so once', async () => {
  await addWebhook(app, client, receiver.url)
  await tell(app, client)
  receiver.answer(503)
  await desk.deliver()
  now += 3 * DAY + MINUTE
  await passMinutes(3)
  expect(receiver.calls).toHaveLength(1)
  // A session would have ended meanwhile.
  now = NOON
  const titles = (await readInbox(client)).map(({ title }) => title)
  expect(titles).toEqual(['Your webhook did not take a message', 'Your hedge is too small now'])
  const [channel] = (await readNotifications(client)).channels
  expect(channel?.lastDelivery).toMatchObject({ state: 'given-up', error: 'The receiver answered 503.' })
})

test('both secrets sign for a day after a rotation, then the new one only', async () => {
  const { id, secret: old } = await addWebhook(app, client, receiver.url)
  const { secret: fresh } = await client.json<{ secret: string }>(`/api/notifications/channels/${id}/secret`, {
    method: 'POST',
  })
  expect(fresh).not.toBe(old)
  await tell(app, client)
  await desk.deliver()
  await tell(app, client)
  now += DAY
  await desk.deliver()
  const signatures = receiver.calls.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
  expect(signatures).toEqual([2, 1])
})

test('a browser or mail at night waits for the morning of its owner, a webhook does not', async () => {
  const quiet = { timeZone: 'Pacific/Auckland', quietHours: { from: 22, to: 7 }, weeklyDigest: false }
  await client.json('/api/notifications/settings', { method: 'PUT', json: quiet })
  await addEmail(client)
  await addWebhook(app, client, receiver.url)
  // 23:00 in Auckland, which is at +13 in November.
  now = new Date('2026-11-20T10:00:00Z').getTime()
  await tell(app, client)
  await desk.deliver()
  expect([mailServer.mails.length, receiver.calls.length]).toEqual([0, 1])
  now = new Date('2026-11-20T17:59:00Z').getTime()
  await desk.deliver()
  expect(mailServer.mails).toEqual([])
  now = new Date('2026-11-20T18:00:00Z').getTime()
  await desk.deliver()
  expect(mailServer.mails).toHaveLength(1)
})

test('a channel gets the kinds that its owner switched on', async () => {
  const { channel } = await addEmail(client)
  const choose = (kinds: string[]) =>
    client.json(`/api/notifications/channels/${channel.id}`, { method: 'PATCH', json: { kinds } })
  await choose(['watch'])
  await tell(app, client)
  await desk.deliver()
  expect(mailServer.mails).toEqual([])
  await choose(['watch', 'policy'])
  await tell(app, client)
  await desk.deliver()
  expect(mailServer.mails).toHaveLength(1)
})

test('who leaves PRO is told in the inbox that channels rest, and they go on afterwards', async () => {
  await addEmail(client)
  const { id } = await client.json<{ id: string }>('/api/auth/user')
  await app.db.asOwner(`update users set pro_until = null where id = '${id}'`)
  await tell(app, client, 'Before the job noticed')
  await Promise.all([desk.deliver(), desk.deliver()])
  await tell(app, client, 'On Free')
  await passMinutes(2)
  expect(mailServer.mails).toEqual([])
  const titles = (await readInbox(client)).map(({ title }) => title)
  expect(titles.filter((title) => title === 'Messages now come to the inbox only')).toHaveLength(1)
  expect(titles).toContain('On Free')
  await app.db.asOwner(`update users set pro_until = '2027-11-20' where id = '${id}'`)
  await passMinutes(1)
  await tell(app, client, 'Back on PRO')
  await passMinutes(1)
  expect(mailServer.mails.map(({ source }) => readHeader(source, 'Subject'))).toEqual([
    'Before the job noticed',
    'Back on PRO',
  ])
})

test('an account that is deleted while its mail is on the way leaves nothing behind', { tags: 'full' }, async () => {
  await addEmail(client)
  await addWebhook(app, client, receiver.url)
  await tell(app, client)
  mailServer.become('hangs')
  const delivering = desk.deliver()
  await expect.poll(() => app.db.asOwner('select 1 from outbox where attempts = 1')).toHaveLength(2)
  const json = { confirmEmail: `told${users}@example.com` }
  expect((await client.fetch('/api/account', { method: 'DELETE', json })).status).toBe(200)
  const hangingUp = setInterval(() => mailServer.hangUp(), 50)
  await delivering.finally(() => clearInterval(hangingUp))
  mailServer.become('takes')
  await passMinutes(5)
  expect(mailServer.mails).toEqual([])
  for (const table of ['outbox', 'notification_channels', 'notification_settings', 'inbox_messages'])
    expect(await app.db.asOwner(`select * from ${table} where user_id not in (select id from users)`)).toEqual([])
  expect(await app.db.asOwner('select * from outbox')).toEqual([])
})

test('waits double from a minute to six hours, a quarter more or less', () => {
  const minutes = (attempts: number, random: number) => toRetryMilliseconds(attempts, () => random) / MINUTE
  expect([1, 2, 3, 4].map((attempts) => minutes(attempts, 0.5))).toEqual([1, 2, 4, 8])
  expect(minutes(1, 0)).toBe(0.75)
  expect(minutes(50, 1)).toBe(450)
})
