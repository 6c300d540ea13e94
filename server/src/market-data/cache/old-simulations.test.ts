import { parseIsoDate } from '@ballast/quant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertSeenQuotes, listSeenQuotes } from '../../advice/record/track-record.repository.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createVolatilityWatch } from '../../jobs/volatility-watch.ts'
import { observeVolatility } from '../options/observe-volatility.ts'
import { createSampleMarketData } from '../sample/sample-market-data.ts'
import { SIMULATION_VERSION } from '../stored-source.ts'
import { createOldSimulationSweeper } from './old-simulations.repository.ts'
import { createVolatilityRepository } from './volatility.repository.ts'

const FRIDAY = parseIsoDate('2026-11-20')
const clock = { now: () => new Date('2026-11-20T22:00:00Z') }
const QUOTE = { symbol: 'SPY261218P00700000', day: '2026-11-20', bid: 1, ask: 2 }

describe('what was stored of another simulated market', { tags: ['postgres'] }, () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase()
    // As the first version of the simulation, one of the future, and a provider leave it.
    for (const source of ['sample', 'sample-99', 'yahoo']) {
      await db.asOwner(`insert into volatility_observations values
        ('${source}', 'SPY', ${FRIDAY}, 0.9, 0.4, 814.2159, '2026-11-20T22:00:00Z')`)
      await db.asOwner(`insert into option_quotes_seen values ('${source}', '${QUOTE.symbol}', '${QUOTE.day}', 31, 32)`)
      await db.asOwner(`insert into replayed_recommendations values
        ('${source}', 'index', '1', '2026-08-31', '{}', '2026-11-20T22:00:00Z')`)
    }
  })
  afterAll(() => db.close())

  test('is not found, and is observed again', async () => {
    const volatilities = createVolatilityRepository(db)
    expect(await volatilities.list('sample', 'SPY', 0)).toEqual([])
    expect((await volatilities.list('yahoo', 'SPY', 0)).map(({ underlyingPrice }) => underlyingPrice)).toEqual([
      814.2159,
    ])
    const job = createVolatilityWatch({
      marketData: createSampleMarketData({ clock }),
      volatilities,
      listHeldTickers: async () => [],
      observeVolatility: async (encoded) => observeVolatility(encoded),
      clock,
      universe: ['SPY'],
      pauseMilliseconds: 0,
    })
    await job.run(new AbortController().signal)
    expect((await volatilities.list('sample', 'SPY', 0)).map(({ underlyingPrice }) => underlyingPrice)).toEqual([
      751.9099,
    ])
    const asked = { symbols: [QUOTE.symbol], from: QUOTE.day, sources: ['sample'] as const }
    expect(await db.asSystem((tx) => listSeenQuotes(tx, asked))).toEqual([])
    await db.asSystem((tx) => insertSeenQuotes(tx, [{ source: 'sample', ...QUOTE }]))
    expect(await db.asSystem((tx) => listSeenQuotes(tx, asked))).toMatchObject([QUOTE])
  })

  test('is swept away; what the present simulation and providers told stays', async () => {
    const sweeper = createOldSimulationSweeper({ db })
    expect(await sweeper.sweep()).toBe(4)
    expect(await sweeper.sweep()).toBe(0)
    const left = async (table: string) =>
      (await db.asOwner(`select source from ${table} order by source`)).map(({ source }) => source)
    expect(await left('volatility_observations')).toEqual([`sample-${SIMULATION_VERSION}`, 'yahoo'])
    expect(await left('option_quotes_seen')).toEqual(['sample', `sample-${SIMULATION_VERSION}`, 'sample-99', 'yahoo'])
    expect(await left('replayed_recommendations')).toEqual(['yahoo'])
  })
})
