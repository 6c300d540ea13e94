import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPLAYED_PORTFOLIO } from '../../../advice/record/replayed-portfolio.ts'
import { createTestDatabase, type TestDatabase } from '../../../database/test-database.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import { createSampleMarketData } from '../../../market-data/sample/sample-market-data.ts'
import { reportReplay } from '../../track-record/report-replay.ts'
import { createDatedMarket } from '../../track-record/testing/dated-market.ts'
import { createHistoryLoader, createPastMarket } from './past-market.ts'
import { replayCommand } from './replay-command.ts'
import { adviseInThePast, replayMonth } from './replay-month.ts'
import { listMonthEnds, runReplay } from './run-replay.ts'

const NOW = new Date('2026-11-20T22:00:00Z')
const clock = { now: () => NOW }
const sample = createSampleMarketData({ clock })
const NOBODY = '00000000-0000-4000-8000-000000000000'
const { signal } = new AbortController()

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

/** The sample market with every close after a day made another. */
function changeAfter(day: string, change: (close: number, place: number) => number): MarketData {
  return {
    ...sample,
    async getDailyHistory(request) {
      const { found, missing } = await sample.getDailyHistory(request)
      const changed = [...found].map(([ticker, history]) => {
        const { dates } = history
        const alter = (close: number, place: number) => ((dates[place] ?? '') > day ? change(close, place) : close)
        const { closes, adjustedCloses } = history
        return [ticker, { ...history, closes: closes.map(alter), adjustedCloses: adjustedCloses.map(alter) }] as const
      })
      return { found: new Map(changed), missing }
    },
  }
}

describe('the market as it was known on a day', () => {
  const DAY = '2026-03-02'
  const past = (marketData: MarketData) =>
    createPastMarket(marketData, createHistoryLoader(marketData), parseIsoDate(DAY))

  test('ends with that day', async () => {
    const { found } = await past(sample).getDailyHistory({ tickers: ['SPY', 'AAPL'], from: '2026-01-02' })
    for (const history of found.values()) {
      expect(history.dates.at(0)).toBe('2026-01-02')
      expect(history.dates.at(-1)).toBe(DAY)
      expect(history.closes).toHaveLength(history.dates.length)
      expect(history.adjustedCloses).toHaveLength(history.dates.length)
    }
    const { found: quotes } = await past(sample).getQuotes({ tickers: ['SPY'] })
    const close = found.get('SPY')?.closes.at(-1)
    expect(quotes.get('SPY')).toMatchObject({ price: close, session: 'closed', asOf: '2026-03-02T21:00:00.000Z' })
    expect((await past(sample).getOptionChain({ ticker: 'SPY', slice: 'hedging' })).kind).toBe('empty')
  })

  test('knows nothing of who was not listed yet, and prices as they were before later splits', async () => {
    const market = createDatedMarket({
      series: {
        NEW: { close: (day) => (day > parseIsoDate('2026-05-01') ? 10 : null) },
        OLD: { close: () => 25, splits: [{ date: '2026-06-01', ratio: 4 }] },
      },
      from: '2025-01-02',
      to: () => '2026-11-20',
    })
    const { found, missing } = await past(market).getQuotes({ tickers: ['NEW', 'OLD'] })
    expect(found.get('OLD')?.price).toBe(100)
    expect(missing.get('NEW')).toBe('no-price')
  })
})

describe('a replayed month', () => {
  const DAY = '2025-06-30'
  const replayAt = (marketData: MarketData) => {
    const dependencies = { marketData, load: createHistoryLoader(marketData), engineVersion: '1.2.3' }
    const day = parseIsoDate(DAY)
    return {
      advise: () => adviseInThePast(dependencies, REPLAYED_PORTFOLIO, day),
      replay: () => replayMonth(dependencies, REPLAYED_PORTFOLIO, { day, today: parseIsoDate('2026-11-20') }),
    }
  }

  test('advises the same whatever came later, and is scored by what came', { tags: 'full' }, async () => {
    const advice = await replayAt(sample).advise()
    expect(advice?.content).toMatchObject({
      madeOn: DAY,
      kind: 'comprehensive',
      simulated: true,
      excludedBecause: null,
    })
    const crash = changeAfter(DAY, (close) => 0.5 * close)
    const noise = changeAfter(DAY, (close, place) => close * (1 + 0.2 * Math.sin(place)))
    for (const changed of [crash, noise]) expect(await replayAt(changed).advise()).toEqual(advice)
    const [month, crashed] = [await replayAt(sample).replay(), await replayAt(crash).replay()]
    expect(month?.content).toEqual(crashed?.content)
    expect(crashed?.outcome?.unchanged.totalReturn).toBeLessThan(month?.outcome?.unchanged.totalReturn ?? 0)
    // Another past gives another advice: the comparison above can fail.
    const otherPast = changeAfter('2025-05-30', (close, place) => close * (1 + 0.3 * Math.sin(place)))
    expect(await replayAt(otherPast).advise()).not.toEqual(advice)
  })
})

describe('a replay', { tags: 'full' }, () => {
  const dependencies = { clock, marketData: sample, version: '1.2.3' }
  const options = { portfolio: REPLAYED_PORTFOLIO, years: 1, restart: false, onMonth: () => undefined }

  test('takes the last sessions of past months whose quarter is over', () => {
    const ends = listMonthEnds(parseIsoDate('2026-11-20'), 1).map(formatIsoDate)
    expect(ends).toEqual([
      ...['2025-11-28', '2025-12-31', '2026-01-30', '2026-02-27', '2026-03-31'],
      ...['2026-04-30', '2026-05-29', '2026-06-30', '2026-07-31'],
    ])
  })

  test('can be stopped, goes on where it was, and can be begun again', async () => {
    const stopping = new AbortController()
    let months = 0
    const stopAfterTwo = () => {
      months += 1
      if (months === 2) stopping.abort()
    }
    const first = await runReplay(
      { ...dependencies, db },
      { ...options, signal: stopping.signal, onMonth: stopAfterTwo },
    )
    expect(first).toEqual({ total: 9, replayed: 2, kept: 0, skipped: 0, stopped: true })
    const second = await runReplay({ ...dependencies, db }, { ...options, signal })
    expect(second).toEqual({ total: 9, replayed: 7, kept: 2, skipped: 0, stopped: false })
    const kept = await db.asOwner('select made_on, content from replayed_recommendations order by made_on')
    const again = await runReplay({ ...dependencies, db }, { ...options, signal, restart: true })
    expect(again).toMatchObject({ replayed: 9, kept: 0 })
    expect(await db.asOwner('select made_on, content from replayed_recommendations order by made_on')).toEqual(kept)
  })

  test('is shown as what it is, and is no part of the record', async () => {
    const { replay } = await reportReplay({ db, marketData: sample }, NOBODY)
    expect(replay).toMatchObject({
      portfolioName: REPLAYED_PORTFOLIO.name,
      engineVersion: expect.stringMatching(/^1\.2\.3\+[\w-]{16}$/),
      source: 'sample',
      simulated: true,
      from: '2025-11-28',
      to: '2026-07-31',
      record: { made: 9, scored: 9, successRatePercent: null },
    })
    expect(replay?.notice).toMatch(/^Replayed, not live/)
    expect(replay?.weights.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 9)
    expect(replay?.rows.map(({ madeOn }) => madeOn).at(0)).toBe('2026-07-31')
    expect(await db.asOwner('select * from recommendations')).toEqual([])
    const live = { ...sample, status: () => ({ ...sample.status(), source: 'yahoo' as const, simulated: false }) }
    expect(await reportReplay({ db, marketData: live }, NOBODY)).toEqual({ replay: null })
  })

  test('by command says what it does, and refuses words it does not know', async () => {
    const lines: string[] = []
    const terminal = { print: (line: string) => lines.push(line), signal }
    const run = (...words: string[]) => replayCommand({ ...dependencies, db }, words, terminal)
    expect(await run('--years', '1')).toBe(0)
    expect(lines.at(0)).toContain('simulated prices')
    expect(lines.at(1)).toBe('1/9  2025-11-28  there already')
    expect(lines.at(-1)).toBe('Done: 0 months replayed, 9 were there already, 0 had too little history.')
    for (const words of [['--years', '0'], ['--years'], ['--year', '3'], ['--years', '2.5']]) {
      expect(await run(...words)).toBe(2)
      expect(lines.at(-1)).toMatch(/^Usage: npm run replay/)
    }
  })
})
