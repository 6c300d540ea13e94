/** @module-tag postgres */

import { LIMITS, type Portfolio, type Position, toWhatIfId } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeGroup } from '../../portfolios/group.repository.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let anna: TestClient
let bert: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.com')
  bert = await app.signIn('bert@example.com')
})
afterAll(() => app?.close())

const group = (client: TestClient, name: string, portfolioIds: readonly string[]) =>
  client.json<Portfolio>('/api/portfolio-groups', { method: 'POST', json: { name, portfolioIds } })
const listAll = (client: TestClient) => client.json<Portfolio[]>('/api/portfolios?book=true')
const find = async (client: TestClient, id: string) => (await listAll(client)).find((one) => one.id === id)
const positionsOf = (client: TestClient, id: string) => client.json<Position[]>(`/api/portfolios/${id}/positions`)
const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { error: string }).error]
const post = (json: unknown, client = anna) => client.fetch('/api/portfolio-groups', { method: 'POST', json })
const change = (id: string, json: unknown, client = anna) =>
  client.fetch(`/api/portfolio-groups/${id}`, { method: 'PATCH', json })

test('a group is made, listed before all portfolios, renamed, changed and deleted; its portfolios stay', async () => {
  const ids = [await anna.upload('Taxable'), await anna.upload('IRA'), await anna.upload('Roth')] as const
  const retirement = await group(anna, 'Retirement', [ids[2], ids[1], ids[2]])
  expect(retirement).toMatchObject({
    name: 'Retirement',
    isBook: true,
    isGroup: true,
    memberIds: [ids[1], ids[2]],
    positionCount: 2,
  })
  expect((await listAll(anna)).map(({ name }) => name)).toEqual([
    'Taxable',
    'IRA',
    'Roth',
    'Retirement',
    'All portfolios',
  ])
  expect((await listAll(anna)).at(-1)).toMatchObject({ memberIds: ids })
  expect((await anna.json<Portfolio[]>('/api/portfolios')).map(({ name }) => name)).not.toContain('Retirement')
  expect(await anna.json('/api/account')).toMatchObject({ usage: { portfolios: 3 } })

  await change(retirement.id, { name: 'Old age' })
  expect(await find(anna, retirement.id)).toMatchObject({ name: 'Old age', memberIds: [ids[1], ids[2]] })
  await change(retirement.id, { portfolioIds: [ids[0], ids[1]] })
  expect(await find(anna, retirement.id)).toMatchObject({ name: 'Old age', memberIds: [ids[0], ids[1]] })
  await anna.json(`/api/portfolio-groups/${retirement.id}`, { method: 'DELETE' })
  expect((await anna.fetch(`/api/portfolios/${retirement.id}/positions`)).status).toBe(404)
  expect(await anna.json<Portfolio[]>('/api/portfolios')).toHaveLength(3)
})

test('what is wrong is said: no portfolios, unknown ones, a name that is taken, too many', async () => {
  const id = await anna.upload('Named')
  const { id: groupId } = await group(anna, 'Taken', [id])
  expect(await refusalOf(await post({ name: 'Empty', portfolioIds: [] }))).toEqual([
    400,
    expect.stringContaining('A group needs at least one portfolio'),
  ])
  for (const name of ['taken', 'NAMED', 'All Portfolios']) {
    const [status, error] = await refusalOf(await post({ name, portfolioIds: [id] }))
    expect([status, error]).toEqual([409, expect.stringContaining('Choose another name')])
    expect((await change(groupId, { name })).status).toBe(name === 'taken' ? 200 : 409)
  }
  const foreign = await bert.upload('Of Bert')
  for (const portfolioId of [foreign, groupId, 'none', '00000000-0000-4000-8000-000000000000']) {
    expect((await post({ name: 'Odd', portfolioIds: [id, portfolioId] })).status).toBe(404)
    expect((await change(groupId, { portfolioIds: [portfolioId] })).status).toBe(404)
  }
  expect(await find(anna, groupId)).toMatchObject({ memberIds: [id] })
  expect((await post({ name: 'Mine', portfolioIds: [id] }, bert)).status).toBe(404)
  expect((await change(groupId, { name: 'Mine' }, bert)).status).toBe(404)
  const had = (await listAll(anna)).filter(({ isGroup }) => isGroup).length
  for (let n = had; n < LIMITS.groupsPerUser; n += 1) await group(anna, `Group ${n}`, [id])
  expect(await refusalOf(await post({ name: 'One more', portfolioIds: [id] }))).toEqual([
    409,
    expect.stringContaining(`${LIMITS.groupsPerUser} groups, the most`),
  ])
})

test('a group cannot be changed like a portfolio, and a what-if of it is saved as a new one', async () => {
  const carl = await app.signIn('carl@example.com')
  const id = await carl.upload('Core', 'ticker,shares\nAAPL,10\nKO,5\n')
  const { id: groupId } = await group(carl, 'Some', [id])
  const refused = [
    await carl.fetch(`/api/portfolios/${groupId}/positions`, { method: 'POST', json: { ticker: 'JPM', shares: 5 } }),
    await carl.fetch(`/api/portfolios/${groupId}`, { method: 'PATCH', json: { name: 'Mine' } }),
    await carl.fetch(`/api/portfolios/${groupId}`, { method: 'DELETE' }),
  ]
  for (const answer of refused) {
    expect(await refusalOf(answer)).toEqual([409, expect.stringContaining('Some shows what your portfolios hold')])
  }
  const whatIf = toWhatIfId({
    portfolioId: groupId,
    changes: [{ ticker: 'KO', isCash: false, shares: 7, price: null }],
  })
  const save = (name?: string) => carl.fetch('/api/portfolios/what-if', { method: 'POST', json: { whatIf, name } })
  expect((await save()).status).toBe(409)
  expect((await save('Tried')).status).toBe(200)
})

test('every change of a member is a new version, and a deleted member leaves; then the group is empty', async () => {
  const dora = await app.signIn('dora@example.com')
  const [one, two] = [
    await dora.upload('One', 'ticker,shares\nAAPL,1\n'),
    await dora.upload('Two', 'ticker,shares\nKO,2\n'),
  ]
  const { id } = await group(dora, 'Both', [one, two])
  const tickers = async () => (await positionsOf(dora, id)).map(({ ticker, account }) => `${ticker} in ${account}`)
  expect(await tickers()).toEqual(['AAPL in One', 'KO in Two'])
  await dora.json(`/api/portfolios/${two}/positions`, { method: 'POST', json: { ticker: 'TLT', shares: 5 } })
  expect(await tickers()).toEqual(['AAPL in One', 'KO in Two', 'TLT in Two'])
  await dora.json(`/api/portfolios/${two}`, { method: 'PATCH', json: { name: 'Second' } })
  expect(await tickers()).toEqual(['AAPL in One', 'KO in Second', 'TLT in Second'])
  const three = await dora.upload('Three', 'ticker,shares\nGLD,3\n')
  expect(await tickers()).toHaveLength(3)
  await change(id, { portfolioIds: [three, two] }, dora)
  expect(await tickers()).toEqual(['KO in Second', 'TLT in Second', 'GLD in Three'])
  await dora.fetch(`/api/portfolios/${two}`, { method: 'DELETE' })
  expect(await tickers()).toEqual(['GLD in Three'])
  const [batch] = await dora.json<{ id: string }[]>(`/api/portfolios/${three}/imports`)
  await dora.fetch(`/api/portfolios/${three}/imports/${batch!.id}`, { method: 'DELETE' })
  expect(await tickers()).toEqual([])
  expect(await find(dora, id)).toMatchObject({ memberIds: [], positionCount: 0 })
  expect(await dora.json(`/api/portfolios/${id}/overview`)).toMatchObject({ marketValue: null, series: [] })
})

test('a change of a portfolio that meets a change of its groups is seen in the group', async () => {
  const emil = await app.signIn('emil@example.com')
  const { id: userId } = await emil.json<{ id: string }>('/api/auth/user')
  const [one, two] = [await emil.upload('One'), await emil.upload('Two')]
  const { id } = await group(emil, 'Group', [one])
  const [changed, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const regrouping = app.db.asUser(userId, async (tx) => {
    await changeGroup(tx, id, { portfolioIds: [one, two], now: new Date() })
    changed.resolve()
    await release.promise
  })
  await changed.promise
  // Waits for the other transaction, and then has to raise the version of a group that it could not see before.
  const renaming = emil.fetch(`/api/portfolios/${two}`, { method: 'PATCH', json: { name: 'Renamed' } })
  await new Promise((resolve) => setTimeout(resolve, 100))
  release.resolve()
  await regrouping
  expect(await positionsOf(emil, id)).toHaveLength(2)
  await renaming
  expect((await positionsOf(emil, id)).map(({ account }) => account)).toEqual(['One', 'Renamed'])
})

test('a group is exported with the account, and goes with it', async () => {
  const fritz = await app.signIn('fritz@example.com')
  const { id } = await group(fritz, 'Exported', [await fritz.upload('Core')])
  const { tables } = await fritz.json<{ tables: Record<string, Record<string, unknown>[]> }>('/api/account/export')
  expect(tables.group_members).toMatchObject([{ groupId: id }])
  expect(tables.portfolios).toContainEqual(expect.objectContaining({ id, isGroup: true, name: 'Exported' }))
  await fritz.json('/api/account', { method: 'DELETE', json: { confirmEmail: 'fritz@example.com' } })
  expect(await app.db.asOwner(`select 1 from group_members where group_id = '${id}'`)).toEqual([])
})
