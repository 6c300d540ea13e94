import { type Overview, overviewSchema } from '@ballast/contract'
import { compoundReturns } from '@ballast/quant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const DAYS = 300
/** 0.5 % up and down in turn, `times` as strong, ending near 100. */
const closes = (times: number) =>
  Array.from(
    compoundReturns(
      Float64Array.from({ length: DAYS }, (_, i) => (i % 2 === 0 ? 0.005 : -0.005) * times),
      100,
    ),
  )

const market = createFixedMarket({
  quotes: {
    AAPL: { price: 210, previousClose: 200 },
    TSLA: { price: 90, previousClose: 100 },
    'SAP.DE': { price: 100, previousClose: 100, currency: 'EUR' },
    'VOD.L': { price: 2, currency: 'GBP' },
  },
  missing: { GONE: 'unknown-ticker' },
  closes: { SPY: closes(1), AAPL: closes(2), TSLA: closes(1), 'SAP.DE': closes(1) },
  rates: { EUR: 1.2 },
  instruments: { AAPL: { sector: 'Technology' } },
})

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp({ overrides: { marketData: market } })
  anna = await app.signIn('anna@example.com')
})
afterAll(() => app?.close())

const overviewOf = async (client: TestClient, id: string): Promise<Overview> =>
  overviewSchema.parse(await client.json(`/api/portfolios/${id}/overview`))

test('adds up what has a price, converts what can be converted, and names what is left out', async () => {
  const id = await anna.upload(
    'P',
    [
      'ticker,shares,avgCost,currency',
      'AAPL,10,150,USD',
      'TSLA,-5,120,USD',
      'SAP.DE,10,80,EUR',
      'VOD.L,100,1,GBP',
      'GONE,7,10,USD',
      'AAPL261218C00250000,1,5,USD',
      'CASH,500,,USD',
    ].join('\n'),
  )
  const overview = await overviewOf(anna, id)
  // 10 × 210 − 5 × 90 + 10 × 100 × 1.2 + 500 = 2,100 − 450 + 1,200 + 500
  expect(overview.marketValue).toBe(3_350)
  // 10 × 10 − 5 × −10 + 0 = 150, of 2,000 + 500 + 1,200 + 500 = 4,200
  expect(overview.dayChange).toEqual({ value: 150, percent: 3.571429 })
  // (2,100 − 1,500) + (−450 + 600) + (1,200 − 960) = 990, of 1,500 + 600 + 960 = 3,060
  expect(overview.totalGain).toEqual({ value: 990, percent: 32.352941 })
  expect(overview.unpriced).toEqual({
    GONE: 'unknown-ticker',
    'VOD.L': 'no-exchange-rate',
    AAPL261218C00250000: 'option',
  })
  expect(overview.moves.map(({ ticker }) => ticker)).toEqual(['TSLA', 'AAPL', 'SAP.DE'])
  // The closes of SAP.DE are in EUR: they are not mixed into the path. (2,100 + 450 + 500) of 4,250 is covered.
  expect(overview.coverage).toEqual({ coveredPercent: 71.764706, missingHistory: ['SAP.DE'], proxies: [] })
  expect(overview.series).toHaveLength(253)
  expect(overview).toMatchObject({ session: 'closed', asOf: '2026-11-20T21:00:00.000Z', simulated: true })
})

test('one stock twice as lively as the benchmark has beta 2 and is all of the risk', async () => {
  const overview = await overviewOf(anna, await anna.upload('P', 'ticker,shares\nAAPL,3\n'))
  expect(overview.risk.beta).toBeCloseTo(2, 5)
  // 252 returns of ±1 %: √(252 × 0.01² / 251) × √252
  expect(overview.risk.volatilityPercent).toBeCloseTo(Math.sqrt(252 / 251) * Math.sqrt(252), 5)
  expect(overview.topRisk?.sentence).toBe('AAPL is 100.0% of value and 100% of the risk.')
  expect(overview.withoutCost).toEqual(['AAPL'])
})

test('an empty portfolio is answered with nulls', async () => {
  const id = await anna.upload('P', 'ticker,shares\nAAPL,3\n')
  const [position] = await anna.json<{ id: string }[]>(`/api/portfolios/${id}/positions`)
  await anna.json(`/api/portfolios/${id}/positions/${position!.id}`, { method: 'DELETE' })
  const overview = await overviewOf(anna, id)
  expect(overview).toMatchObject({ marketValue: null, dayChange: null, totalGain: null, series: [], topRisk: null })
})

test('unchanged data keep their tag; a changed position changes the answer', async () => {
  const id = await anna.upload('P', 'ticker,shares\nAAPL,3\n')
  const first = await anna.fetch(`/api/portfolios/${id}/overview`)
  const etag = first.headers.get('etag') ?? ''
  for (const known of [etag, `"other", W/${etag}`, '*']) {
    const again = await anna.fetch(`/api/portfolios/${id}/overview`, { headers: { 'if-none-match': known } })
    expect([again.status, known]).toEqual([304, known])
  }
  await anna.json(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'TSLA', shares: 1 } })
  const changed = await anna.fetch(`/api/portfolios/${id}/overview`, { headers: { 'if-none-match': etag } })
  expect(((await changed.json()) as Overview).marketValue).toBe(720)
})

test('2,000 tickers are computed in a worker', { tags: 'full' }, async () => {
  const many = Array.from({ length: 2_000 }, (_, i) => `T${i.toString(36).toUpperCase()}`)
  const large = await createTestApp({
    overrides: {
      marketData: createFixedMarket({
        quotes: Object.fromEntries(many.map((ticker) => [ticker, { price: 100, previousClose: 99 }])),
        closes: Object.fromEntries([...many, 'SPY'].map((ticker) => [ticker, closes(1)])),
      }),
    },
  })
  try {
    const client = await large.signIn('large@example.com')
    const id = await client.upload('P', `ticker,shares\n${many.map((ticker) => `${ticker},1`).join('\n')}\n`)
    const overview = await overviewOf(client, id)
    // 2,000 × 100; all move together, so that none of them and no group of six makes up half of the risk.
    expect(overview.marketValue).toBe(200_000)
    expect(overview.risk.beta).toBeCloseTo(1, 5)
    expect(overview.topRisk).toMatchObject({ weightPercent: 0.05 })
  } finally {
    await large.close()
  }
})
