/** @module-tag postgres */

import {
  type CallOutput,
  type InboxMessage,
  type listShares,
  type Portfolio,
  type Position,
  SHARING_LIMITS,
} from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExpiredRowSweeper } from '../../database/expired-rows.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { accept, invite, share } from './testing/share-portfolio.ts'

let app: TestApp
let time = Date.parse('2026-11-20T15:00:00Z')
/** Later with each look, so that nothing happens at the same instant. */
function tick(): Date {
  time += 1
  return new Date(time)
}
let ada: TestClient
let bob: TestClient
let people = 0

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: tick } } })
  ada = await app.signIn('ada@example.com', 'Ada Lovelace')
  bob = await app.signIn('bob@example.com', 'Bob Meyer')
})
afterAll(() => app?.close())

const CSV = 'ticker,shares,avgCost\nAAPL,10,150\nMSFT,5,300\n'
const upload = async (client: TestClient, name: string, data = CSV) =>
  (await client.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json: { name, data } })).id
const listAll = (client: TestClient) => client.json<Portfolio[]>('/api/portfolios?book=true')
const sharesOf = (client: TestClient) => client.json<CallOutput<typeof listShares>>('/api/shares')
const statusOf = async (client: TestClient, id: string, screen = 'positions') =>
  (await client.fetch(`/api/portfolios/${id}/${screen}`)).status
const end = (client: TestClient, shareId: string) => client.fetch(`/api/shares/${shareId}`, { method: 'DELETE' })
const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { error: string }).error]
const messagesOf = async (client: TestClient) =>
  (await client.json<InboxMessage[]>('/api/inbox')).map(({ title, text, link }) => [title, text, link])
const newPerson = () => app.signIn(`person${++people}@example.com`, `Person${people}`)
const NONE = [404, 'There is no such invitation.']

describe('a portfolio is shared', () => {
  test('by an invitation that is accepted once, and read under an id of its own', async () => {
    const id = await upload(ada, 'Retirement')
    expect(await listAll(bob)).toEqual([])
    const code = await invite(ada, id)
    const accepted = await accept(bob, code)
    expect(accepted.status).toBe(200)
    const received = (await accepted.json()) as { id: string; portfolioId: string }
    expect(received).toMatchObject({ portfolioName: 'Retirement', name: 'Ada' })
    expect(received.portfolioId).not.toBe(id)

    const [shared, ...others] = await listAll(bob)
    expect(others).toEqual([])
    expect(shared).toMatchObject({ id: received.portfolioId, name: 'Retirement', sharedBy: 'Ada', positionCount: 2 })
    expect(shared!.isBook).toBeUndefined()
    // What sums the user's portfolios does not find it.
    expect(await bob.json('/api/portfolios')).toEqual([])
    expect(await bob.json('/api/account')).toMatchObject({ usage: { portfolios: 0, positions: 0 } })

    const path = (of: string, screen: string) => `/api/portfolios/${of}/${screen}`
    for (const screen of ['positions', 'prices', 'export', 'accounts', 'history']) {
      const [theirs, own] = [await bob.fetch(path(shared!.id, screen)), await ada.fetch(path(id, screen))]
      expect(await theirs.text(), screen).toBe(await own.text())
    }
    // Neither the owner's id opens it, nor the guest's id anything to others.
    expect([
      await statusOf(bob, id),
      await statusOf(ada, shared!.id),
      await statusOf(await newPerson(), shared!.id),
    ]).toEqual([404, 404, 404])

    expect(await refusalOf(await accept(bob, code))).toEqual(NONE)
    expect(await refusalOf(await accept(await newPerson(), code))).toEqual(NONE)
    const messages = await ada.json<InboxMessage[]>('/api/inbox')
    expect(messages.map(({ title, text }) => [title, text])).toEqual([
      [
        '“Retirement” is shared',
        'Bob Meyer (bob@example.com) accepted your invitation and can read this portfolio now. You can end that at any time.',
      ],
    ])
    expect(await sharesOf(ada)).toMatchObject({
      given: [{ id: received.id, portfolioId: id, name: 'Bob Meyer (bob@example.com)' }],
      invitations: [],
      received: [],
    })
    expect(await sharesOf(bob)).toMatchObject({
      given: [],
      received: [{ id: received.id, portfolioId: shared!.id, portfolioName: 'Retirement', name: 'Ada' }],
    })
    await end(ada, received.id)
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  })

  test('as it is at each moment: changes, a new name and a what-if are seen at once', async () => {
    const id = await upload(ada, 'Moving')
    const { portfolioId } = await share(ada, id, bob)
    const tickers = async (of = portfolioId) =>
      (await bob.json<Position[]>(`/api/portfolios/${encodeURIComponent(of)}/positions`)).map(({ ticker }) => ticker)
    expect(await tickers()).toEqual(['AAPL', 'MSFT'])
    await ada.json(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'TLT', shares: 3 } })
    expect(await tickers()).toEqual(['AAPL', 'MSFT', 'TLT'])
    expect(await tickers(`${portfolioId}~AAPL:0`)).toEqual(['MSFT', 'TLT'])
    await ada.json(`/api/portfolios/${id}`, { method: 'PATCH', json: { name: 'Moved' } })
    expect((await listAll(bob)).map(({ name }) => name)).toEqual(['Moved'])
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
    expect(await listAll(bob)).toEqual([])
  })

  test('and is in no book of the guest', async () => {
    const guest = await newPerson()
    const [first, second] = [await upload(guest, 'One', 'ticker,shares\nSPY,1\n'), await upload(guest, 'Two')]
    const id = await upload(ada, 'Apart', 'ticker,shares\nTLT,9\n')
    const { portfolioId } = await share(ada, id, guest)
    const listed = await listAll(guest)
    expect(listed.map(({ name }) => name)).toEqual(['One', 'Two', 'All portfolios', 'Apart'])
    expect(listed[2]!.memberIds).toEqual([first, second])
    const held = await guest.json<Position[]>(`/api/portfolios/${listed[2]!.id}/positions`)
    expect(held.map(({ ticker }) => ticker)).not.toContain('TLT')
    const group = await guest.fetch('/api/portfolio-groups', {
      method: 'POST',
      json: { name: 'Mixed', portfolioIds: [first, portfolioId] },
    })
    expect(group.status).toBe(404)
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  })
})

describe('an invitation', () => {
  test('ends after seven days, when it is withdrawn, and with its portfolio', async () => {
    const id = await upload(ada, 'Invited')
    const [late, withdrawn] = [await invite(ada, id), await invite(ada, id)]
    const { invitations } = await sharesOf(ada)
    expect(invitations).toHaveLength(2)
    await ada.json(`/api/invitations/${invitations[1]!.id}`, { method: 'DELETE' })
    expect(await refusalOf(await accept(bob, withdrawn))).toEqual(NONE)
    const [{ createdAt, expiresAt }] = invitations as [(typeof invitations)[number]]
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(SHARING_LIMITS.invitationDays * 86_400_000)
    await app.db.asOwner(`update portfolio_invitations set expires_at = created_at where portfolio_id = '${id}'`)
    expect(await refusalOf(await accept(bob, late))).toEqual(NONE)
    expect((await sharesOf(ada)).invitations).toEqual([])
    await createExpiredRowSweeper({ db: app.db, clock: { now: tick } }).sweep()
    expect(await app.db.asOwner('select id from portfolio_invitations')).toEqual([])
    const last = await invite(ada, id)
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
    expect(await refusalOf(await accept(bob, last))).toEqual(NONE)
    for (const odd of ['', 'x', 'a'.repeat(43), '%00']) expect(await refusalOf(await accept(bob, odd))).toEqual(NONE)
  })

  test('is kept as a hash, which is exported to nobody', async () => {
    const id = await upload(ada, 'Hashed')
    const code = await invite(ada, id)
    const [row] = await app.db.asOwner(`select * from portfolio_invitations where portfolio_id = '${id}'`)
    expect(JSON.stringify(row)).not.toContain(code)
    expect(await (await ada.fetch('/api/account/export')).text()).not.toContain(String(row!.id_hash))
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  })

  test('is for others, for portfolios of one’s own, and for nobody twice; what it is not for leaves it open', async () => {
    const [id, other] = [await upload(ada, 'Mine'), await upload(ada, 'Mine too')]
    const own = await invite(ada, id)
    expect(await refusalOf(await accept(ada, own))).toEqual([409, expect.stringContaining('your own portfolio')])
    const { portfolioId } = (await (await accept(bob, own)).json()) as { portfolioId: string }
    const again = await invite(ada, id)
    expect(await refusalOf(await accept(bob, again))).toEqual([409, expect.stringContaining('already')])
    expect((await accept(await newPerson(), again)).status).toBe(200)
    const post = (client: TestClient, of: string) =>
      client.fetch(`/api/portfolios/${of}/invitations`, { method: 'POST', json: {} })
    const book = (await listAll(ada)).find(({ isBook }) => isBook)!.id
    expect([
      (await post(bob, portfolioId)).status,
      (await post(ada, book)).status,
      (await post(bob, id)).status,
    ]).toEqual([403, 409, 404])
    for (const one of [id, other]) await ada.fetch(`/api/portfolios/${one}`, { method: 'DELETE' })
  })

  test('finds room for ten people, however many come at once', async () => {
    const id = await upload(ada, 'Crowded')
    const codes = await Promise.all(Array.from({ length: SHARING_LIMITS.guestsPerPortfolio }, () => invite(ada, id)))
    const more = () => ada.fetch(`/api/portfolios/${id}/invitations`, { method: 'POST', json: {} })
    expect(await refusalOf(await more())).toEqual([409, expect.stringContaining('At most 10 people')])
    const guests = await Promise.all(codes.map(newPerson))
    const answers = await Promise.all(guests.map((guest, place) => accept(guest, codes[place]!)))
    expect(answers.map(({ status }) => status)).toEqual(codes.map(() => 200))
    expect((await more()).status).toBe(409)
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  })

  test('that two accept at once is one person’s; that one accepts twice at once is one share', async () => {
    const id = await upload(ada, 'Raced')
    for (let round = 0; round < 5; round += 1) {
      const [code, one, other] = [await invite(ada, id), await newPerson(), await newPerson()]
      const statuses = (await Promise.all([one, other, one, other].map((guest) => accept(guest, code)))).map(
        ({ status }) => status,
      )
      expect(statuses.toSorted()).toEqual([200, 404, 404, 404])
      const [shared] = await app.db.asOwner(
        `select count(*)::int as shares from portfolio_shares where portfolio_id = '${id}'`,
      )
      expect(shared).toEqual({ shares: round + 1 })
    }
    const guest = await newPerson()
    const codes = [await invite(ada, id), await invite(ada, id)]
    const twice = await Promise.all(codes.map((code) => accept(guest, code)))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  })
})

describe('a share ends at once', () => {
  const screens = [
    'positions',
    'prices',
    'overview',
    'correlation-analysis',
    'history',
    'export',
    'accounts',
    'options',
  ]

  async function makeUse(guest: TestClient, portfolioId: string) {
    for (const screen of screens) expect(await statusOf(guest, portfolioId, screen), screen).toBe(200)
    const asked = await guest.fetch(`/api/portfolios/${portfolioId}/ask`, {
      method: 'POST',
      json: { question: 'What is my largest position?', screen: 'overview' },
    })
    await asked.text()
    await app.db.asOwner(
      `insert into ai_runs (id, user_id, portfolio_id, kind, content_key, summary, engine, simulated, answer, inputs, created_at)
       select gen_random_uuid(), user_id, id, 'comprehensive', 'key', 'made by a guest', 'engine', true, '', '', now()
       from portfolios where id = '${portfolioId}'`,
    )
    const threads = await guest.json<unknown[]>(`/api/portfolios/${portfolioId}/ask-threads`)
    expect(threads).toHaveLength(1)
  }

  const countMade = async () =>
    (
      await app.db.asOwner(`select (select count(*)::int from ai_runs) as runs, (select count(*)::int from ask_turns) as turns,
      (select count(*)::int from portfolios where share_id is not null) as standing,
      (select count(*)::int from portfolio_shares) as shares`)
    )[0]

  const GUEST_IS_TOLD = (portfolio: string, owner: string) => [
    `“${portfolio}” is no longer shared with you`,
    `It was shared by ${owner}. The share has ended, and what you computed and asked about it is deleted.`,
    '/',
  ]
  const NOTHING = { runs: 0, turns: 0, standing: 0, shares: 0 }

  test.each(['the owner', 'the guest'] as const)('when %s says so, with what the guest made of it', async (who) => {
    const guest = await newPerson()
    const id = await upload(ada, 'Ended')
    const { id: shareId, portfolioId } = await share(ada, id, guest)
    await makeUse(guest, portfolioId)
    expect((await end(await newPerson(), shareId)).status).toBe(404)
    expect((await end(who === 'the owner' ? ada : guest, shareId)).status).toBe(200)
    for (const screen of screens) expect(await statusOf(guest, portfolioId, screen), screen).toBe(404)
    expect(await listAll(guest)).toEqual([])
    expect(await countMade()).toEqual(NOTHING)
    expect((await end(ada, shareId)).status).toBe(404)
    expect(await statusOf(ada, id)).toBe(200)
    const [newest] = await messagesOf(ada)
    const { email, firstName } = await guest.json<{ email: string; firstName: string }>('/api/auth/user')
    if (who === 'the owner') {
      expect(await messagesOf(guest)).toEqual([GUEST_IS_TOLD('Ended', 'Ada')])
      expect(newest![0]).toBe('“Ended” is shared')
    } else {
      expect(await messagesOf(guest)).toEqual([])
      expect(newest).toEqual([
        '“Ended” has one reader less',
        `${firstName} (${email}) stopped reading this portfolio.`,
        `/portfolios/${id}`,
      ])
    }
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  })

  test('and is told once, however often and by whom it is ended at the same time', async () => {
    const guest = await newPerson()
    const id = await upload(ada, 'Ended twice')
    const { id: shareId } = await share(ada, id, guest)
    const told = (await messagesOf(ada)).length
    const statuses = await Promise.all([ada, guest, ada, guest].map(async (one) => (await end(one, shareId)).status))
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404])
    expect((await messagesOf(ada)).length - told + (await messagesOf(guest)).length).toBe(1)
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  })

  test('and not by undoing the import that it began with', async () => {
    const guest = await newPerson()
    const id = await upload(ada, 'Undone')
    const { portfolioId } = await share(ada, id, guest)
    const [batch] = await ada.json<{ id: string }[]>(`/api/portfolios/${id}/imports`)
    const undone = await ada.json<{ portfolioDeleted: boolean }>(`/api/portfolios/${id}/imports/${batch!.id}`, {
      method: 'DELETE',
    })
    expect(undone.portfolioDeleted).toBe(false)
    expect(await guest.json(`/api/portfolios/${portfolioId}/positions`)).toEqual([])
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
    expect((await messagesOf(guest)).map(([title]) => title)).toEqual(['“Undone” is no longer shared with you'])
  })

  test('when its portfolio or either account is deleted, and takes nothing else along', async () => {
    const remove = async (client: TestClient) => {
      const { email } = await client.json<{ email: string }>('/api/auth/user')
      await client.json('/api/account', { method: 'DELETE', json: { confirmEmail: email } })
    }
    const [owner, guest] = [await newPerson(), await newPerson()]
    const guests = await upload(guest, 'Guest’s own')
    const first = await share(owner, await upload(owner, 'First'), guest)
    await makeUse(guest, first.portfolioId)
    const id = (await owner.json<Portfolio[]>('/api/portfolios'))[0]!.id
    await owner.json(`/api/portfolios/${id}`, { method: 'DELETE' })
    expect([await statusOf(guest, first.portfolioId), await countMade()]).toEqual([404, NOTHING])
    expect(await messagesOf(guest)).toEqual([GUEST_IS_TOLD('First', first.name)])

    const second = await share(owner, await upload(owner, 'Second'), guest)
    await makeUse(guest, second.portfolioId)
    await remove(owner)
    expect([await statusOf(guest, second.portfolioId), await countMade()]).toEqual([404, NOTHING])
    expect((await messagesOf(guest))[0]).toEqual(GUEST_IS_TOLD('Second', second.name))
    expect(await statusOf(guest, guests)).toBe(200)

    const kept = await upload(ada, 'Kept')
    await share(ada, kept, guest)
    await remove(guest)
    expect(await countMade()).toEqual(NOTHING)
    expect((await sharesOf(ada)).given).toEqual([])
    expect((await messagesOf(ada))[0]![0]).toBe('“Kept” has one reader less')
    expect(await statusOf(ada, kept)).toBe(200)
    await ada.fetch(`/api/portfolios/${kept}`, { method: 'DELETE' })
  })

  test('in the middle of reading: each answer is the portfolio or “no such portfolio”, and none after the end', async () => {
    const id = await upload(ada, 'Cut')
    for (let round = 0; round < 5; round += 1) {
      const { id: shareId, portfolioId } = await share(ada, id, bob)
      let hasEnded = false
      const reading = Array.from({ length: 12 }, async (_, place) => {
        const begunAfter = hasEnded
        const status = await statusOf(bob, portfolioId, screens[place % screens.length])
        return { status, begunAfter }
      })
      await end(ada, shareId)
      hasEnded = true
      for (const { status } of await Promise.all(reading)) expect([200, 404]).toContain(status)
      for (const screen of screens) expect(await statusOf(bob, portfolioId, screen)).toBe(404)
    }
    await ada.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  })
})

describe('exports', () => {
  test('of the owner say whom they share with, of the guest what they read, and neither has the other’s positions', async () => {
    const [owner, guest] = [await newPerson(), await newPerson()]
    const id = await upload(owner, 'Exported', 'ticker,shares,avgCost\nNVDA,4321.25,77\n')
    const shared = await share(owner, id, guest)
    const everything = async (client: TestClient) => {
      const text = await (await client.fetch('/api/account/export')).text()
      return { text, tables: (JSON.parse(text) as { tables: Record<string, Record<string, unknown>[]> }).tables }
    }
    const [given, received] = [await everything(owner), await everything(guest)]
    expect(given.tables.portfolio_shares).toMatchObject([
      { id: shared.id, portfolioId: id, guestName: expect.any(String) },
    ])
    expect(received.tables.portfolio_shares).toEqual([])
    expect(received.tables.portfolios).toMatchObject([
      { id: shared.portfolioId, shareId: shared.id, name: expect.stringMatching(/^Exported \(shared by Person/) },
    ])
    expect(received.text).not.toContain('4321.25')
    expect(received.tables.positions).toEqual([])
  })
})
