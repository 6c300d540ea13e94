import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DailyHistory } from '../../market-data/market-data.ts'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

interface Split {
  ticker: string
  date: string
  newShares: number
  oldShares: number
  sharesBefore: number
  sharesAfter: number
  note: string | null
}
interface Splits {
  suggested: Split[]
  applied: (Split & { adjustmentId: string })[]
  unchecked: string[]
}

/** Splits that the market will know by the time that it is asked. */
const SPLITS: Record<string, { date: string; ratio: number }[]> = {
  NVDA: [{ date: '2026-06-10', ratio: 10 }],
  GE: [{ date: '2026-06-11', ratio: 0.125 }],
  KO: [
    { date: '2026-01-05', ratio: 2 },
    { date: '2026-07-01', ratio: 1.5 },
    { date: '2026-12-24', ratio: 3 },
  ],
}
const UPLOADED = new Date('2026-06-01T15:00:00Z')
const LATER = new Date('2026-11-20T22:00:00Z')

let app: TestApp
let ann: TestClient
let now = UPLOADED
let asked = 0
beforeAll(async () => {
  const market = createFixedMarket({ missing: {} })
  app = await createTestApp({
    overrides: {
      clock: { now: () => now },
      marketData: {
        ...market,
        async getDailyHistory({ tickers }) {
          asked++
          const found = new Map<string, DailyHistory>()
          for (const ticker of tickers) {
            const splits = SPLITS[ticker]
            if (!splits) continue
            const empty = { dates: [], closes: new Float64Array(), adjustedCloses: new Float64Array() }
            found.set(ticker, {
              ticker,
              currency: 'USD',
              source: 'sample',
              fetchedAt: '',
              stale: false,
              ...empty,
              splits,
            })
          }
          return { found, missing: new Map(tickers.includes('DOWN') ? [['DOWN', 'provider-down' as const]] : []) }
        },
      },
    },
  })
})
afterAll(() => app.close())
beforeEach(() => {
  now = UPLOADED
})

let users = 0
async function upload(data: string): Promise<{ id: string; path: string }> {
  now = UPLOADED
  const email = `splits-${users++}@example.com`
  ann = await app.signIn(email)
  const { id } = await ann.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json: { name: 'P', data } })
  now = LATER
  ann = await app.signIn(email)
  return { id, path: `/api/portfolios/${id}/splits` }
}

const settle = (path: string, ticker: string, date: string, action = 'adjust') =>
  ann.fetch(path, { method: 'POST', json: { ticker, date, action } })
const positionsOf = async (id: string) =>
  (await ann.json<{ ticker: string; shares: number; avgCost: number | null }[]>(`/api/portfolios/${id}/positions`)).map(
    ({ ticker, shares, avgCost }) => [ticker, shares, avgCost],
  )

test('a split after the upload is offered for all lots, applied exactly, and taken back', async () => {
  const { id, path } = await upload(
    'ticker,shares,avgCost,sector,account\nNVDA,3.3333333333,1000.1,,A\nNVDA,-1,,,B\nNVDA270115C00150000,2,12,,A\n',
  )
  const before = await positionsOf(id)
  const { suggested, applied, unchecked } = await ann.json<Splits>(path)
  expect([applied, unchecked]).toEqual([[], []])
  expect(suggested).toEqual([
    {
      ticker: 'NVDA',
      name: null,
      date: '2026-06-10',
      newShares: 10,
      oldShares: 1,
      sharesBefore: 2.3333333333,
      sharesAfter: 23.333333333,
      note: 'The option contract on NVDA is left as it is: the exchange changes its strike and number itself. Import it again, or edit it.',
    },
  ])
  const adjusted = await settle(path, 'nvda', '2026-06-10')
  expect(adjusted.status).toBe(200)
  const { adjustmentId } = (await adjusted.json()) as { adjustmentId: string }
  expect(await positionsOf(id)).toEqual([
    ['NVDA', 33.333333333, 100.01],
    ['NVDA', -10, null],
    ['NVDA270115C00150000', 2, 12],
  ])
  expect(await ann.json(path)).toMatchObject({
    suggested: [],
    applied: [{ ticker: 'NVDA', newShares: 10, oldShares: 1, adjustmentId, sharesAfter: 23.333333333 }],
  })
  expect(await ann.json(`${path}/${adjustmentId}`, { method: 'DELETE' })).toEqual({ restored: 2 })
  expect(await positionsOf(id)).toEqual(before)
  expect((await ann.json<Splits>(path)).suggested).toHaveLength(1)
  expect((await ann.fetch(`${path}/${adjustmentId}`, { method: 'DELETE' })).status).toBe(404)
})

test('two clicks at once adjust once', async () => {
  const { id, path } = await upload('ticker,shares,avgCost,sector\nNVDA,1,1000,\n')
  const answers = await Promise.all([1, 2, 3].map(() => settle(path, 'NVDA', '2026-06-10')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  expect(await positionsOf(id)).toEqual([['NVDA', 10, 100]])
})

test('a reverse split and a 3:2 are told in whole shares; what happened before, or will happen, is not offered', async () => {
  const { id, path } = await upload('ticker,shares,avgCost,sector\nGE,8,10,\nKO,3,60,\n')
  const { suggested } = await ann.json<Splits>(path)
  expect(
    suggested.map(({ ticker, date, newShares, oldShares, sharesAfter }) => [
      ticker,
      date,
      newShares,
      oldShares,
      sharesAfter,
    ]),
  ).toEqual([
    ['GE', '2026-06-11', 1, 8, 1],
    ['KO', '2026-07-01', 3, 2, 4.5],
  ])
  expect((await settle(path, 'KO', '2026-01-05')).status).toBe(404)
  expect((await settle(path, 'KO', '2026-12-24')).status).toBe(404)
  expect((await settle(path, 'KO', '2026-07-01')).status).toBe(200)
  expect(await positionsOf(id)).toEqual([
    ['GE', 8, 10],
    ['KO', 4.5, 40],
  ])
})

test('a dismissed one stays away, and can be brought back', async () => {
  const { id, path } = await upload('ticker,shares,avgCost,sector\nNVDA,1,1000,\n')
  const { adjustmentId } = (await (await settle(path, 'NVDA', '2026-06-10', 'dismiss')).json()) as {
    adjustmentId: string
  }
  expect(await ann.json(path)).toEqual({ suggested: [], applied: [], unchecked: [] })
  expect(await positionsOf(id)).toEqual([['NVDA', 1, 1000]])
  expect(await ann.json(`${path}/${adjustmentId}`, { method: 'DELETE' })).toEqual({ restored: 0 })
  expect((await ann.json<Splits>(path)).suggested).toHaveLength(1)
})

test('a lot that the user has changed after the split knows of it, and an undo leaves it alone', async () => {
  const { id, path } = await upload('ticker,shares,avgCost,sector,account\nNVDA,1,1000,,A\nNVDA,2,1000,,B\n')
  const [first] = await ann.json<{ id: string }[]>(`/api/portfolios/${id}/positions`)
  const { adjustmentId } = (await (await settle(path, 'NVDA', '2026-06-10')).json()) as { adjustmentId: string }
  await ann.json(`/api/portfolios/${id}/positions/${first?.id}`, { method: 'PATCH', json: { shares: 12 } })
  expect(await ann.json(`${path}/${adjustmentId}`, { method: 'DELETE' })).toEqual({ restored: 1 })
  expect(await positionsOf(id)).toEqual([
    ['NVDA', 12, 100],
    ['NVDA', 2, 1000],
  ])
  expect((await ann.json<Splits>(path)).suggested).toMatchObject([{ sharesBefore: 2, sharesAfter: 20 }])
})

test('the day that a source states for its positions counts, not the day of the upload', async () => {
  now = LATER
  ann = await app.signIn('as-of@example.com')
  const file =
    '"Positions for account Individual ...123 as of 04:00 PM ET, 2026/06/01"\n\n"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis"\n"NVDA","NVIDIA CORP","10","$1,100.00","$11,000.00","$9,000.00"\n"Account Total","--","--","--","$11,000.00","--"\n'
  const made = await ann.json<{ importId: string }>('/api/imports', { method: 'POST', json: { text: file } })
  const { id } = await ann.json<{ id: string }>('/api/portfolios/save-from-review', {
    method: 'POST',
    json: { name: 'Old', importId: made.importId, positions: [{ ticker: 'NVDA', shares: 10, avgCost: 900 }] },
  })
  expect((await ann.json<Splits>(`/api/portfolios/${id}/splits`)).suggested).toMatchObject([
    { ticker: 'NVDA', sharesAfter: 100 },
  ])
})

test('what cannot be checked is told, and what was uploaded today asks nobody', async () => {
  const { path } = await upload('ticker,shares,avgCost,sector\nDOWN,1,1000,\n')
  expect(await ann.json(path)).toEqual({ suggested: [], applied: [], unchecked: ['DOWN'] })
  now = LATER
  const fresh = await ann.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Today', data: 'ticker,shares,avgCost,sector\nNVDA,1,1000,\n' },
  })
  asked = 0
  expect((await ann.json<Splits>(`/api/portfolios/${fresh.id}/splits`)).suggested).toEqual([])
  expect(asked).toBe(0)
})
