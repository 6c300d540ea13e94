/** @module-tag postgres */

import type { InboxMessage } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { share } from './testing/share-portfolio.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const statusOf = async (client: TestClient, id: string) =>
  (await client.fetch(`/api/portfolios/${id}/positions`)).status
const titlesOf = async (client: TestClient) =>
  (await client.json<InboxMessage[]>('/api/inbox')).map(({ title }) => title)

test.each([
  ['portfolios', 'old.share_id is null'],
  ['users', 'true'],
])('no share ends, and nobody is told, when a deletion fails after it (%s)', async (table, when) => {
  const email = `owner-of-${table}@example.com`
  const [owner, guest] = [await app.signIn(email), await app.signIn(`guest-of-${table}@example.com`)]
  const json = { name: 'Stuck', data: 'ticker,shares,avgCost\nAAPL,10,150\n' }
  const { id } = await owner.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
  const { portfolioId } = await share(owner, id, guest)
  const remove = () =>
    table === 'users'
      ? owner.fetch('/api/account', { method: 'DELETE', json: { confirmEmail: email } })
      : owner.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })
  await app.db.asOwner(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is on fire'; end $$`,
  )
  await app.db.asOwner(
    `create trigger refuse before delete on ${table} for each row when (${when}) execute function refuse()`,
  )
  const failed = await remove()
  await app.db.asOwner('drop function refuse cascade')
  expect(failed.status).toBe(500)
  expect([await statusOf(guest, portfolioId), await statusOf(owner, id)]).toEqual([200, 200])
  expect(await titlesOf(guest)).toEqual([])
  expect((await remove()).status).toBe(200)
  expect(await statusOf(guest, portfolioId)).toBe(404)
  expect(await titlesOf(guest)).toEqual(['“Stuck” is no longer shared with you'])
})
