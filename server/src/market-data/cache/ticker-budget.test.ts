import { LIMITS } from '@ballast/contract'
import { expect, test } from 'vitest'
import { actFor } from '../../acting-user.ts'
import { createTestDatabase } from '../../database/test-database.ts'
import { createLiveMarketData } from '../live-market-data.ts'
import { createStubProvider, makeStubQuote } from '../testing/stub-provider.ts'
import { createTickerBudget } from './ticker-budget.ts'

let now = new Date('2026-11-20T15:00:00Z')
const clock = { now: () => now }
const number = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `T${from + index}`)

test('a user brings so many new tickers in an hour, each counted once; another user has the same again', () => {
  const budget = createTickerBudget(clock, 100)
  const admit = (user: string, tickers: string[]) => actFor(user, () => budget.admit(tickers))
  expect(admit('one', number(0, 60))).toEqual(number(0, 60))
  expect(admit('one', number(0, 60))).toEqual(number(0, 60))
  expect(admit('one', number(50, 150))).toEqual(number(50, 100))
  expect(admit('one', number(200, 300))).toEqual([])
  expect(admit('other', number(200, 300))).toEqual(number(200, 300))

  now = new Date(now.getTime() + 60 * 60_000)
  expect(admit('one', number(200, 300))).toEqual(number(200, 300))
})

test('work of the service’s own has no limit', () => {
  expect(createTickerBudget(clock, 1).admit(number(0, 50))).toHaveLength(50)
})

test('of thousands of new tickers one user has an hour’s share asked for, and nobody else waits for that', {
  tags: ['full'],
}, async () => {
  const db = await createTestDatabase()
  const provider = createStubProvider()
  const market = createLiveMarketData({ provider, db, clock, log: { warn: () => undefined } })
  const many = Array.from({ length: LIMITS.newTickersPerHour + 500 }, (_, index) => `T${index}`)
  for (const ticker of [...many, 'AAPL']) provider.quotes.set(ticker, makeStubQuote(ticker, 10))
  const ask = (user: string, tickers: string[]) => actFor(user, () => market.getQuotes({ tickers }))
  expect((await ask('one', many)).found.size).toBe(LIMITS.newTickersPerHour)
  expect((await ask('one', many)).missing.get(many.at(-1)!)).toBe('provider-down')
  const asked = new Set(provider.calls.flatMap((call) => call.replace('quotes ', '').split(',')))
  expect(asked.size).toBe(LIMITS.newTickersPerHour)
  await actFor('one', () => market.getInstruments(['ONE.MORE']))
  await actFor('one', () => market.getDailyHistory({ tickers: ['ONE.MORE'], from: '2026-11-02' }))
  expect(provider.calls.some((call) => call.includes('ONE.MORE'))).toBe(false)
  // What is known already is brought up to date for everybody, and others have shares of their own.
  expect((await ask('one', many.slice(0, 5))).found.size).toBe(5)
  expect((await ask('other', ['AAPL', many.at(-1)!])).found.size).toBe(2)
  now = new Date(now.getTime() + 3_600_000)
  expect((await ask('one', many)).found.size).toBe(many.length)
  await market.close()
  await db.close()
})
