import { type Prices, pricesSchema } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findActingUser } from '../../acting-user.ts'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const NOW = '2026-11-20T21:02:00.000Z'
const market = createFixedMarket({
  quotes: {
    AAPL: { price: 210, previousClose: 200 },
    'SAP.DE': { price: 100, previousClose: 90, currency: 'EUR' },
    'VOD.L': { price: 2, currency: 'GBP' },
    OLD: { price: 5, stale: true },
  },
  missing: { DOWN: 'provider-down' },
  rates: { EUR: 1.2 },
})

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp({ overrides: { marketData: market, clock: { now: () => new Date(NOW) } } })
  anna = await app.signIn('anna@example.com')
})
afterAll(() => app?.close())

async function pricesOf(data: string, query = ''): Promise<Prices> {
  const { id } = await anna.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'P', data },
  })
  return pricesSchema.parse(await anna.json(`/api/portfolios/${id}/prices${query}`))
}

test('the market is asked on behalf of the user, whose share of it is limited', async () => {
  const users = new Set<string | undefined>()
  const asking = {
    ...market,
    getQuotes: (request: Parameters<typeof market.getQuotes>[0]) => {
      users.add(findActingUser())
      return market.getQuotes(request)
    },
  }
  const other = await createTestApp({
    db: app.db,
    overrides: { marketData: asking, clock: { now: () => new Date(NOW) } },
  })
  const bert = await other.signIn('bert@example.com')
  const { id: userId } = await bert.json<{ id: string }>('/api/auth/user')
  const { id } = await bert.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'P', data: 'ticker,shares\nAAPL,1\n' },
  })
  await bert.json(`/api/portfolios/${id}/prices`)
  expect(users).toEqual(new Set([userId]))
  await other.close()
})

test('prices come in dollars, with what they were made from and how old they are', async () => {
  const { prices, missing, cacheStatus, simulated } = await pricesOf('ticker,shares\nAAPL,1\nSAP.DE,1\n')
  expect(prices.AAPL).toEqual({
    price: 210,
    currency: 'USD',
    previousClose: 200,
    asOf: '2026-11-20T21:00:00.000Z',
    session: 'closed',
    source: 'sample',
    stale: false,
  })
  // 100 EUR at 1.2 and 90 EUR at the same rate
  expect(prices['SAP.DE']).toMatchObject({
    price: 120,
    currency: 'USD',
    previousClose: 108,
    localPrice: { price: 100, currency: 'EUR', rate: 1.2, rateAsOf: '2026-11-20T21:00:00.000Z' },
  })
  expect(missing).toEqual({})
  expect(cacheStatus).toEqual({ cacheAge: 120, isValid: true })
  expect(simulated).toBe(true)
})

test('what has no price says why; a provider that is down is not an unknown ticker', async () => {
  const { prices, missing, cacheStatus } = await pricesOf(
    'ticker,shares\nGONE,1\nDOWN,1\nVOD.L,1\nAAPL261218C00250000,1\nGBP,5\nCASH,7\nEUR,3\n',
  )
  expect(missing).toEqual({
    GONE: 'unknown-ticker',
    DOWN: 'provider-down',
    'VOD.L': 'no-exchange-rate',
    AAPL261218C00250000: 'option',
    GBP: 'no-exchange-rate',
  })
  expect(prices).toEqual({ EUR: expect.objectContaining({ price: 1.2, previousClose: null }) })
  expect(cacheStatus.isValid).toBe(false)
})

test('a stale price makes the cache invalid', async () => {
  expect((await pricesOf('ticker,shares\nOLD,1\n')).cacheStatus.isValid).toBe(false)
})

test('a refresh asks for prices not older than 15 seconds, anything else for 300', async () => {
  market.asked.maxAges.length = 0
  await pricesOf('ticker,shares\nAAPL,1\n', '?refresh=true')
  await pricesOf('ticker,shares\nAAPL,1\n', '?refresh=false')
  await pricesOf('ticker,shares\nAAPL,1\n')
  expect(market.asked.maxAges).toEqual([15, 300, 300])
})

test('refreshes are limited to six a minute, and reading goes on', { tags: 'full' }, async () => {
  const limited = await createTestApp({
    environment: { RATE_LIMITS: '1' },
    overrides: { marketData: market },
  })
  try {
    const client = await limited.signIn('eager@example.com')
    const { id } = await client.json<{ id: string }>('/api/portfolios/upload', {
      method: 'POST',
      json: { name: 'P', data: 'ticker,shares\nAAPL,1\n' },
    })
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) statuses.push((await client.fetch(`/api/portfolios/${id}/prices?refresh=true`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect((await client.fetch(`/api/portfolios/${id}/prices`)).status).toBe(200)
  } finally {
    await limited.close()
  }
})
