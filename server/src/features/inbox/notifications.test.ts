import { CHANNEL_LIMITS } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { signInPro } from '../hedges/testing/hedge-client.ts'
import { addEmail, addWebhook, createDesk, readNotifications, tell } from './testing/delivery-desk.ts'

const NOW = new Date('2026-11-20T22:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
})
afterAll(() => app?.close())

const CHANNELS = '/api/notifications/channels'

test('without a choice there are no channels, no quiet hours and no digest', async () => {
  const ann = await app.signIn('defaults@example.com')
  expect(await readNotifications(ann)).toMatchObject({
    settings: { timeZone: 'America/New_York', quietHours: null, weeklyDigest: false },
    channels: [],
    isPro: false,
    email: 'local',
    emailAddress: 'defaults@example.com',
  })
})

test('settings are kept; a time zone that nobody knows, or a night without length, is refused', async () => {
  const ann = await app.signIn('settings@example.com')
  const save = (json: object) => ann.fetch('/api/notifications/settings', { method: 'PUT', json })
  const settings = { timeZone: 'Pacific/Auckland', quietHours: { from: 22, to: 7 }, weeklyDigest: true }
  expect((await save(settings)).status).toBe(200)
  expect((await readNotifications(ann)).settings).toEqual(settings)
  expect((await save({ ...settings, timeZone: 'Mars/Olympus' })).status).toBe(400)
  expect((await save({ ...settings, quietHours: { from: 7, to: 7 } })).status).toBe(400)
})

test('channels are part of PRO, and bad addresses are refused in words', async () => {
  const free = await app.signIn('free@example.com')
  const refused = await free.fetch(CHANNELS, { method: 'POST', json: { type: 'email' } })
  expect([refused.status, await refused.json()]).toMatchObject([403, { requiresUpgrade: true }])
  const ann = await signInPro(app, 'addresses@example.com')
  for (const json of [
    { type: 'webhook', url: 'https://127.0.0.1/x' },
    { type: 'push', endpoint: 'https://push.example.com/1', keys: { p256dh: 'x', auth: 'x' }, label: 'Firefox' },
    { type: 'email', address: 'somebody.else@example.com' },
  ]) {
    expect((await ann.fetch(CHANNELS, { method: 'POST', json })).status).toBe(400)
  }
})

test('there is one e-mail and a few webhooks', async () => {
  const ann = await signInPro(app, 'limits@example.com')
  await addEmail(ann)
  expect((await ann.fetch(CHANNELS, { method: 'POST', json: { type: 'email' } })).status).toBe(409)
  const add = (index: number) =>
    ann.fetch(CHANNELS, { method: 'POST', json: { type: 'webhook', url: `https://hooks.example.com/${index}` } })
  for (let index = 0; index < CHANNEL_LIMITS.webhook; index++) expect((await add(index)).status).toBe(200)
  expect((await add(9)).status).toBe(409)
})

test('a channel of somebody else is as absent as one that never was', async () => {
  const ann = await signInPro(app, 'owner@example.com')
  const bob = await signInPro(app, 'other@example.com')
  const { channel } = await addEmail(ann)
  for (const [method, path, json] of [
    ['PATCH', '', { kinds: [] }],
    ['DELETE', '', undefined],
    ['POST', '/secret', undefined],
    ['POST', '/test', undefined],
  ] as const) {
    expect((await bob.fetch(`${CHANNELS}/${channel.id}${path}`, { method, json })).status).toBe(404)
  }
  expect((await readNotifications(ann)).channels).toHaveLength(1)
  expect((await readNotifications(bob)).channels).toEqual([])
})

test('an export holds channels and messages, and nothing that signs or unsubscribes', async () => {
  const ann = await signInPro(app, 'export@example.com')
  await addEmail(ann)
  const { secret } = await addWebhook(app, ann, 'https://hooks.example.com/export')
  await tell(app, ann, 'A message to take along')
  const file = await (await ann.fetch('/api/account/export')).text()
  expect(file).toContain('https://hooks.example.com/export')
  expect(file).toContain('A message to take along')
  expect(file).not.toContain(secret.slice(6))
  const [stored] = await app.db.asOwner("select secret from notification_channels where type = 'email' limit 1")
  expect(file).not.toContain(String(stored?.secret))
})

test('a calendar opens by its secret address only, until it is changed or removed', async () => {
  const ann = await signInPro(app, 'calendar@example.com')
  const { channel, secret: address } = await ann.json<{ channel: { id: string }; secret: string }>(CHANNELS, {
    method: 'POST',
    json: { type: 'calendar' },
  })
  const stranger = app.client()
  const open = async (url: string) => (await stranger.fetch(new URL(url).pathname)).status
  const answer = await stranger.fetch(new URL(address).pathname)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(await answer.text()).toContain('BEGIN:VCALENDAR\r\n')
  const { secret: changed } = await ann.json<{ secret: string }>(`${CHANNELS}/${channel.id}/secret`, { method: 'POST' })
  expect([await open(address), await open(changed)]).toEqual([404, 200])
  await ann.json(`${CHANNELS}/${channel.id}`, { method: 'DELETE' })
  expect(await open(changed)).toBe(404)
})

test('a test message goes through its channel only, and a page of this machine shows it', async () => {
  const ann = await signInPro(app, 'tester@example.com')
  const { channel } = await addEmail(ann)
  await ann.json(`${CHANNELS}/${channel.id}`, { method: 'PATCH', json: { kinds: [] } })
  await ann.json(`${CHANNELS}/${channel.id}/test`, { method: 'POST' })
  const desk = createDesk(app)
  await desk.deliver()
  await desk.close()
  expect((await readNotifications(ann)).channels[0]?.lastDelivery?.state).toBe('delivered')
  const page = await app.client().fetch('/local-mail')
  expect(await page.text()).toContain('tester@example.com')
  // A proxy passes on whom nobody here knows.
  expect((await app.client().fetch('/local-mail', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404)
})
