import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro } from '../../accounts/testing/pro-user.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp({ environment: { ADMIN_EMAILS: 'admin@example.com', SUPPORT_EMAIL: 'help@example.com' } })
  admin = await app.signIn('admin@example.com')
})
afterAll(() => app.close())

type Managed = { id: string; email: string; purchasedTokens: number; tier: string }
const idOf = async (client: TestClient) => (await client.json<{ id: string }>('/api/auth/user')).id
const search = (text: string) => admin.json<Managed[]>(`/api/admin/users?search=${encodeURIComponent(text)}`)
const grant = (json: object) => admin.fetch('/api/admin/token-grants', { method: 'POST', json })
const audit = () => admin.json<{ entries: Record<string, unknown>[] }>('/api/admin/audit-log')

describe('finding a user', () => {
  test('by a part of the address or the name, whatever the case, and as text, not as a pattern', async () => {
    const carol = await app.signIn('carol_p@find.example', 'Carol Percent')
    await app.signIn('carolxp@find.example', 'Other Person')
    await makePro(app.db, await idOf(carol), { monthly: 7, purchased: 3 })
    const [found, ...others] = await search('CAROL_P@')
    expect(others).toEqual([])
    expect(found).toMatchObject({
      email: 'carol_p@find.example',
      name: 'Carol Percent',
      tier: 'pro',
      isAdmin: false,
      monthlyTokens: 7,
      purchasedTokens: 3,
      owedTokens: 0,
      subscriptionStatus: null,
    })
    expect(await search('carol perc')).toMatchObject([{ id: found!.id }])
    expect(await search('%find%')).toEqual([])
    expect(await search("' or 1=1 --")).toEqual([])
  })

  test('without a text, those who signed in last', async () => {
    await app.signIn('latest@example.com')
    expect((await admin.json<Managed[]>('/api/admin/users'))[0]).toMatchObject({ email: 'latest@example.com' })
  })
})

describe('giving tokens', () => {
  test('shows at once, says why, is in the books, and is written down with who did it', async () => {
    const dave = await app.signIn('dave@example.com')
    const userId = await idOf(dave)
    const gift = { userId, tokens: 12, reason: 'sorry for the outage', requestId: randomUUID() }
    expect(await (await grant(gift)).json()).toMatchObject({ id: userId, purchasedTokens: 12 })
    expect(await dave.json('/api/auth/user')).toMatchObject({ discoveryTokens: 12 })
    expect(await dave.json('/api/billing/ledger')).toMatchObject({
      entries: [{ kind: 'admin-grant', tokens: 12, balanceAfter: 12, label: 'Given by the operator' }],
    })
    expect(await admin.json(`/api/admin/ledger?userId=${userId}`)).toMatchObject({
      entries: [{ tokens: 12, reason: 'sorry for the outage', email: 'dave@example.com', userId }],
    })
    expect((await audit()).entries.slice(0, 2)).toMatchObject([
      { action: 'ledger-viewed', actorEmail: 'admin@example.com', subjectEmail: 'dave@example.com' },
      { action: 'token-grant', actorEmail: 'admin@example.com', details: '12 tokens given: sorry for the outage' },
    ])
    expect(await auditTokens(app.db)).toEqual(BOOKS_IN_ORDER)
  })

  test('a double click gives once', async () => {
    const userId = await idOf(await app.signIn('double@example.com'))
    const gift = { userId, tokens: 5, reason: 'a present', requestId: randomUUID() }
    const before = (await audit()).entries.length
    await Promise.all([grant(gift), grant(gift), grant(gift)])
    expect(await (await grant(gift)).json()).toMatchObject({ purchasedTokens: 5 })
    expect((await audit()).entries.length).toBe(before + 1)
  })

  test('a form that gave once is not taken for another gift', async () => {
    const [userId, otherId] = [
      await idOf(await app.signIn('given@example.com')),
      await idOf(await app.signIn('not-given@example.com')),
    ]
    const gift = { userId, tokens: 5, reason: 'a present', requestId: randomUUID() }
    await grant(gift)
    for (const other of [{ tokens: 50 }, { reason: 'another reason' }, { userId: otherId }]) {
      const response = await grant({ ...gift, ...other })
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ error: expect.stringContaining('5 tokens') })
    }
    expect(await (await grant(gift)).json()).toMatchObject({ purchasedTokens: 5 })
  })

  test.each([
    [404, { userId: randomUUID() }],
    [400, { tokens: 0 }],
    [400, { tokens: -5 }],
    [400, { tokens: 1.5 }],
    [400, { tokens: 1_001 }],
    [400, { reason: ' ' }],
    [400, { isAdmin: true }],
  ])('%s for %o', async (status, wrong) => {
    const userId = await idOf(await app.signIn('wrong@example.com'))
    const gift = { userId, tokens: 5, reason: 'a present', requestId: randomUUID(), ...wrong }
    expect((await grant(gift)).status).toBe(status)
  })
})

test.each(['a%00b', 'a?%00'])('a search for what no database can look for is refused in words: %s', async (search) => {
  const response = await admin.fetch(`/api/admin/users?search=${search}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: expect.stringContaining('cannot be stored: NUL') })
})

test('the ledger of everybody is the admin’s, and of somebody unknown there is none', async () => {
  expect((await admin.json<{ entries: object[] }>('/api/admin/ledger?limit=2')).entries).toHaveLength(2)
  expect((await admin.fetch(`/api/admin/ledger?userId=${randomUUID()}`)).status).toBe(404)
})

test('nobody’s ledger is looked at without a line in the log, whatever page is asked for', async () => {
  const email = 'looked-at@example.com'
  const userId = await idOf(await app.signIn(email))
  const looks = async () => (await audit()).entries.filter(({ details }) => String(details).includes('looked at'))
  const before = (await looks()).length
  await admin.json(`/api/admin/ledger?userId=${userId}&before=9000000`)
  expect((await looks())[0]).toMatchObject({ subjectEmail: email })
  // The pages that follow are the same look.
  await admin.json(`/api/admin/ledger?userId=${userId}&before=5`)
  expect(await looks()).toHaveLength(before + 1)
  await admin.json('/api/admin/ledger')
  expect((await looks())[0]).toMatchObject({ subjectEmail: null, details: 'Ledger of everybody looked at' })
})

test('the account of a user who is gone leaves what was done, and no name', async () => {
  const erin = await app.signIn('erin@example.com')
  await grant({ userId: await idOf(erin), tokens: 1, reason: 'welcome gift', requestId: randomUUID() })
  await erin.json('/api/account', { method: 'DELETE', json: { confirmEmail: 'erin@example.com' } })
  const entry = (await audit()).entries.find(({ details }) => String(details).includes('welcome gift'))
  expect(entry).toMatchObject({ subjectEmail: null, actorEmail: 'admin@example.com' })
})

describe('support', () => {
  const write = (client: TestClient, json: object) => client.fetch('/api/support', { method: 'POST', json })
  const list = () =>
    admin.json<{ id: string; subject: string; priority: boolean; closedAt: string | null }[]>(
      '/api/admin/support-requests',
    )

  test('requests of PRO users are marked and come first; what is closed comes last', async () => {
    const [free, pro] = [await app.signIn('free@support.example'), await app.signIn('pro@support.example')]
    await makePro(app.db, await idOf(pro))
    expect(await (await write(free, { subject: 'First', message: 'Help' })).json()).toEqual({
      received: true,
      priority: false,
    })
    expect(await (await write(pro, { subject: 'Second', message: 'Help' })).json()).toEqual({
      received: true,
      priority: true,
    })
    expect((await list()).map(({ subject, priority }) => [subject, priority])).toEqual([
      ['Second', true],
      ['First', false],
    ])
    const id = (await list())[0]!.id
    const close = (requestId: string) =>
      admin.fetch('/api/admin/support-requests/close', { method: 'POST', json: { requestId } })
    expect(await (await close(id)).json()).toMatchObject({ subject: 'Second', closedAt: expect.any(String) })
    expect((await list()).map(({ subject }) => subject)).toEqual(['First', 'Second'])
    expect((await close(randomUUID())).status).toBe(404)
    expect((await audit()).entries[0]).toMatchObject({
      action: 'support-request-closed',
      subjectEmail: 'pro@support.example',
    })
  })

  test.each([
    { subject: '', message: 'x' },
    { subject: 'x', message: '   ' },
    { subject: 'x', message: 'x'.repeat(5_001) },
    { subject: 'x', message: 'x', priority: true },
  ])('a request like %o is refused', async (json) => {
    expect((await write(await app.signIn('odd@support.example'), json)).status).toBe(400)
  })

  test('without an address nobody would read it, and it says so', async () => {
    const without = await createTestApp()
    const response = await write(await without.signIn('nobody@support.example'), { subject: 'x', message: 'x' })
    expect(response.status).toBe(404)
    await without.close()
  })

  test('takes five requests of one person that wait, so that nobody hides the others’', async () => {
    const eve = await app.signIn('eve-writes@example.com')
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await write(eve, { subject: 'Hear', message: 'me' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409])
    const mallory = await app.signIn('mallory-writes@example.com')
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => write(mallory, { subject: 'All', message: 'x' })))
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})
