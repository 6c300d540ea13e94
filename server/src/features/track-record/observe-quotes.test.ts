import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeOption } from '../../advice/record/made-recommendation.ts'
import { createTrackRecord } from '../../advice/record/track-record.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createLog } from '../../log.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { encodeChain, type ListedContract, type OptionChain } from '../../market-data/options/option-chain.ts'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { createQuoteObserver } from './observe-quotes.ts'
import { addOwner, makeRecommendation, put } from './testing/made.ts'

/** Half past three in New York. */
const OBSERVED = new Date('2026-06-02T19:30:00Z')
const { signal } = new AbortController()

let db: TestDatabase
let now = OBSERVED
const clock = { now: () => now }
beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(() => db.asOwner('delete from option_quotes_seen'))
afterAll(() => db.close())

const row = (symbol: string, bid: number | null, ask: number | null): ListedContract => ({
  symbol,
  type: 'put',
  strike: 475,
  expiry: put.expiry,
  bid,
  ask,
  last: null,
  previousClose: null,
  volume: 1,
  openInterest: 1,
  providerVolatility: null,
  quotedAt: null,
  tradedAt: null,
  multiplier: 100,
  isAdjusted: false,
})

function openMarket(contracts: readonly ListedContract[], overrides: { asOf?: string; down?: boolean } = {}) {
  const asked: string[] = []
  const chain: OptionChain = {
    ticker: 'SPY',
    source: 'sample',
    underlyingPrice: 500,
    previousClose: 499,
    session: 'open',
    damaged: 0,
    asOf: overrides.asOf ?? OBSERVED.toISOString(),
    expiries: [put.expiry],
    contracts,
  }
  const marketData: MarketData = {
    ...createFixedMarket({}),
    getOptionChain: async ({ ticker, slice }) => {
      asked.push(`${ticker} ${typeof slice === 'string' ? slice : slice.expiry}`)
      if (overrides.down) return { kind: 'provider-down', isUnreadable: false }
      return { kind: 'chain', encoded: encodeChain(chain), fetchedAt: chain.asOf, stale: false }
    },
  }
  return { asked, observe: createQuoteObserver({ db, clock, marketData }) }
}

async function recordLegs(...options: MadeOption[]) {
  const trackRecord = createTrackRecord({ db, clock, log: createLog('silent'), version: '1' })
  const owner = await addOwner(db, crypto.randomUUID())
  await trackRecord.record(makeRecommendation({ ...owner, operations: { trades: [], options } }))
}
const seen = () => db.asOwner('select symbol, day::text, bid, ask from option_quotes_seen order by symbol')

test('what options of open recommendations are quoted at is noted down once a day, and only theirs', async () => {
  const other = { ...put, symbol: 'SPY260821P00400000', strike: 400 }
  await recordLegs(put, other)
  const rows = [row(put.symbol, 5, 5.2), row(other.symbol, null, 0.05), row('SPY260821P00300000', 1, 2)]
  const { observe, asked } = openMarket(rows)
  await observe(signal)
  expect(await seen()).toEqual([
    { symbol: other.symbol, day: '2026-06-02', bid: null, ask: 0.05 },
    { symbol: put.symbol, day: '2026-06-02', bid: 5, ask: 5.2 },
  ])
  await observe(signal)
  // One expiry is one question, and what was seen is not asked for again.
  expect(asked).toEqual([`SPY ${put.expiry}`])
  now = new Date('2026-06-03T20:30:00Z')
  await openMarket(rows, { asOf: now.toISOString() }).observe(signal)
  expect(await seen()).toHaveLength(4)
  now = OBSERVED
})

test('nothing is noted down of another day, before the afternoon, or when nobody answers', async () => {
  await recordLegs(put)
  await openMarket([row(put.symbol, 5, 6)], { asOf: '2026-06-01T20:00:00Z' }).observe(signal)
  const { observe, asked } = openMarket([row(put.symbol, 5, 6)], { down: true })
  await observe(signal)
  expect(asked).toHaveLength(1)
  now = new Date('2026-06-02T18:00:00Z')
  const early = openMarket([row(put.symbol, 5, 6)])
  await early.observe(signal)
  expect(early.asked).toEqual([])
  now = OBSERVED
  expect(await seen()).toEqual([])
})

test('expired options and recommendations that are over are asked for no more', async () => {
  await recordLegs(put)
  now = new Date('2026-08-24T20:00:00Z')
  const { observe, asked } = openMarket([row(put.symbol, 5, 6)], { asOf: now.toISOString() })
  await observe(signal)
  expect(asked).toEqual([])
  now = OBSERVED
})
