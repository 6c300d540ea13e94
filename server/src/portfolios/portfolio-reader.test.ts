import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { createTestApp, type TestApp, type TestClient } from '../test-app.ts'
import { createPortfolioReader } from './portfolio-reader.ts'

let app: TestApp
let ann: TestClient
let userId: string
let portfolioId: string
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.signIn('ann@example.com')
  userId = (await ann.json<{ id: string }>('/api/auth/user')).id
  const data = `ticker,shares\n${Array.from({ length: 2_500 }, (_, index) => `T${index},${index + 1}`).join('\n')}\n`
  const json = { name: 'Three pages', data }
  portfolioId = (await ann.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })).id
})
afterAll(() => app?.close())

/** A reader that has read nothing yet, and how many transactions it took; `between` is done after each. */
function createReader(between: (transactions: number) => Promise<unknown> = async () => undefined) {
  const { db, clock } = app.dependencies
  let transactions = 0
  const counted: Database = {
    ...db,
    asUser: async (user, work) => {
      const given = await db.asUser(user, work)
      await between(++transactions)
      return given
    },
  }
  return { reader: createPortfolioReader({ db: counted, clock }), count: () => transactions }
}

test('many who ask at once get the same lots, in their order, for the transactions of one', async () => {
  const { reader, count } = createReader()
  const all = await Promise.all(Array.from({ length: 6 }, () => reader.getHeld(userId, portfolioId)))
  expect(all[0]?.lots.map(({ ticker }) => ticker)).toEqual(Array.from({ length: 2_500 }, (_, index) => `T${index}`))
  for (const held of all) expect(held).toBe(all[0])
  const alone = createReader()
  await alone.reader.getHeld(userId, portfolioId)
  expect(count()).toBeLessThanOrEqual(alone.count() + 5)
})

test('what changes between two pages is read again, as one state', async () => {
  const add = () =>
    ann.json(`/api/portfolios/${portfolioId}/positions`, { method: 'POST', json: { ticker: 'NEW', shares: 1 } })
  // The version, the first page, and then the change.
  const { reader } = createReader((transactions) => (transactions === 2 ? add() : Promise.resolve()))
  const { lots, version } = await reader.getHeld(userId, portfolioId)
  expect(lots.map(({ ticker }) => ticker)).toEqual([...Array.from({ length: 2_500 }, (_, index) => `T${index}`), 'NEW'])
  expect(version).toBe(await app.dependencies.portfolioReader.getVersion(userId, portfolioId))
})
