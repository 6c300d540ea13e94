import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { signInPro } from '../hedges/testing/hedge-client.ts'
import { createDigestJob, describeWeek } from './digest-job.ts'
import { readInbox } from './testing/delivery-desk.ts'

let now = new Date('2026-11-22T12:00:00Z').getTime()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => new Date(now) } } })
})
afterAll(() => app?.close())

const run = () => createDigestJob(app.dependencies).run(new AbortController().signal)

test('comes on Monday at 8 on its owner’s clock, once, even if nothing happened', async () => {
  const client = await signInPro(app, 'digest@example.com')
  const settings = { timeZone: 'Pacific/Auckland', quietHours: null, weeklyDigest: true }
  await client.json('/api/notifications/settings', { method: 'PUT', json: settings })
  // 7:59 on Monday in Auckland is still Sunday elsewhere.
  now = new Date('2026-11-22T18:59:00Z').getTime()
  await run()
  expect(await readInbox(client)).toEqual([])
  now = new Date('2026-11-22T19:00:00Z').getTime()
  await Promise.all([run(), run()])
  now += 30 * 60_000
  await run()
  const [digest, ...others] = await readInbox(client)
  expect(digest).toMatchObject({
    kind: 'digest',
    title: 'Your week with Ballast',
    text: 'You have no open policies or watch rules, so there was nothing to check.',
  })
  expect(others).toEqual([])
  const [stored] = await app.db.asOwner('select next_digest_at from notification_settings')
  expect(new Date(String(stored?.next_digest_at)).toISOString()).toBe('2026-11-29T19:00:00.000Z')
})

test('says what was checked, what holds, and since when something was not checked', () => {
  const holds = { state: 'holds', checkedDay: '2026-11-20' } as const
  expect(describeWeek({ policies: [holds], rules: [], checks: 5, messages: 0, day: '2026-11-20' })).toBe(
    'Ballast made 5 checks of your 1 open policy in the last 7 days. All of them hold their limit. There were no other messages.',
  )
  const late = { state: 'cannot-be-judged', checkedDay: '2026-11-13' } as const
  expect(describeWeek({ policies: [holds, late], rules: [], checks: 1, messages: 2, day: '2026-11-20' })).toBe(
    'Ballast made 1 check of your 2 open policies in the last 7 days. 1 of 2 holds its limit. Open the others to see what to do. 1 policy was not checked since Nov 13, 2026. There were 2 messages.',
  )
  const rules = [
    { state: 'met', checkedDay: '2026-11-20' },
    { state: 'quiet', checkedDay: '2026-11-19' },
  ] as const
  expect(describeWeek({ policies: [], rules, checks: 0, messages: 1, day: '2026-11-20' })).toBe(
    'You have 2 watch rules: 1 has an alert. 1 watch rule was not checked. There was 1 message.',
  )
})
