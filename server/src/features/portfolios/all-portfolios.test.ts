/** @module-tag postgres */

import type { Portfolio, Position } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { readFigures } from './testing/read-figures.ts'

let app: TestApp
let anna: TestClient
let bert: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.com')
  bert = await app.signIn('bert@example.com')
})
afterAll(() => app?.close())

const listAll = (client: TestClient) => client.json<Portfolio[]>('/api/portfolios?book=true')
const findBook = async (client: TestClient) =>
  (await listAll(client)).find(({ isBook, isGroup }) => isBook && !isGroup)!
const positionsOf = (client: TestClient, id: string) => client.json<Position[]>(`/api/portfolios/${id}/positions`)

const TAXABLE =
  'ticker,shares,avgCost,sector\nAAPL,50.123456789,120.55,Technology\nMSFT,20,210,\nAAPL270115C00300000,-1,4.2,\nCASH,5000,,\n'
const RETIREMENT = 'ticker,shares,avgCost,account\nAAPL,7,99.9,IRA\nTLT,100,91.1,IRA\nKO,-30,60,Roth\nBND,40,,Roth\n'
const THIRD = 'ticker,shares\nGLD,12\nSPY,3.3\n'

/** Every figure of a book is that of one upload of its own export. */
async function expectSameAsMerged(bookId: string) {
  const file = await anna.fetch(`/api/portfolios/${bookId}/export?format=csv`)
  const merged = await bert.upload('Merged', await file.text())
  const strip = ({ id: _id, importId: _importId, ...position }: Position) => position
  expect((await positionsOf(anna, bookId)).map(strip)).toEqual((await positionsOf(bert, merged)).map(strip))
  const [union, whole] = [await readFigures(anna, bookId), await readFigures(bert, merged)]
  expect(union.size).toBeGreaterThan(15)
  for (const [call, answer] of union) {
    expect(answer, call).toMatch(/^200 /)
    expect(answer, call).toEqual(whole.get(call))
  }
  await bert.json(`/api/portfolios/${merged}`, { method: 'DELETE' })
}

describe('all portfolios as one', () => {
  beforeAll(async () => {
    await anna.upload('Taxable', TAXABLE)
    await anna.upload('Retirement', RETIREMENT)
    await anna.upload('Third', THIRD)
  })

  test('every figure is that of one upload of the merged file, to the bit', async () => {
    const book = await findBook(anna)
    expect(book).toMatchObject({ name: 'All portfolios', positionCount: 10, isBook: true })
    await expectSameAsMerged(book.id)
  })

  async function expectGroupSameAsMerged(places: readonly number[]): Promise<void> {
    const own = await anna.json<Portfolio[]>('/api/portfolios')
    const portfolioIds = places.map((place) => own[place]!.id)
    const json = { name: `Group of ${places}`, portfolioIds }
    const group = await anna.json<Portfolio>('/api/portfolio-groups', { method: 'POST', json })
    await expectSameAsMerged(group.id)
    await anna.json(`/api/portfolio-groups/${group.id}`, { method: 'DELETE' })
  }
  test('the same holds for a group of some of them', () => expectGroupSameAsMerged([2, 0]))
  test.each([[[0, 1]], [[1]]])(
    'the same holds for a group of any of them: %j',
    { tags: 'full' },
    expectGroupSameAsMerged,
  )

  test('says in which portfolio and account each lot lies', async () => {
    const accounts = (await positionsOf(anna, (await findBook(anna)).id)).map(({ ticker, account }) => [
      ticker,
      account,
    ])
    expect(accounts).toContainEqual(['MSFT', 'Taxable'])
    expect(accounts).toContainEqual(['TLT', 'Retirement · IRA'])
  })

  test('follows every change of any of them: positions, a name, a deletion', async () => {
    const { id } = await findBook(anna)
    const before = await positionsOf(anna, id)
    const third = (await listAll(anna)).find(({ name }) => name === 'Third')!
    await anna.json(`/api/portfolios/${third.id}/positions`, { method: 'POST', json: { ticker: 'JPM', shares: 5 } })
    const added = await positionsOf(anna, id)
    expect(added).toHaveLength(before.length + 1)
    expect(added.at(-1)).toMatchObject({ ticker: 'JPM', account: 'Third' })
    await anna.json(`/api/portfolios/${third.id}`, { method: 'PATCH', json: { name: 'Renamed' } })
    expect((await positionsOf(anna, id)).at(-1)).toMatchObject({ ticker: 'JPM', account: 'Renamed' })
    await anna.fetch(`/api/portfolios/${third.id}`, { method: 'DELETE' })
    expect(await positionsOf(anna, id)).toHaveLength(before.length - 2)
    await anna.upload('Third', THIRD)
    expect(await positionsOf(anna, id)).toHaveLength(before.length)
  })

  test('cannot be changed, renamed, deleted, or uploaded into, and says so', async () => {
    const { id } = await findBook(anna)
    const [lot] = await positionsOf(anna, id)
    const refused = [
      await anna.fetch(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'JPM', shares: 5 } }),
      await anna.fetch(`/api/portfolios/${id}/positions/${lot!.id}`, { method: 'PATCH', json: { shares: 1 } }),
      await anna.fetch(`/api/portfolios/${id}/positions/${lot!.id}`, { method: 'DELETE' }),
      await anna.fetch(`/api/portfolios/${id}`, { method: 'PATCH', json: { name: 'Mine' } }),
      await anna.fetch(`/api/portfolios/${id}`, { method: 'DELETE' }),
    ]
    for (const answer of refused) {
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({ error: expect.stringContaining('Change one of your portfolios') })
    }
    expect(await anna.json<unknown[]>(`/api/portfolios/${id}/imports`)).toEqual([])
  })

  test('is nobody else’s, takes no place, and is not listed unless asked for', async () => {
    const { id } = await findBook(anna)
    expect((await bert.fetch(`/api/portfolios/${id}/positions`)).status).toBe(404)
    expect((await bert.fetch(`/api/portfolios/${id}/overview`)).status).toBe(404)
    expect((await anna.json<Portfolio[]>('/api/portfolios')).some(({ isBook }) => isBook)).toBe(false)
    expect(await findBook(bert)).toBeUndefined()
    expect((await findBook(anna)).id).toBe(id)
    expect(await anna.json('/api/account')).toMatchObject({ usage: { portfolios: 3 } })
  })
})
