/** @module-tag postgres */

import { ALL_CALLS, type Position, type savedPortfolioSchema, toWhatIfId, type WhatIfChange } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { readFigures } from './testing/read-figures.ts'

let app: TestApp
let anna: TestClient
let base: string
let other: TestClient

type Saved = z.infer<typeof savedPortfolioSchema>

const CSV = `ticker,shares,avgCost,sector,kind,account
AAPL,100,150.50,Technology,,Old
NVDA,40,90,,,Old
AAPL,20,180,Technology,,New
SPY,30,400,,,New
CASH,5000,,,cash,New
`
const hold = (ticker: string, shares: number, price: number | null = null): WhatIfChange => ({
  ticker,
  isCash: ticker.startsWith('$'),
  shares,
  price,
  ...(ticker.startsWith('$') && { ticker: ticker.slice(1) }),
})
const CHANGES = [hold('AAPL', 70), hold('NVDA', 0), hold('TLT', 25, 94.25), hold('$USD', 9000)]

const upload = (client: TestClient, data: string) =>
  client.json<Saved>('/api/portfolios/upload', { method: 'POST', json: { name: 'Core', data } })
const positionsOf = (id: string) => anna.json<Position[]>(`/api/portfolios/${encodeURIComponent(id)}/positions`)
const rowsOf = async (id: string) =>
  (await positionsOf(id)).map(({ ticker, shares, avgCost, kind }) => [ticker, shares, avgCost, kind])
const save = (json: { whatIf: string; name?: string }) =>
  anna.fetch('/api/portfolios/what-if', { method: 'POST', json })

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.com', 'Anna Berg')
  other = await app.signIn('bo@example.com', 'Bo Lind')
  base = (await upload(anna, CSV)).id
})
afterAll(() => app?.close())

describe('a what-if', () => {
  const AFTER = [
    ['SPY', 30, 400, 'security'],
    ['CASH', 5000, 1, 'cash'],
    ['AAPL', 50, 150.5, 'security'],
    ['AAPL', 20, 180, 'security'],
    ['TLT', 25, 94.25, 'security'],
    ['CASH', 4000, 1, 'cash'],
  ]

  test('is read like a portfolio, and nothing is stored', async () => {
    const whatIf = toWhatIfId({ portfolioId: base, changes: CHANGES })
    const before = await rowsOf(base)
    expect((await rowsOf(whatIf)).toSorted()).toEqual(AFTER.toSorted())
    expect(await rowsOf(base)).toEqual(before)
    expect(await anna.json<unknown[]>('/api/portfolios')).toHaveLength(1)
  })

  test('has on every screen the figures of the same holdings saved, to the last bit', async () => {
    const whatIf = toWhatIfId({ portfolioId: base, changes: CHANGES })
    const saved = (await (await save({ whatIf, name: 'Real' })).json()) as Saved
    const [tried, real] = [await readFigures(anna, whatIf), await readFigures(anna, saved.id)]
    // Files and reports are of what is held; its history and its accounts are those of the portfolio.
    const isOfPortfolio = (call: string) => /\/(export|report|splits|history|series|accounts|ticket-split)$/.test(call)
    const compared = [...tried].filter(([call]) => call.includes('/backtest/') || !isOfPortfolio(call))
    expect(compared.length).toBeGreaterThan(11)
    for (const [call, answer] of compared) {
      expect(answer, call).toMatch(/^200 /)
      expect(answer, call).toEqual(real.get(call))
    }
    await anna.fetch(`/api/portfolios/${saved.id}`, { method: 'DELETE' })
  })

  test('is of nobody else, and of no portfolio that is not there', async () => {
    const whatIf = toWhatIfId({ portfolioId: base, changes: CHANGES })
    expect((await other.fetch(`/api/portfolios/${encodeURIComponent(whatIf)}/overview`)).status).toBe(404)
    expect((await other.fetch('/api/portfolios/what-if', { method: 'POST', json: { whatIf } })).status).toBe(404)
    const gone = whatIf.replace(base, '00000000-0000-4000-8000-000000000000')
    expect((await anna.fetch(`/api/portfolios/${encodeURIComponent(gone)}/overview`)).status).toBe(404)
  })

  test('that cannot be read is said so', async () => {
    const answer = await anna.fetch(`/api/portfolios/${encodeURIComponent(`${base}~AAPL:ten`)}/overview`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('what-if') })
    expect((await save({ whatIf: `${base}~AAPL:ten` })).status).toBe(400)
    expect((await save({ whatIf: base })).status).toBe(400)
  })

  test('changes nothing and breaks nothing, whatever else is called with it', async () => {
    const whatIf = toWhatIfId({ portfolioId: base, changes: CHANGES })
    const before = await positionsOf(base)
    for (const { method, path } of ALL_CALLS) {
      if (!path.includes(':portfolioId')) continue
      const address = path
        .replace(':portfolioId', encodeURIComponent(whatIf))
        .replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000001')
      const answer = await anna.fetch(address, { method, ...(method !== 'GET' && { json: {} }) })
      await answer.text()
      expect(answer.status, `${method} ${path}`).toBeLessThan(500)
    }
    expect(await positionsOf(base)).toEqual(before)
  })
})

describe('making a what-if real', () => {
  test('changes only what it says, and can be undone', async () => {
    const { id } = await upload(anna, CSV)
    const before = await positionsOf(id)
    const whatIf = toWhatIfId({ portfolioId: id, changes: CHANGES })
    const would = await rowsOf(whatIf)
    const applied = (await (await save({ whatIf })).json()) as Saved
    expect(applied).toMatchObject({ id, name: 'Core', unchanged: false })
    expect(await rowsOf(id)).toEqual(would)
    const spy = (rows: Position[]) => rows.find(({ ticker }) => ticker === 'SPY')
    expect(spy(await positionsOf(id))).toEqual(spy(before))
    const imports = await anna.json<{ source: string }[]>(`/api/portfolios/${id}/imports`)
    expect(imports.map(({ source }) => source)).toEqual(['what-if', 'csv'])
    await anna.fetch(`/api/portfolios/${id}/imports/${applied.importId}`, { method: 'DELETE' })
    expect(await positionsOf(id)).toEqual(before)
  })

  test('may leave nothing, and gives it back', async () => {
    const { id } = await upload(anna, 'ticker,shares,avgCost\nAAPL,10,150\n')
    const applied = (await (await save({ whatIf: `${id}~AAPL:0` })).json()) as Saved
    expect(await rowsOf(id)).toEqual([])
    await anna.fetch(`/api/portfolios/${id}/imports/${applied.importId}`, { method: 'DELETE' })
    expect(await rowsOf(id)).toEqual([['AAPL', 10, 150, 'security']])
  })

  test('of all portfolios as one is possible as a new portfolio alone', async () => {
    const portfolios = await anna.json<{ id: string; isBook?: true }[]>('/api/portfolios?book=true')
    const book = portfolios.find(({ isBook }) => isBook)?.id ?? ''
    expect((await save({ whatIf: `${book}~AAPL:1` })).status).toBe(409)
    const saved = (await (await save({ whatIf: `${book}~AAPL:1`, name: 'Together' })).json()) as Saved
    expect((await rowsOf(saved.id)).filter(([ticker]) => ticker === 'AAPL')).toEqual([['AAPL', 1, 150, 'security']])
  })
})
