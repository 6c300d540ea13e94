import { parseIsoDate } from '@ballast/quant'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { createVolatilityRepository } from '../market-data/cache/volatility.repository.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { observeVolatility } from '../market-data/options/observe-volatility.ts'
import { DISCOVERY_UNIVERSE } from '../market-data/options/watched-tickers.ts'
import { createSampleMarketData } from '../market-data/sample/sample-market-data.ts'
import { createVolatilityWatch } from './volatility-watch.ts'

let db: TestDatabase
let now = new Date('2026-11-20T22:00:00Z')
const clock = { now: () => now }
const UNIVERSE = ['SPY', 'TLT', 'GLD']
const FRIDAY = parseIsoDate('2026-11-20')

beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(() => db.asOwner('truncate volatility_observations'))
afterAll(() => db.close())

function open(held: readonly string[], marketData: Partial<MarketData> = {}) {
  const volatilities = createVolatilityRepository(db)
  const job = createVolatilityWatch({
    marketData: { ...createSampleMarketData({ clock }), ...marketData },
    volatilities,
    listHeldTickers: async () => held,
    observeVolatility: async (encoded) => observeVolatility(encoded),
    clock,
    universe: UNIVERSE,
    pauseMilliseconds: 0,
  })
  return { job, volatilities }
}

async function runAll({ job }: ReturnType<typeof open>, runs = 2) {
  for (let run = 0; run < runs; run++) {
    await job.run(new AbortController().signal)
    now = new Date(now.getTime() + job.everyMilliseconds)
  }
}

test('every ticker of the universe and every underlying that is held is observed once a day', async () => {
  now = new Date('2026-11-20T22:00:00Z')
  const watch = open(['NVDA', 'AAPL261218C00250000', 'NOTHING'])
  await runAll(watch, 3)
  const tickers = [...UNIVERSE, 'NVDA', 'AAPL']
  const rows = await db.asOwner('select * from volatility_observations')
  expect(rows.map(({ ticker }) => ticker).toSorted()).toEqual(tickers.toSorted())
  const [spy] = await watch.volatilities.list('sample', 'SPY', FRIDAY)
  // The surface of the day has 16 % at the money in a month, and puts that cost more than calls.
  expect(spy).toMatchObject({ day: FRIDAY, underlyingPrice: 751.9099 })
  expect(spy!.volatility30).toBeGreaterThan(0.14)
  expect(spy!.volatility30).toBeLessThan(0.18)
  expect(spy!.skew25).toBeGreaterThan(0.02)
  expect(spy!.putCallRatio).toBeGreaterThan(0)
})

test('the same day is not observed again, the next trading day is', async () => {
  now = new Date('2026-11-20T22:00:00Z')
  let asked = 0
  const sample = createSampleMarketData({ clock })
  const watch = open([], {
    getOptionChain: (request) => {
      asked++
      return sample.getOptionChain(request)
    },
  })
  await runAll(watch, 2)
  expect(asked).toBe(UNIVERSE.length)
  now = new Date('2026-11-22T12:00:00Z')
  await runAll(watch, 2)
  expect(asked).toBe(UNIVERSE.length)
  now = new Date('2026-11-23T22:00:00Z')
  await runAll(watch, 2)
  expect(await watch.volatilities.list('sample', 'SPY', 0)).toHaveLength(2)
})

test('a provider that does not answer is left alone, and tried again in the next run', async () => {
  now = new Date('2026-11-20T22:00:00Z')
  let asked = 0
  const watch = open([], {
    getOptionChain: async () => {
      asked++
      return { kind: 'provider-down', isUnreadable: false }
    },
  })
  await runAll(watch, 2)
  expect(asked).toBe(2)
})

test('quotes of another day, and stale ones, are no observation of this day', async () => {
  now = new Date('2026-11-20T22:00:00Z')
  const before = createSampleMarketData({ clock: { now: () => new Date('2026-11-18T22:00:00Z') } })
  await runAll(open([], { getOptionChain: before.getOptionChain }), 2)
  const sample = createSampleMarketData({ clock })
  await runAll(
    open([], {
      getOptionChain: async (request) => {
        const answer = await sample.getOptionChain(request)
        return answer.kind === 'chain' ? { ...answer, stale: true } : answer
      },
    }),
    2,
  )
  expect(await db.asOwner('select * from volatility_observations')).toEqual([])
})

test('every ticker of the discovery universe has simulated options, so that a demonstration has observations', async () => {
  const { getOptionChain } = createSampleMarketData({ clock })
  for (const ticker of DISCOVERY_UNIVERSE) {
    expect([ticker, (await getOptionChain({ ticker, slice: 'near-term' })).kind]).toEqual([ticker, 'chain'])
  }
})

test('it leaves off when the server stops', async () => {
  const stopping = new AbortController()
  stopping.abort()
  const { job } = open([])
  await job.run(stopping.signal)
  expect(await db.asOwner('select * from volatility_observations')).toEqual([])
})
