import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { ApiClient } from '../support/api-client.ts'
import { startFakeYahoo } from '../support/fake-yahoo.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { startPair, stopPair } from '../support/server-pair.ts'
import { type RunningServer, startServer, stopServer } from '../support/server-process.ts'

let admin: TestDatabase
let databases = 0

beforeAll(async () => {
  admin = await createTestDatabase()
  if (admin.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
})
afterAll(() => admin.close())

/** An empty database that no process has migrated yet. */
async function createEmptyDatabase(): Promise<string> {
  databases += 1
  const name = `ballast_process_${process.pid}_${databases}`
  await admin.asOwner(`CREATE DATABASE ${name}`)
  const url = new URL(admin.url!)
  url.pathname = `/${name}`
  return url.href
}

/** The same browser, its requests reaching the other process. */
const at = (server: RunningServer, client: ApiClient, path: string, init: RequestInit = {}) =>
  client.request(`${server.url}${path}`, init)

describe('two processes on one PostgreSQL', () => {
  test('four that start at once on an empty database migrate it once, and all serve', { tags: 'full' }, async () => {
    const DATABASE_URL = await createEmptyDatabase()
    const servers = await Promise.all(Array.from({ length: 4 }, () => startServer({ DATABASE_URL })))
    for (const server of servers) {
      const ready = (await (await fetch(`${server.url}/api/ready`)).json()) as object
      expect(ready).toMatchObject({ status: 'ready', database: { engine: 'postgres', reachable: true } })
    }
    expect(await Promise.all(servers.map(stopServer))).toEqual([0, 0, 0, 0])
  })

  test('a session of one holds on the other, and signing out at one ends it on both', async () => {
    const pair = await startPair({ DATABASE_URL: await createEmptyDatabase() })
    const client = new ApiClient(pair.first.url)
    await client.signIn('pair@example.com')
    const there = await at(pair.second, client, '/api/auth/user')
    expect(there.status).toBe(200)
    expect(await there.json()).toMatchObject({ email: 'pair@example.com' })

    const body = JSON.stringify({ name: 'Saved there', data: 'ticker,shares,avgCost\nAAPL,1,2' })
    const headers = { 'content-type': 'application/json' }
    expect((await at(pair.second, client, '/api/portfolios/upload', { method: 'POST', headers, body })).status).toBe(
      200,
    )
    expect(await client.getJson('/api/portfolios')).toMatchObject([{ name: 'Saved there' }])

    const cookies = client.cookieHeader()
    await client.request('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
    const statusThere = async () =>
      (await fetch(`${pair.second.url}/api/auth/user`, { headers: { cookie: cookies, connection: 'close' } })).status
    await expect.poll(statusThere, { timeout: 4_000, interval: 10 }).toBe(401)
    await stopPair(pair)
  })

  test('the rate limit counts the requests of both together', { tags: 'full' }, async () => {
    const pair = await startPair({ DATABASE_URL: await createEmptyDatabase(), RATE_LIMITS: '1' })
    const client = new ApiClient(pair.first.url)
    await client.signIn('limit@example.com')
    const statuses: number[] = []
    // 30 uploads a minute are allowed: 15 at each are within it for each alone, and the next is one too many.
    for (let number = 0; number < 31; number += 1) {
      const body = JSON.stringify({ name: `Number ${number}`, data: 'ticker,shares\nAAPL,1' })
      const headers = { 'content-type': 'application/json' }
      const server = number % 2 === 0 ? pair.first : pair.second
      const answer = await at(server, client, '/api/portfolios/upload', { method: 'POST', headers, body })
      statuses.push(answer.status)
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
    await stopPair(pair)
  })

  test('a price is fetched once, however many users of both ask for it at the same time', {
    tags: 'full',
  }, async () => {
    const yahoo = await startFakeYahoo()
    const pair = await startPair({
      DATABASE_URL: await createEmptyDatabase(),
      MARKET_DATA: 'yahoo',
      YAHOO_BASE_URL: yahoo.url,
    })
    const users = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => {
        const client = new ApiClient(pair.first.url)
        await client.signIn(`asks${number}@example.com`)
        const data = 'ticker,shares,avgCost,sector\nAAPL,1,2,Technology\nMSFT,3,4,Technology'
        const saved = await client.send('POST', '/api/portfolios/upload', { name: 'Mine', data })
        expect(saved.status).toBe(200)
        return { client, portfolioId: ((await saved.json()) as { id: string }).id }
      }),
    )
    const quotesBefore = { AAPL: yahoo.timesAsked('AAPL'), MSFT: yahoo.timesAsked('MSFT') }
    const answers = await Promise.all(
      users.flatMap(({ client, portfolioId }) =>
        [pair.first, pair.second].map(async (server) => {
          const answer = await at(server, client, `/api/portfolios/${portfolioId}/prices`)
          return (await answer.json()) as { prices: Record<string, { price: number }> }
        }),
      ),
    )
    for (const { prices } of answers) expect(prices).toMatchObject({ AAPL: { price: 123.45 }, MSFT: { price: 123.45 } })
    expect(yahoo.timesAsked('AAPL') - quotesBefore.AAPL).toBeLessThanOrEqual(1)
    expect(yahoo.timesAsked('MSFT') - quotesBefore.MSFT).toBeLessThanOrEqual(1)
    expect(yahoo.quoteRequests()).toBeGreaterThan(0)
    await stopPair(pair)
    await yahoo.close()
  })

  test('without a named source of prices a server for several machines does not start', async () => {
    const DATABASE_URL = await createEmptyDatabase()
    await expect(startServer({ DATABASE_URL, MARKET_DATA: 'auto' })).rejects.toThrow('MARKET_DATA')
  })
})

test('with the database away the answer is 503 within 2 s, and all is well again without a restart', async () => {
  const database = new URL(await createEmptyDatabase())
  const proxy = await startFaultProxy(Number(database.port))
  database.port = String(proxy.port)
  const server = await startServer({ DATABASE_URL: database.href })
  const client = new ApiClient(server.url)
  await client.signIn('fault@example.com')

  proxy.goDown()
  for (const path of ['/api/portfolios', '/api/ready']) {
    const start = performance.now()
    const answer = await client.request(path)
    expect(answer.status).toBe(503)
    expect(performance.now() - start).toBeLessThan(2_000)
    await answer.json()
  }
  expect((await client.request('/api/health')).status).toBe(200)

  proxy.comeBack()
  const start = performance.now()
  while ((await client.request('/api/portfolios')).status !== 200) {
    expect(performance.now() - start).toBeLessThan(5_000)
    await sleep(100)
  }
  expect(await stopServer(server)).toBe(0)
  await proxy.close()
})
