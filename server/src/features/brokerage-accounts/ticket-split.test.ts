/** @module-tag postgres */

import type { BrokerageAccount, CallOutput, Portfolio, splitTicket } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

type Split = CallOutput<typeof splitTicket>

let app: TestApp
let ann: TestClient

beforeAll(async () => {
  app = await createTestApp()
  ann = await app.signIn('ann@example.com')
})
afterAll(() => app?.close())

const upload = async (name: string, data: string, client = ann) =>
  (await client.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json: { name, data } })).id
const accountsOf = (id: string) => ann.json<BrokerageAccount[]>(`/api/portfolios/${id}/accounts`)
const describeAccount = (id: string, account: string | null, level: string, kind: string, client = ann) =>
  client.fetch(`/api/portfolios/${id}/accounts`, { method: 'PUT', json: { account, level, kind } })
const leg = (symbol: string, contracts: number, premium: number) => ({
  symbol,
  underlying: 'SPY',
  type: symbol[9] === 'P' ? 'put' : 'call',
  strike: Number(symbol.slice(10)) / 1_000,
  expiry: '2027-02-19',
  multiplier: 100,
  contracts,
  premium,
})
const split = (id: string, legs: object[], trades: object[] = [], fees = 0) =>
  ann.json<Split>(`/api/portfolios/${id}/ticket-split`, { method: 'POST', json: { legs, trades, fees } })
const placed = ({ accounts }: Split) =>
  accounts.map(({ account, portfolioName, legs, trades }) => [
    account ?? portfolioName,
    ...legs.map(({ leg: place, contracts }) => `${place}: ${contracts}`),
    ...trades.map(({ ticker, shares }) => `${ticker}: ${shares}`),
  ])

const PUT = leg('SPY270219P00700000', 4, 10)
const SOLD_PUT = leg('SPY270219P00600000', -3, 4)
const CALL = leg('SPY270219C00800000', -3, 6)
const FILE = 'ticker,shares,account\nSPY,250,Taxable\nCASH,9000,Taxable\nSPY,120,IRA\nCASH,3000,IRA\nBND,10,\n'

test('accounts are those that positions lie in; what is said of one is kept, and a newer file keeps it', async () => {
  const id = await upload('Kept', FILE)
  const unknown = { portfolioId: id, portfolioName: 'Kept', level: null, kind: null }
  expect(await accountsOf(id)).toEqual([
    { ...unknown, account: 'Taxable' },
    { ...unknown, account: 'IRA' },
    { ...unknown, account: null },
  ])
  expect((await describeAccount(id, 'IRA', 'covered', 'ira')).status).toBe(200)
  expect((await describeAccount(id, null, 'long', 'cash')).status).toBe(200)
  expect((await describeAccount(id, 'IRA', 'long', 'ira')).status).toBe(200)
  expect((await describeAccount(id, 'Nowhere', 'long', 'ira')).status).toBe(404)
  expect((await describeAccount(id, 'IRA', 'all', 'ira')).status).toBe(400)
  const described = [
    { account: 'Taxable', level: null },
    { account: 'IRA', level: 'long', kind: 'ira' },
    { account: null, level: 'long', kind: 'cash' },
  ]
  expect(await accountsOf(id)).toMatchObject(described)
  const save = { name: 'Kept', portfolioId: id, mode: 'replace' }
  const positions = ['Taxable', 'IRA', null].map((account) => ({ ticker: 'SPY', shares: 10, account }))
  await ann.json('/api/portfolios/save-from-review', { method: 'POST', json: { ...save, positions } })
  expect(await accountsOf(id)).toMatchObject(described)
  const { tables } = await ann.json<{ tables: Record<string, unknown[]> }>('/api/account/export')
  expect(tables.account_rules).toHaveLength(2)
})

test('what lies in an account is added up over pages of lots', async () => {
  const toTicker = (place: number) =>
    `Q${String.fromCharCode(65 + (place % 26), 65 + (Math.floor(place / 26) % 26), 65 + Math.floor(place / 676))}`
  const others = Array.from({ length: 2_100 }, (_, place) => `${toTicker(place)},1\n`)
  const id = await upload('Many', `ticker,shares\nSPY,199.7\n${others.join('')}`)
  for (const shares of [0.1, 0.2]) {
    await ann.json(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'SPY', shares } })
  }
  await describeAccount(id, null, 'covered', 'cash')
  const { accounts, unplaced } = await split(id, [CALL])
  expect(accounts.map(({ legs }) => legs)).toEqual([[{ leg: 0, contracts: -2 }]])
  expect(unplaced).toMatchObject([{ quantity: -1, reason: 'No free shares to cover it in Many.' }])
  await ann.json(`/api/portfolios/${id}`, { method: 'DELETE' })
})

test('a ticket goes where it may be held: spreads by approval, calls by shares, premiums by cash', async () => {
  const id = await upload('Split', FILE)
  // Nobody has said what they may hold: bought options only. 4 contracts cost $4,000, which the IRA does not have.
  expect(placed(await split(id, [PUT]))).toEqual([['Taxable', '0: 4'], ['IRA'], ['Split']])
  const unknown = await split(id, [PUT, SOLD_PUT])
  expect(unknown.unplaced).toEqual([
    { leg: 1, ticker: SOLD_PUT.symbol, quantity: -3, reason: 'Not approved in Split · Taxable, Split · IRA, Split.' },
  ])
  await describeAccount(id, 'Taxable', 'spreads', 'margin')
  await describeAccount(id, 'IRA', 'covered', 'ira')
  expect(await split(id, [PUT, SOLD_PUT])).toMatchObject({ unplaced: [] })
  expect(placed(await split(id, [PUT, SOLD_PUT]))[0]).toEqual(['Taxable', '0: 4', '1: -3'])
  // 250 shares cover two calls, 120 one.
  expect(placed(await split(id, [CALL]))).toEqual([['Taxable', '0: -2'], ['IRA', '0: -1'], ['Split']])
  const many = await split(id, [{ ...CALL, contracts: -5 }])
  expect(many.unplaced).toMatchObject([{ quantity: -2, reason: expect.stringContaining('No free shares') }])
  await describeAccount(id, null, 'none', 'cash')
  const dear = await split(id, [{ ...PUT, contracts: 20 }], [], 13)
  expect(placed(dear)).toEqual([['Taxable', '0: 8'], ['IRA', '0: 1'], ['Split']])
  expect(dear.unplaced).toMatchObject([
    {
      quantity: 11,
      reason: 'Not enough cash in Split · Taxable. Not approved in Split · IRA, Split.',
    },
  ])
})

test('shares that held puts cover take no more puts where options are for shares alone', async () => {
  const id = await upload('Puts', 'ticker,shares,account\nSPY,250,A\nSPY270219P00500000,1,A\nCASH,90000,A\n')
  await describeAccount(id, 'A', 'covered', 'ira')
  const { accounts, unplaced } = await split(id, [{ ...PUT, contracts: 2 }])
  expect(accounts[0]?.legs).toEqual([{ leg: 0, contracts: 1 }])
  expect(unplaced).toMatchObject([{ quantity: 1, reason: 'Not approved in Puts · A.' }])
})

test('calls that are sold hold their shares, and shares are sold from where they lie', async () => {
  const id = await upload(
    'Held',
    'ticker,shares,account\nSPY,250,A\nSPY270219C00800000,-2,A\nSPY,120,B\nSPY270219P00500000,-1,B\nCASH,60000,B\n',
  )
  await describeAccount(id, 'A', 'long', 'margin')
  await describeAccount(id, 'B', 'long', 'cash')
  expect(placed(await split(id, [CALL]))).toEqual([['A'], ['B', '0: -1']])
  const sale = { ticker: 'SPY', shares: -150, amount: -105_000 }
  expect(placed(await split(id, [], [sale]))).toEqual([
    ['A', 'SPY: -30'],
    ['B', 'SPY: -120'],
  ])
  expect((await split(id, [], [{ ...sale, shares: -200 }])).unplaced).toMatchObject([{ leg: null, quantity: -30 }])
  expect((await split(id, [], [{ ...sale, shares: null }])).unplaced).toMatchObject([{ ticker: 'SPY', quantity: null }])
  // Of 60,000 dollars the sold put needs 50,000.
  expect(placed(await split(id, [{ ...PUT, contracts: 1 }], [{ ticker: 'GLD', shares: 20, amount: 9_000 }]))).toEqual([
    ['A', '0: 1', 'GLD: 20'],
    ['B'],
  ])
})

test('each account pays for the shares that it buys, and calls lie beside their shares', async () => {
  const file = 'ticker,shares,account\nSPY,300,A\nCASH,1,A\nBND,10,B\nCASH,40000,B\n'
  const id = await upload('Paid', file)
  await describeAccount(id, 'A', 'covered', 'ira')
  await describeAccount(id, 'B', 'uncovered', 'margin')
  const sale = { ticker: 'SPY', shares: -100, amount: -70_000 }
  // B has no part in what A sells, and A has no more than that.
  expect(placed(await split(id, [], [sale, { ticker: 'TLT', shares: 700, amount: 70_000 }]))).toEqual([
    ['A', 'SPY: -100', 'TLT: 700'],
    ['B'],
  ])
  const more = await split(id, [], [sale, { ticker: 'TLT', shares: 1_200, amount: 120_000 }])
  expect(placed(more)).toEqual([
    ['A', 'SPY: -100', 'TLT: 700'],
    ['B', 'TLT: 400'],
  ])
  expect(more.unplaced).toMatchObject([{ ticker: 'TLT', quantity: 100, reason: expect.stringContaining('Move money') }])
  // What the options of a ticket cost is gone.
  const gold = { ticker: 'GLD', shares: 400, amount: 40_000 }
  expect((await split(id, [{ ...PUT, contracts: 1 }], [gold])).unplaced).toMatchObject([{ quantity: 10 }])
  // Both could hold three calls, one of them naked.
  expect(placed(await split(id, [CALL]))).toEqual([['A', '0: -3'], ['B']])
})

test('of a group it is split over the accounts of its portfolios, which alone can be described', async () => {
  const [one, two] = [
    await upload('Own IRA', 'ticker,shares\nSPY,300\n'),
    await upload('Roth', 'ticker,shares\nKO,5\n'),
  ]
  const { id } = await ann.json<Portfolio>('/api/portfolio-groups', {
    method: 'POST',
    json: { name: 'Retirement', portfolioIds: [one, two] },
  })
  expect((await accountsOf(id)).map(({ portfolioName }) => portfolioName)).toEqual(['Own IRA', 'Roth'])
  expect((await describeAccount(id, null, 'long', 'ira')).status).toBe(409)
  await describeAccount(one, null, 'covered', 'ira')
  expect(placed(await split(id, [PUT, CALL]))).toEqual([
    ['Own IRA', '0: 3', '1: -3'],
    ['Roth', '0: 1'],
  ])
  expect(placed(await split(`${id}~KO:3`, [PUT]))).toEqual([['Own IRA'], ['Roth', '0: 4']])
})

test('one account, and a ticket with nothing in it, are no special cases', async () => {
  const id = await upload('One', 'ticker,shares\nSPY,300\n')
  expect(placed(await split(id, [PUT]))).toEqual([['One', '0: 4']])
  expect(await split(id, [])).toMatchObject({ unplaced: [], accounts: [{ legs: [], trades: [] }] })
})
