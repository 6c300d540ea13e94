/** @module-tag full */

import { expect, test } from 'vitest'
import { createTestDatabase } from '../../database/test-database.ts'
import { createLiveMarketData } from '../../market-data/live-market-data.ts'
import { createStubProvider, makeStubHistory, makeStubQuote } from '../../market-data/testing/stub-provider.ts'
import { createTestApp, createTestClient, type TestApp } from '../../test-app.ts'

const USERS = 200
const TICKERS = Array.from({ length: 20 }, (_, index) => `T${String.fromCharCode(65 + index)}`)
const FROM_DAY = Date.UTC(2021, 0, 4)
const DAY = 24 * 60 * 60_000
const NOW = new Date('2026-11-20T22:00:00Z')
const log = { warn: () => undefined }

/** Five years of closes that move, each ticker in its own way. */
function makeHistory(ticker: string) {
  const step = 1 + ticker.charCodeAt(ticker.length - 1) / 50
  const days = Math.floor((NOW.getTime() - FROM_DAY) / DAY)
  const bars = Array.from({ length: days }, (_, day) => new Date(FROM_DAY + day * DAY))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .map((date, place) => [date.toISOString().slice(0, 10), 100 + 20 * Math.sin(place / step)] as const)
  return makeStubHistory(ticker, bars)
}

/** A browser of a new user, signed in without the forms of the sign-in. */
async function newUser(app: TestApp, name: string) {
  const [user] = await app.db.asOwner(`insert into users (issuer, subject, created_at, last_sign_in_at)
    values ('test', '${name}', now(), now()) returning id`)
  const token = await app.dependencies.sessions.start({
    userId: String(user?.id),
    idToken: undefined,
    userAgent: undefined,
  })
  const client = createTestClient(app.url)
  const headers = { cookie: `ballast_session=${token}` }
  return {
    json: <T>(path: string, json?: unknown) =>
      client.json<T>(path, json === undefined ? { headers } : { method: 'POST', headers, json }),
  }
}

/** Counts the tickers that were asked for, by kind: `quotes AAPL,MSFT` is two tickers of one kind. */
function countTickers(calls: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const call of calls) {
    const [kind = '', what = ''] = call.split(' ')
    for (const ticker of what.split(',')) counts.set(`${kind} ${ticker}`, (counts.get(`${kind} ${ticker}`) ?? 0) + 1)
  }
  return counts
}

test(`${USERS} users with the same ${TICKERS.length} tickers have the provider asked what one of them has it asked`, async () => {
  const db = await createTestDatabase()
  const provider = createStubProvider()
  const clock = { now: () => NOW }
  for (const ticker of [...TICKERS, 'SPY']) {
    provider.quotes.set(ticker, makeStubQuote(ticker, 100))
    provider.histories.set(ticker, makeHistory(ticker))
    const about = {
      name: ticker,
      assetClass: 'equity',
      sector: 'Technology',
      currency: 'USD',
      isFund: false,
      internalDiversification: 1,
    } as const
    provider.instruments.set(ticker, { ticker, fundSectors: null, ...about })
  }
  const marketData = createLiveMarketData({ provider, db, clock, log, patienceMs: 60_000 })
  const app = await createTestApp({ db, overrides: { marketData, clock } })
  const look = async (name: string) => {
    const user = await newUser(app, name)
    const data = `ticker,shares,avgCost\n${TICKERS.map((ticker, place) => `${ticker},${place + 1},90`).join('\n')}`
    const { id } = await user.json<{ id: string }>('/api/portfolios/upload', { name: 'Mine', data })
    const prices = await user.json<{ prices?: unknown }>(`/api/portfolios/${id}/prices`)
    await user.json(`/api/portfolios/${id}/overview`)
    return prices
  }

  await look('first')
  const ofOne = countTickers(provider.calls)
  for (const ticker of TICKERS) {
    expect(ofOne.get(`quotes ${ticker}`), ticker).toBe(1)
    expect(ofOne.get(`history ${ticker}`), ticker).toBe(1)
  }
  // Some at once, as people come.
  for (let user = 1; user < USERS; user += 20) {
    await Promise.all(Array.from({ length: Math.min(20, USERS - user) }, (_, place) => look(`user ${user + place}`)))
  }
  expect(countTickers(provider.calls)).toEqual(ofOne)
  await app.close()
  await db.close()
})
