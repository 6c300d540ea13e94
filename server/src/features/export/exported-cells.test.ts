import * as contract from '@ballast/contract'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { makeRecommendation } from '../track-record/testing/made.ts'

/** Texts that a spreadsheet would run, in every field that takes words. */
const HOSTILE = ["=CMD|' /C calc'!A0", '+1+1', '@SUM(1+1)*cmd', '-2+3', '＝1+1', '\t=1+1', '\r=1+1', "'=1+1"]
const RUNS = /^[\s']*[=+\-@＝＋－＠\0]/
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i

/** How each download of the contract is asked for; one that is not listed fails the test below. */
const REQUESTS: Readonly<Record<string, (portfolioId: string) => { path: string; json?: unknown }>> = {
  'GET /api/portfolios/:portfolioId/export': (id) => ({ path: `/api/portfolios/${id}/export` }),
  'GET /api/portfolios/:portfolioId/correlation-analysis/inputs': (id) => ({
    path: `/api/portfolios/${id}/correlation-analysis/inputs`,
  }),
  'POST /api/backtest/scenario/series': (id) => ({
    path: '/api/backtest/scenario/series',
    json: { portfolioId: id, scenarioId: 'bear-2022' },
  }),
  'GET /api/portfolios/:portfolioId/history/series': (id) => ({ path: `/api/portfolios/${id}/history/series` }),
  'GET /api/track-record/recommendations.csv': () => ({ path: '/api/track-record/recommendations.csv?simulated=true' }),
}
/** Downloads that no spreadsheet opens: JSON, a line an object, a calendar, and a report on paper. */
const NOT_FOR_SPREADSHEETS = new Set([
  'GET /api/account/export',
  'GET /api/track-record/chain.jsonl',
  'GET /api/calendar/:token',
  'GET /api/portfolios/:portfolioId/hedge-analyses/:analysisId/inputs',
  'GET /api/portfolios/:portfolioId/report',
])

interface FileCall {
  kind: string
  method: string
  path: string
}
const isFileCall = (value: unknown): value is FileCall =>
  typeof value === 'object' && value !== null && (value as Partial<FileCall>).kind === 'file'
const downloads = [
  ...new Set((Object.values(contract) as unknown[]).filter(isFileCall).map(({ method, path }) => `${method} ${path}`)),
].filter((call) => !NOT_FOR_SPREADSHEETS.has(call))

describe('no cell of any download runs in a spreadsheet', () => {
  let app: TestApp
  let anna: TestClient
  let portfolioId: string
  beforeAll(async () => {
    app = await createTestApp()
    anna = await app.signIn('anna@example.com')
    const positions = HOSTILE.map((text, index) => ({
      ticker: ['AAPL', 'MSFT', 'KO', 'XOM', 'JPM', 'PG', 'NVDA', 'AMD'][index],
      shares: index + 1,
      avgCost: 10,
      sector: text,
      account: text,
    }))
    const saved = await anna.json<{ id: string }>('/api/portfolios/save-from-review', {
      method: 'POST',
      json: { name: '=1+1', positions },
    })
    portfolioId = saved.id
    const { id: userId } = await anna.json<{ id: string }>('/api/auth/user')
    for (const text of HOSTILE) {
      await app.dependencies.trackRecord.record(makeRecommendation({ userId, portfolioId, recommendation: text }))
    }
  })
  afterAll(() => app?.close())

  test('every download of the contract is asked for here', () => {
    expect(downloads.toSorted()).toEqual(Object.keys(REQUESTS).toSorted())
  })

  test.each(downloads)('%s', async (call) => {
    const { path, json } = REQUESTS[call]?.(portfolioId) ?? { path: '/missing' }
    const response = await anna.fetch(path, json === undefined ? {} : { method: 'POST', json })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="(?![=+\-@])/)
    const cells = Papa.parse<string[]>(await response.text()).data.flat()
    expect(cells.length).toBeGreaterThan(10)
    const run = cells.filter((cell) => RUNS.test(cell) && !NUMBER.test(cell) && !cell.startsWith("'"))
    expect(run).toEqual([])
  })

  test.each(HOSTILE)('%j is no ticker that could be stored', async (ticker) => {
    const json = { name: 'x', positions: [{ ticker, shares: 1, avgCost: 1 }] }
    const { status } = await anna.fetch('/api/portfolios/save-from-review', { method: 'POST', json })
    expect(status).toBe(400)
  })

  test('the texts are in them, as they were written', async () => {
    const text = await (await anna.fetch(`/api/portfolios/${portfolioId}/export`)).text()
    expect(text).toContain("'=CMD|' /C calc'!A0")
    const again = await anna.json<{ id: string }>('/api/portfolios/upload', {
      method: 'POST',
      json: { name: 'Again', data: text },
    })
    expect(await (await anna.fetch(`/api/portfolios/${again.id}/export`)).text()).toBe(text)
  })
})
