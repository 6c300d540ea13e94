/** @module-tag postgres */

import { type CallOutput, type InboxMessage, type listShares, SHARING_LIMITS } from '@ballast/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { createDesk } from './testing/delivery-desk.ts'
import { createMailServer, readHeader } from './testing/mail-server.ts'

const NOON = Date.parse('2026-11-20T17:00:00Z')
const DAY = 86_400_000
let app: TestApp
let now = NOON
let mailServer: Awaited<ReturnType<typeof createMailServer>>
let desk: ReturnType<typeof createDesk>
let ada: TestClient
let people = 0
let portfolioId: string

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => new Date(now) } } })
  mailServer = await createMailServer()
  desk = createDesk(app, { smtpUrl: mailServer.url })
})
afterAll(async () => {
  await desk?.close()
  await Promise.all([mailServer?.close(), app?.close()])
})
beforeEach(async () => {
  now = NOON
  mailServer.become('takes')
  mailServer.mails.length = 0
  await app.db.asOwner('delete from portfolio_invitations')
  people += 1
  ada = await app.signIn(`ada${people}@example.com`, 'FREE MONEY at https://spam.example')
  portfolioId = await upload(ada)
})

const upload = async (client: TestClient) => {
  const json = { name: 'Buy now https://spam.example', data: 'ticker,shares,avgCost\nAAPL,10,150\n' }
  return (await client.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })).id
}
const invite = (email?: string, client = ada, id = portfolioId) =>
  client.fetch(`/api/portfolios/${id}/invitations`, { method: 'POST', json: email === undefined ? {} : { email } })
const sharesOf = (client: TestClient) => client.json<CallOutput<typeof listShares>>('/api/shares')
const inboxOf = (client: TestClient) => client.json<InboxMessage[]>('/api/inbox')
/** Text of a mail without the line breaks of its encoding. */
const bodyOf = ({ source }: { source: string }) => source.replaceAll('=\n', '').replaceAll('=3D', '=')
const linkIn = (mail: { source: string }, path: string) =>
  new RegExp(`https://ballast\\.example(/${path}/[\\w-]+)`).exec(bodyOf(mail))?.[1] ?? ''

test('an invitation is mailed once, with nothing that its owner wrote, and accepted by the link in it', async () => {
  const answer = await invite('Gil@Example.com')
  expect(answer.status).toBe(200)
  const { url, email } = (await answer.json()) as { url: string; email: string }
  expect(email).toBe('Gil@Example.com')
  expect(await sharesOf(ada)).toMatchObject({ canMail: true, invitations: [{ email: 'Gil@Example.com' }] })
  await Promise.all([desk.deliver(), desk.deliver()])
  now += DAY
  await desk.deliver()
  expect(mailServer.mails).toHaveLength(1)
  const [mail] = mailServer.mails as [{ to: string; source: string }]
  expect(mail.to.toLowerCase()).toBe('gil@example.com')
  expect(readHeader(mail.source, 'Subject')).toBe(`ada${people}@example.com invites you to read a portfolio`)
  expect(readHeader(mail.source, 'Content-Type')).toContain('multipart/alternative')
  expect(readHeader(mail.source, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.source).not.toMatch(/spam|money|buy now/i)
  expect(linkIn(mail, 'shared')).toBe(new URL(url).pathname)
  now = NOON
  const gil = await app.signIn(`gil${people}@example.com`)
  const code = linkIn(mail, 'shared').replace('/shared/', '')
  expect((await gil.fetch('/api/shares', { method: 'POST', json: { code } })).status).toBe(200)
})

test('no link and no code of an invitation lies in the database', async () => {
  const { url } = (await (await invite('gil@example.com')).json()) as { url: string }
  const [row] = await app.db.asOwner('select * from portfolio_invitations')
  expect(JSON.stringify(row)).not.toContain(new URL(url).pathname.replace('/shared/', ''))
})

test('one click ends such mail for the address, whoever sends it, and nobody who invites can tell', async () => {
  await invite('grace@example.com')
  await desk.deliver()
  const refusal = linkIn(mailServer.mails[0]!, 'refuse-invitations')
  // A scanner that follows links changes nothing.
  expect((await app.client().fetch(refusal)).status).toBe(200)
  await invite('grace@example.com')
  await desk.deliver()
  expect(mailServer.mails).toHaveLength(2)
  const press = async (path: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await fetch(new URL(path, app.url), { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })).status
  }
  // Made-up proofs fill no table.
  expect([await press(refusal.replace(/.$/, '~')), await press(`/refuse-invitations/${'a'.repeat(86)}`)]).toEqual([
    200, 200,
  ])
  expect(await app.db.asOwner('select * from refused_addresses')).toEqual([])
  expect([await press(refusal), await press(refusal)]).toEqual([200, 200])
  const [refused] = await app.db.asOwner('select * from refused_addresses')
  expect(JSON.stringify(refused)).not.toContain('grace')

  await app.db.asOwner('delete from portfolio_invitations')
  const other = await app.signIn(`other${people}@example.com`)
  const id = await upload(other)
  const answers = [await invite('GRACE@example.com ', other, id), await invite('GRACE@example.com', other, id)]
  // Spaces are no address; the other spelling is the same one.
  expect(answers.map(({ status }) => status)).toEqual([400, 200])
  await invite('nobody@example.com', other, id)
  now += 1
  await desk.deliver()
  expect(mailServer.mails.map(({ to }) => to)).toEqual(['grace@example.com', 'grace@example.com', 'nobody@example.com'])
  const exported = JSON.parse(await (await other.fetch('/api/account/export')).text()) as {
    tables: { portfolio_invitations: { email: string }[] }
  }
  const [first, second] = exported.tables.portfolio_invitations
  expect(Object.keys(first!)).toEqual(Object.keys(second!))
  const asSeen = ({ email, id: _id, ...rest }: Record<string, unknown>) => rest
  expect(asSeen(first!)).toEqual(asSeen(second!))
  expect(await inboxOf(other)).toEqual([])
})

test('an address that has an account is answered as any other', async () => {
  const bodies = []
  for (const email of [`ada${people}@example.com`, 'stranger@example.com']) {
    const { id, url, createdAt, expiresAt, email: told, ...rest } = await (await invite(email)).json()
    bodies.push([Object.keys(rest), String(url).length, told === email])
  }
  expect(bodies[0]).toEqual(bodies[1])
})

test('a user has twenty mailed a day, an address gets three, and more links are made without mail', async () => {
  const ids = [portfolioId, await upload(ada), await upload(ada)]
  const statuses = []
  for (let mail = 0; mail <= SHARING_LIMITS.mailsPerUserAndDay; mail += 1) {
    statuses.push((await invite(`guest${mail % 2}@example.com`, ada, ids[mail % 3]!)).status)
  }
  expect(statuses).toEqual([...Array(SHARING_LIMITS.mailsPerUserAndDay).fill(200), 429])
  expect(await (await invite('guest@example.com', ada)).json()).toMatchObject({
    error: 'Ballast mails at most 20 invitations a day for you. Create one without an address, and send its link.',
  })
  expect((await invite(undefined, ada, ids[2]!)).status).toBe(200)
  await desk.deliver()
  const sent = mailServer.mails.map(({ to }) => to).toSorted()
  expect(sent).toEqual(['guest0', 'guest0', 'guest0', 'guest1', 'guest1', 'guest1'].map((one) => `${one}@example.com`))
  now += DAY
  await app.db.asOwner('delete from portfolio_invitations')
  const again = await app.signIn(`ada${people}@example.com`)
  expect((await invite('guest0@example.com', again)).status).toBe(200)
  await desk.deliver()
  expect(mailServer.mails).toHaveLength(7)
})

test('a mail server that is away gets it later; one that refuses the address for good ends it with a word', async () => {
  await invite('late@example.com')
  mailServer.become('busy')
  await desk.deliver()
  expect(mailServer.mails).toEqual([])
  mailServer.become('takes')
  now += 120_000
  await desk.deliver()
  expect(mailServer.mails).toHaveLength(1)
  await invite('nowhere@example.com')
  mailServer.become('knows nobody')
  await desk.deliver()
  mailServer.become('takes')
  now += 120_000
  await desk.deliver()
  expect(mailServer.mails).toHaveLength(1)
  expect((await inboxOf(ada)).map(({ title, text, link }) => [title, text, link])).toEqual([
    [
      'An invitation was not delivered',
      'The mail server of nowhere@example.com did not take it. Check the address, or create an invitation without one and send its link.',
      `/portfolios/${portfolioId}`,
    ],
  ])
})

test('after three days it is given up, and its owner is told once', async () => {
  await invite('late@example.com')
  mailServer.become('refuses')
  await desk.deliver()
  now += 3 * DAY + 60_000
  await Promise.all([desk.deliver(), desk.deliver()])
  mailServer.become('takes')
  await desk.deliver()
  now = NOON
  expect(mailServer.mails).toEqual([])
  expect((await inboxOf(ada)).map(({ title }) => title)).toEqual(['An invitation was not delivered'])
})

test('what is withdrawn, or whose portfolio or owner is gone, is not mailed', async () => {
  const { id } = (await (await invite('first@example.com')).json()) as { id: string }
  await ada.json(`/api/invitations/${id}`, { method: 'DELETE' })
  await invite('second@example.com')
  await ada.json(`/api/portfolios/${portfolioId}`, { method: 'DELETE' })
  await invite('third@example.com', ada, await upload(ada))
  await ada.json('/api/account', { method: 'DELETE', json: { confirmEmail: `ada${people}@example.com` } })
  await desk.deliver()
  expect(mailServer.mails).toEqual([])
  expect(await app.db.asOwner('select * from portfolio_invitations')).toEqual([])
})

test('who has no verified address is told so before anything is made', async () => {
  await app.db.asOwner(`update users set email_verified = false where email = 'ada${people}@example.com'`)
  expect((await sharesOf(ada)).canMail).toBe(false)
  const refused = await invite('gil@example.com')
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
    400,
    'No mail can be sent for you. Create an invitation without an address, and send its link.',
  ])
  expect((await invite()).status).toBe(200)
  expect((await sharesOf(ada)).invitations).toMatchObject([{ email: null }])
})

test('the page of local mail shows the invitation', async () => {
  await invite('local@example.com')
  await desk.deliver()
  const page = await (await fetch(new URL('/local-mail', app.url))).text()
  expect(page).toContain('local@example.com')
  expect(page).toContain('/shared/')
})
