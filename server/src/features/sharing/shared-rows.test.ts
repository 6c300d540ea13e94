/** @module-tag postgres */

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSqlState } from '../../database/database-errors.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { share } from './testing/share-portfolio.ts'

let app: TestApp
let people = 0

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const newPerson = () => app.signIn(`person${++people}@example.com`)
const upload = async (client: TestClient, name: string) =>
  (
    await client.json<{ id: string }>('/api/portfolios/upload', {
      method: 'POST',
      json: { name, data: 'ticker,shares,avgCost\nAAPL,10,150\n' },
    })
  ).id
const idOf = async (client: TestClient) => (await client.json<{ id: string }>('/api/auth/user')).id
const statusOf = async (client: TestClient, id: string) =>
  (await client.fetch(`/api/portfolios/${id}/positions`)).status

test('shows a guest what is shared, and nothing that is not', async () => {
  const [owner, guest, stranger] = [await newPerson(), await newPerson(), await newPerson()]
  const [shown, hidden] = [await upload(owner, 'Shown'), await upload(owner, 'Hidden')]
  const own = await upload(guest, 'Guest’s')
  const { id: shareId, portfolioId } = await share(owner, shown, guest)
  const [guestId, strangerId] = [await idOf(guest), await idOf(stranger)]
  const tables = ['positions', 'brokerage_accounts', 'account_rules', 'dated_holdings', 'split_adjustments', 'policies']
  const seen = sql.raw(
    ['select id as portfolio_id from portfolios', ...tables.map((table) => `select portfolio_id from ${table}`)].join(
      ' union ',
    ),
  )
  const portfoliosSeen = async (as: 'asUser' | 'asGuest', userId: string) =>
    (await app.db[as](userId, (tx) => tx.execute(seen))).rows.map((row) => row.portfolio_id).toSorted()
  expect(await portfoliosSeen('asGuest', guestId)).toEqual([shown])
  // In all other work they see what is theirs, as ever.
  expect(await portfoliosSeen('asUser', guestId)).toEqual([own, portfolioId].toSorted())
  expect(await portfoliosSeen('asGuest', strangerId)).toEqual([])
  expect(await portfoliosSeen('asGuest', await idOf(owner))).toEqual([])
  await owner.json(`/api/shares/${shareId}`, { method: 'DELETE' })
  expect(await portfoliosSeen('asGuest', guestId)).toEqual([])
  expect(await statusOf(owner, hidden)).toBe(200)
})

test('lets nobody share what is not theirs, or read by a share of somebody else', async () => {
  const [owner, guest, thief] = [await newPerson(), await newPerson(), await newPerson()]
  const id = await upload(owner, 'Coveted')
  const { id: shareId } = await share(owner, id, guest)
  const [ownerId, thiefId] = [await idOf(owner), await idOf(thief)]
  const tries = [
    sql`insert into portfolio_shares (user_id, portfolio_id, guest_user_id, owner_name, guest_name, created_at)
      values (${ownerId}, ${id}, ${thiefId}, '', '', now())`,
    sql`insert into portfolio_shares (user_id, portfolio_id, guest_user_id, owner_name, guest_name, created_at)
      values (${thiefId}, ${id}, ${thiefId}, '', '', now())`,
    sql`update portfolio_shares set guest_user_id = ${thiefId}`,
    sql`insert into portfolio_invitations (user_id, portfolio_id, id_hash, owner_name, created_at, expires_at)
      values (${thiefId}, ${id}, 'hash', '', now(), now() + interval '1 day')`,
    sql`insert into portfolios (user_id, name, share_id, created_at, updated_at)
      values (${thiefId}, 'x', ${shareId}, now(), now())`,
  ]
  for (const as of ['asUser', 'asGuest'] as const) {
    for (const attempt of tries) {
      const error = await app.db[as](thiefId, (tx) => tx.execute(attempt)).catch((reason: unknown) => reason)
      // Not permitted, or not one's own portfolio, or not one's own share, which stands for a portfolio once.
      expect(['42501', '23503', '23505'], String(error)).toContain(findSqlState(error))
    }
  }
  const guestId = await idOf(guest)
  for (const write of ['update portfolios set name = name', 'delete from positions', 'update policies set fees = 0']) {
    const error = await app.db.asGuest(guestId, (tx) => tx.execute(sql.raw(write))).catch((reason: unknown) => reason)
    expect(findSqlState(error), write).toBe('42501')
  }
  const { rows } = await app.db.asGuest(thiefId, (tx) => tx.execute(sql`delete from portfolio_shares returning id`))
  expect(rows).toEqual([])
  expect(await statusOf(owner, id)).toBe(200)
})
