import { parseIsoDate } from '@ballast/quant'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { computeOutcome } from '../../advice/record/compute-outcome.ts'
import { openEvidence } from '../../advice/record/evidence.ts'
import { pricesSchema, snapshotSchema } from '../../advice/record/recommendation.ts'
import { toRow } from '../../advice/record/record-rows.ts'
import { createTrackRecord, type TrackRecord } from '../../advice/record/track-record.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createLog } from '../../log.ts'
import { toCloseInstant } from '../../market-data/calendar.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { toStoredSource } from '../../market-data/stored-source.ts'
import { scoreDue } from './score-due.ts'
import { createDatedMarket, type DatedMarketInput, type DatedSeries } from './testing/dated-market.ts'
import { addOwner, makeRecommendation, put } from './testing/made.ts'
import { verifyChains } from './verify-chains.ts'

const MADE = parseIsoDate('2026-06-01')
/** The puts end on Friday 21 August. */
const END = parseIsoDate('2026-08-21')
const COST = (2 * 600 + 2 * 0.65) / 100_000

let db: TestDatabase
let now = new Date(toCloseInstant(END))
const clock = { now: () => now }
const signal = new AbortController().signal
let trackRecord: TrackRecord

beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(() => {
  now = new Date(toCloseInstant(END))
})
afterAll(() => db.close())

/** From 500 to 500·(1 + end) in a straight line. */
const straight = (end: number, start = 500): DatedSeries => ({
  close: (day) => start * (1 + (end * (day - MADE)) / (END - MADE)),
})
const open = (series: Record<string, DatedSeries>, overrides: Partial<DatedMarketInput> = {}) =>
  createDatedMarket({ series, from: '2025-01-02', to: () => now.toISOString().slice(0, 10), ...overrides })

const score = (marketData: MarketData, until = signal) => scoreDue({ db, clock, marketData, version: '1.2.3' }, until)

/** Records one recommendation, scores it and gives what came of it. */
async function scoreOne(made: Partial<Parameters<typeof makeRecommendation>[0]>, marketData: MarketData) {
  trackRecord = createTrackRecord({ db, clock, log: createLog('silent'), version: '1.2.3' })
  await trackRecord.record(makeRecommendation({ ...(await addOwner(db, crypto.randomUUID())), ...made }))
  await score(marketData)
  const row = (await trackRecord.read()).at(-1)
  if (row === undefined) throw new Error('nothing was recorded')
  return { ...row, outcome: row.score?.outcome ?? null }
}

/** Records one as an earlier server did, whose text differs in one place. */
async function recordAsBefore(engine: string, place: RegExp, before: string): Promise<void> {
  trackRecord = createTrackRecord({ db, clock, log: createLog('silent'), version: engine })
  const owner = await addOwner(db, crypto.randomUUID())
  const confidence = { stated: 0.8, estimated: 0.8 }
  const prepared = trackRecord.prepare(makeRecommendation({ ...owner, confidence }))!
  const body = prepared.body.replace(place, before)
  expect(body).not.toBe(prepared.body)
  await db.asUser(owner.userId, (tx) => trackRecord.note(tx, { ...prepared, body }))
  await trackRecord.settle(prepared.runId)
}

async function readEvidence(id: string) {
  const rows = await db.asOwner(
    `select part, encode(body, 'base64') as body from recommendation_evidence where recommendation_id = '${id}'`,
  )
  const parts = new Map<unknown, string>()
  for (const { part, body } of rows) parts.set(part, await openEvidence(Buffer.from(String(body), 'base64')))
  return {
    snapshot: snapshotSchema.parse(JSON.parse(parts.get('snapshot') ?? '')),
    prices: pricesSchema.parse(JSON.parse(parts.get('prices') ?? '')),
  }
}

test('advice of another simulated market is not scored by the prices of this one, and the record says why', async () => {
  // The first version of the simulated market named no version.
  await recordAsBefore('1.2.3', /"simulation":\d+,/, '')
  await score(open({ SPY: straight(-0.2) }))
  const row = (await trackRecord.read()).at(-1)
  expect(row?.score).toMatchObject({
    outcome: null,
    reason: 'It was made in an earlier version of the simulated market.',
  })
})

test('advice of an earlier engine stays as it was, marked with its version, beside what is made now', async () => {
  await recordAsBefore('0.9.0', /"content":\{"version":\d/, '"content":{"version":1')
  const earlier = (await trackRecord.read()).at(-1)!
  const readStored = async () => {
    const id = earlier.recommendation.id
    return db.asOwner(`select content, hash from recommendations where id = '${id}'`)
  }
  const stored = await readStored()
  const { score: scored } = await scoreOne(
    { confidence: { stated: 0.6, estimated: 0.6 } },
    open({ SPY: straight(-0.2) }),
  )
  expect(scored?.engineVersion).toBe('1.2.3')
  expect(await readStored()).toEqual(stored)
  const rows = (await trackRecord.read()).slice(-2).map((row) => toRow(row, new Set()))
  expect(
    rows.map(({ engineVersion, states, confidence, status }) => [engineVersion, states, confidence, status]),
  ).toEqual([
    ['0.9.0', 'confidence', 80, 'scored'],
    ['1.2.3', 'evidence', 60, 'scored'],
  ])
  expect((await verifyChains(db, { recompute: true })).problems).toEqual([])
})

describe('a hedge of puts', () => {
  test('that were needed earned what they paid out, in return and in the fall they spared', async () => {
    const { outcome } = await scoreOne({}, open({ SPY: straight(-0.2) }))
    expect(outcome?.unchanged.totalReturn).toBeCloseTo(-0.2, 12)
    // Two contracts that pay 475 − 400 a share, less what they cost.
    expect(outcome?.followed.totalReturn).toBeCloseTo(-0.2 + (2 * 100 * 75) / 100_000 - COST, 12)
    expect(outcome?.improvement).toBeGreaterThan(0.25)
    expect(outcome?.marketReturn).toBeCloseTo(-0.2, 12)
    expect(outcome?.modelledShare).toBeGreaterThan(0.9)
  })

  test('that were not needed lost their cost, in return and again in the fall that they were', async () => {
    const { outcome } = await scoreOne({}, open({ SPY: straight(0) }))
    expect(outcome?.followed.totalReturn).toBeCloseTo(-COST, 12)
    expect(outcome?.improvement).toBeCloseTo(-2 * COST, 12)
    expect(outcome?.blindImprovement).toBe(0)
  })

  test('is settled by prices without the dividends that its owner earned', async () => {
    // 1 % is paid in July: adjusted closes before that are 1 % lower.
    const paid = parseIsoDate('2026-07-15')
    const spy = { ...straight(-0.2), adjustment: (day: number) => (day < paid ? 0.99 : 1) }
    const { outcome } = await scoreOne({}, open({ SPY: spy }))
    expect(outcome?.unchanged.totalReturn).toBeCloseTo(0.8 / 0.99 - 1, 12)
    expect(outcome?.followed.totalReturn).toBeCloseTo(0.8 / 0.99 - 1 + 0.15 - COST, 12)
  })

  test('is marked by bids that were seen, and says how many a model gave', async () => {
    const days = `generate_series('2026-06-02'::date, '2026-08-20', '1 day')`
    await db.asOwner(
      `insert into option_quotes_seen select '${toStoredSource('sample')}', '${put.symbol}', d, 4, 5 from ${days} d`,
    )
    const { outcome } = await scoreOne({}, open({ SPY: straight(0) }))
    await db.asOwner('delete from option_quotes_seen')
    // The bid of the first day is of the snapshot; on the last one the options are settled.
    expect(outcome?.modelledShare).toBe(0)
    expect(outcome?.followed.maxDrawdown).toBeCloseTo(COST, 12)
  })
})

describe('shares', () => {
  const sell = {
    book: {
      holdings: [
        { ticker: 'AAA', shares: 500, price: 100 },
        { ticker: 'BBB', shares: 500, price: 100 },
      ],
      cash: 0,
      options: [],
    },
    operations: { trades: [{ ticker: 'AAA', amount: -25_000, price: 100 }], options: [put] },
  }

  test('are counted through a split', async () => {
    const split = parseIsoDate('2026-07-01')
    // Providers divide closes before a split: today's 25 was 100 then.
    const aaa = { close: () => 25, splits: [{ date: '2026-07-01', ratio: 4 }] }
    const spy = { ...straight(0), close: (day: number) => (day < split ? 500 : 500) }
    const { outcome } = await scoreOne(sell, open({ AAA: aaa, BBB: { close: () => 100 }, SPY: spy }))
    expect(outcome?.unchanged).toEqual({ totalReturn: 0, maxDrawdown: 0, utility: 0 })
  })

  test('that were delisted keep their last price, and are counted', async () => {
    const made = { ...sell, operations: { ...sell.operations, options: [] } }
    const gone = { close: (day: number) => (day < END - 30 ? 60 : 1), until: '2026-07-10' }
    const series = { AAA: gone, BBB: { close: () => 100 }, SPY: straight(0) }
    now = new Date(toCloseInstant(parseIsoDate('2026-08-31')))
    const waiting = await scoreOne(made, open(series))
    expect(waiting.score).toBeNull()
    // Ten sessions after the horizon nobody waits for prices any more.
    now = new Date(toCloseInstant(parseIsoDate('2026-09-15')))
    await score(open(series))
    const row = (await trackRecord.read()).at(-1)
    expect(row?.score?.outcome?.unchanged.totalReturn).toBeCloseTo(-0.2, 12)
    // Half of AAA was sold at 100.
    expect(row?.score?.outcome?.followed.totalReturn).toBeCloseTo(-0.1, 12)
    expect(row?.score?.outcome?.carriedCount).toBe(1)
  })
})

describe('scoring', () => {
  test('waits for the end of the horizon, for the benchmark and for a provider that does not answer', async () => {
    const market = open({ SPY: straight(-0.2) })
    now = new Date(toCloseInstant(END - 1))
    const { score: early } = await scoreOne({}, market)
    expect(early).toBeNull()
    now = new Date(toCloseInstant(END))
    expect(await score(open({ SPY: straight(-0.2) }, { down: () => ['SPY'] }))).toBe(0)
    expect(await score(open({ SPY: straight(-0.2) }, { to: () => '2026-08-20' }))).toBe(0)
    expect(await score(market)).toBe(1)
    expect(await score(market)).toBe(0)
  })

  test('never mixes simulated and live: each class waits for its own market', async () => {
    const series = { SPY: straight(-0.2) }
    const live = { source: 'yahoo', simulated: false } as const
    const { score: bySample } = await scoreOne(live, open(series))
    expect(bySample).toBeNull()
    // Another live source will do: it tells of the same market.
    expect(await score(open(series, { source: 'polygon' }))).toBe(1)
    expect((await trackRecord.read()).at(-1)?.score?.source).toBe('polygon')
  })

  test('looks at nothing from before the snapshot', async () => {
    const plain = await scoreOne({}, open({ SPY: straight(-0.1) }))
    const wild = await scoreOne(
      {},
      open({ SPY: { close: (day) => (day < MADE ? 1 + (day % 7) : straight(-0.1).close(day)) } }),
    )
    expect(wild.outcome).toEqual(plain.outcome)
    expect(wild.score?.pricesHash).toBe(plain.score?.pricesHash)
  })

  test('of a book that falls to nothing says so instead of inventing a figure', async () => {
    const short = {
      book: { holdings: [{ ticker: 'AAA', shares: -900, price: 100 }], cash: 100_000, options: [] },
      operations: { trades: [{ ticker: 'AAA', amount: 10_000, price: 100 }], options: [] },
    }
    now = new Date(toCloseInstant(parseIsoDate('2026-08-31')))
    const { score: given } = await scoreOne(
      short,
      open({ AAA: { close: (day) => (day > MADE ? 900 : 100) }, SPY: straight(0) }),
    )
    expect(given).toMatchObject({ outcome: null, reason: expect.stringContaining('expected a positive finite number') })
  })

  test('is computed again from its evidence to the bit', async () => {
    const { recommendation, outcome } = await scoreOne({}, open({ SPY: straight(-0.137) }))
    const { snapshot, prices } = await readEvidence(recommendation.id)
    expect(JSON.stringify(computeOutcome(snapshot, prices))).toBe(JSON.stringify(outcome))
  })
})

test('a score of shares is what the steps of the documentation come to', async () => {
  const wave = (start: number, length: number): DatedSeries => ({
    close: (day) => start * (1 + 0.1 * Math.sin((day - MADE) / length)),
    adjustment: (day) => (day < MADE + 40 ? 0.97 : 1),
  })
  const made = {
    book: {
      holdings: [
        { ticker: 'AAA', shares: 700, price: 100 },
        { ticker: 'BBB', shares: 40, price: 500 },
      ],
      cash: 10_000,
      options: [],
    },
    operations: { trades: [{ ticker: 'AAA', amount: -30_000, price: 100 }], options: [] },
  }
  now = new Date(toCloseInstant(parseIsoDate('2026-08-31')))
  const series = { AAA: wave(100, 11), BBB: wave(500, 17), SPY: straight(0) }
  const { recommendation, outcome } = await scoreOne(made, open(series))
  const evidence = await readEvidence(recommendation.id)
  const measure = (sold: number) => {
    const values = evidence.prices.days.map((_day, t) => {
      const worth = evidence.snapshot.holdings.reduce((sum, { ticker, weight, price }) => {
        const close = t === 0 ? price : (evidence.prices.closes[ticker]?.[t] ?? Number.NaN)
        return sum + ((weight - (ticker === 'AAA' ? sold : 0)) * close) / price
      }, 0)
      return worth + evidence.snapshot.cash + sold
    })
    let [highest, deepest] = [1, 0]
    for (const value of values) {
      highest = Math.max(highest, value)
      deepest = Math.max(deepest, 1 - value / highest)
    }
    return { totalReturn: (values.at(-1) ?? Number.NaN) - 1, maxDrawdown: deepest }
  }
  const [unchanged, followed] = [measure(0), measure(0.3)]
  expect(outcome?.unchanged.totalReturn).toBeCloseTo(unchanged.totalReturn, 12)
  expect(outcome?.unchanged.maxDrawdown).toBeCloseTo(unchanged.maxDrawdown, 12)
  expect(outcome?.followed.totalReturn).toBeCloseTo(followed.totalReturn, 12)
  expect(outcome?.followed.maxDrawdown).toBeCloseTo(followed.maxDrawdown, 12)
  const utilityOf = ({ totalReturn, maxDrawdown }: typeof unchanged) => totalReturn - maxDrawdown
  expect(outcome?.improvement).toBeCloseTo(utilityOf(followed) - utilityOf(unchanged), 12)
})

describe('a chain that was tampered with', () => {
  const verify = () => verifyChains(db, { recompute: true })
  const tamper = async (table: string, change: string) => {
    await db.asOwner(`alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user`)
  }

  test('tells the row that was changed, left out, or given another outcome', async () => {
    await scoreOne({}, open({ SPY: straight(-0.05) }))
    await scoreOne({}, open({ SPY: straight(0.05) }))
    const clean = await verify()
    expect(clean.problems).toEqual([])
    const { length } = clean.recommendations
    expect(length).toBeGreaterThan(5)

    const words = `replace(content, 'Index Put', 'Index Call')`
    await tamper('recommendations', `update recommendations set content = ${words} where sequence = 2`)
    expect((await verify()).problems).toEqual([
      { chain: 'recommendations', sequence: 2, problem: expect.stringContaining('changed afterwards') },
    ])
    // Whoever mends the hash of that row breaks the next one.
    await tamper(
      'recommendations',
      `update recommendations set hash = encode(sha256(convert_to(previous_hash || chr(10) || content, 'UTF8')), 'hex') where sequence = 2`,
    )
    const [next] = (await verify()).problems
    expect(next).toMatchObject({
      chain: 'recommendations',
      sequence: 3,
      problem: expect.stringContaining('another row'),
    })
    await tamper(
      'recommendations',
      `update recommendations set content = replace(content, 'Index Call', 'Index Put') where sequence = 2;
       update recommendations set hash = encode(sha256(convert_to(previous_hash || chr(10) || content, 'UTF8')), 'hex') where sequence = 2`,
    )
    expect((await verify()).problems).toEqual([])
  })

  test('tells columns, evidence and scores that say something else', async () => {
    const { recommendation } = await scoreOne({}, open({ SPY: straight(0.01) }))
    const { id } = recommendation
    await tamper('recommendations', `update recommendations set simulated = false where id = '${id}'`)
    expect((await verify()).problems).toMatchObject([{ problem: expect.stringContaining('columns') }])
    await tamper('recommendations', `update recommendations set simulated = true where id = '${id}'`)
    await tamper(
      'recommendation_evidence',
      `update recommendation_evidence set body = (select body from recommendation_evidence where part = 'prices'
         and recommendation_id <> '${id}' limit 1) where recommendation_id = '${id}' and part = 'snapshot'`,
    )
    expect((await verify()).problems).toMatchObject([
      { chain: 'recommendations', problem: expect.stringContaining('snapshot') },
      { chain: 'scores', problem: expect.stringContaining('Computed again') },
    ])
  })

  test('tells scores that were cut off at its end while their prices are there, and scores them no second time', async () => {
    await scoreOne({}, open({ SPY: straight(-0.02) }))
    const before = await verify()
    const { length } = before.scores
    await tamper('recommendation_scores', `delete from recommendation_scores where sequence = ${length}`)
    const added = (await verify()).problems.slice(before.problems.length)
    expect(added).toEqual([{ chain: 'scores', sequence: length, problem: expect.stringContaining('cut off') }])
    const { outcome } = await scoreOne({}, open({ SPY: straight(0.02) }))
    expect(outcome).not.toBeNull()
    expect((await verify()).scores.length).toBe(length)
  })

  test('keeps nobody else from being scored by evidence that was changed, and scores nothing by that', async () => {
    trackRecord = createTrackRecord({ db, clock, log: createLog('silent'), version: '1.2.3' })
    await trackRecord.record(makeRecommendation(await addOwner(db, crypto.randomUUID())))
    const { id } = (await trackRecord.read()).at(-1)?.recommendation ?? {}
    await tamper(
      'recommendation_evidence',
      `update recommendation_evidence set body = 'x' where recommendation_id = '${id}'`,
    )
    expect((await scoreOne({}, open({ SPY: straight(0.02) }))).outcome).not.toBeNull()
    expect((await trackRecord.read()).find(({ recommendation }) => recommendation.id === id)?.score).toBeNull()
  })
})
