import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../advice/record/horizon.ts'
import type { MadeRecommendation } from '../../advice/record/made-recommendation.ts'
import { createTrackRecord, type TrackRecord } from '../../advice/record/track-record.ts'
import { findSqlState } from '../../database/database-errors.ts'
import { portfolios, recommendations, users } from '../../database/schema/index.ts'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createLog } from '../../log.ts'
import { addOwner, MADE_AT, makeRecommendation, put } from './testing/made.ts'
import { listRecorded } from './track-record.service.ts'
import { verifyChains } from './verify-chains.ts'

let db: TestDatabase
let trackRecord: TrackRecord
let now = new Date(MADE_AT)
const clock = { now: () => now }

beforeAll(async () => {
  db = await createTestDatabase()
  trackRecord = createTrackRecord({ db, clock, log: createLog('silent'), version: '1.2.3' })
})
afterAll(() => db.close())

const later = (days: number) => `${addDays('2026-06-01', days)}T15:00:00.000Z`
const at = (days: number) => ({ createdAt: later(days), pricesAsOf: later(days) })

async function recordAll(...made: MadeRecommendation[]) {
  for (const one of made) await trackRecord.record(one)
  const rows = await trackRecord.read()
  return rows.slice(-made.length).map(({ recommendation }) => recommendation)
}

describe('what is kept of a recommendation', () => {
  test('holds no user, no portfolio, no name and no amount', async () => {
    const owner = await addOwner(db, 'anonymous')
    await trackRecord.record(makeRecommendation(owner))
    const [row] = await db.asOwner('select content from recommendations order by sequence desc limit 1')
    const content = String(row?.content)
    for (const secret of [owner.userId, owner.portfolioId, 'of anonymous', 'portfolioId', 'userId']) {
      expect(content).not.toContain(secret)
    }
    // What the puts cost would tell what all of it is worth. The id and the hash are drawn: any digits may be in them.
    const { id, snapshotHash, ...told } = JSON.parse(content)
    expect([id, snapshotHash]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ])
    expect(told).not.toHaveProperty('quotedCost')
    expect(JSON.stringify(told)).not.toContain('475')
  })

  test('is a book that is worth 1, and its operations as shares of it', async () => {
    const owner = await addOwner(db, 'scaled')
    const sale = { ticker: 'SPY', amount: -20_000, price: 500 }
    const prepared = trackRecord.prepare(
      makeRecommendation({ ...owner, operations: { trades: [sale], options: [put] } }),
    )
    const { snapshot } = JSON.parse(prepared?.body ?? '{}')
    expect(snapshot.holdings).toEqual([{ ticker: 'SPY', weight: 1, price: 500 }])
    expect(snapshot.trades).toEqual([{ ticker: 'SPY', weight: -0.2, price: 500 }])
    expect(snapshot.optionTrades[0]).toMatchObject({ contracts: 2 / 100_000, premium: 6, volatility: 0.17 })
    expect(snapshot.salt).toMatch(/^[0-9a-f]{32}$/)
  })

  test('ends with the first expiry of a leg, or after a quarter', async () => {
    const owner = await addOwner(db, 'horizon')
    const sale = { trades: [{ ticker: 'SPY', amount: -1000, price: 500 }], options: [] }
    const [hedged, sold] = await recordAll(
      makeRecommendation(owner),
      makeRecommendation({ ...owner, operations: sale, kind: 'comprehensive' }),
    )
    expect(hedged?.horizonEnds).toBe('2026-08-21')
    // 63 sessions after Monday 1 June 2026, without Juneteenth and Independence Day (observed on the 3rd).
    expect(sold?.horizonEnds).toBe('2026-08-31')
  })

  test('counts from the last session when it was made on a weekend', async () => {
    const owner = await addOwner(db, 'weekend')
    const [made] = await recordAll(makeRecommendation({ ...owner, ...at(6) }))
    expect(made).toMatchObject({ madeOn: '2026-06-05', madeAt: '2026-06-07T15:00:00.000Z' })
  })

  test('that cannot be followed at known prices is kept and not scored', async () => {
    const owner = await addOwner(db, 'unknown price')
    const unknown = { trades: [{ ticker: 'XYZ', amount: 1000, price: null }], options: [] }
    const worthless = { holdings: [], cash: -5, options: [] }
    const expired = { trades: [], options: [{ ...put, expiry: '2026-05-29' }] }
    const rows = await recordAll(
      makeRecommendation({ ...owner, operations: unknown }),
      makeRecommendation({ ...owner, book: worthless }),
      makeRecommendation({ ...owner, operations: expired }),
      makeRecommendation({ ...owner, operations: { trades: [], options: [] } }),
    )
    expect(rows.map((row) => row?.excludedBecause)).toEqual(['unscorable', 'unscorable', 'unscorable', 'no-operations'])
  })
})

describe('the same operations on the same portfolio', () => {
  test('count once within seven days of the one that counted', async () => {
    const owner = await addOwner(db, 'repeating')
    const rows = await recordAll(...[0, 3, 7, 8, 14].map((days) => makeRecommendation({ ...owner, ...at(days) })))
    // Days 3 and 7 repeat day 0; day 8 counts again, and day 14 repeats it.
    expect(rows.map((row) => row?.excludedBecause ?? 'counts')).toEqual([
      'counts',
      'repeated',
      'repeated',
      'counts',
      'repeated',
    ])
    expect(rows.map((row) => row?.repeats)).toEqual([null, rows[0]?.id, rows[0]?.id, null, rows[3]?.id])
  })

  test('are told by contracts, and by sizes to the nearest percent of the value', async () => {
    const owner = await addOwner(db, 'sizes')
    const sell = (amount: number) => ({ trades: [{ ticker: 'SPY', amount, price: 500 }], options: [] })
    const buy = (contracts: number) => ({ trades: [], options: [{ ...put, contracts }] })
    // Each on a trading day of its own, because of one day only the first counts.
    const days = [0, 1, 2, 3, 4, 7, 8]
    const operations = [sell(-20_000), sell(-20_300), sell(-22_000), sell(20_000), buy(2), buy(3), buy(-2)]
    const rows = await recordAll(
      ...operations.map((one, index) => makeRecommendation({ ...owner, ...at(days[index] ?? 0), operations: one })),
    )
    expect(rows.map((row) => row?.excludedBecause)).toEqual([null, 'repeated', null, null, null, null, null])
  })

  test('on another portfolio are another recommendation', async () => {
    const [one, two] = [await addOwner(db, 'first of two'), await addOwner(db, 'second of two')]
    const rows = await recordAll(makeRecommendation(one), makeRecommendation(two))
    expect(rows.map((row) => row?.excludedBecause)).toEqual([null, null])
  })
})

describe('who asks often', () => {
  test('counts once a day with each kind, and fills neither the record nor its list', async () => {
    const owner = await addOwner(db, 'eager')
    const ask = (contracts: number, overrides: Partial<MadeRecommendation> = {}) => {
      const operations = { trades: [], options: [{ ...put, contracts }] }
      return makeRecommendation({ ...owner, ...at(21), operations, ...overrides })
    }
    const before = (await trackRecord.read()).length
    for (let contracts = 1; contracts <= 25; contracts += 1) await trackRecord.record(ask(contracts))
    const made = (await trackRecord.read()).slice(before)
    expect(made).toHaveLength(20)
    expect(made.filter(({ recommendation }) => recommendation.excludedBecause === null)).toHaveLength(1)
    const [otherKind, nextDay] = await recordAll(ask(30, { kind: 'comprehensive' }), ask(31, at(22)))
    expect([otherKind?.excludedBecause, nextDay?.excludedBecause]).toEqual([null, null])

    const stranger = await addOwner(db, 'reader')
    // As many left-out rows of others as would fill the list, without asking the database for each.
    const rows = await trackRecord.read()
    const leftOut = rows.find(({ recommendation }) => recommendation.excludedBecause === 'repeated')
    if (!leftOut) throw new Error('Nothing was left out')
    const flooded = { read: async () => [...rows, ...new Array<typeof leftOut>(2_000).fill(leftOut)] }
    const listed = await listRecorded({ db, clock, trackRecord: flooded }, stranger.userId, true)
    const counting = rows.filter(({ recommendation }) => recommendation.excludedBecause === null)
    expect(listed.filter(({ status }) => status !== 'excluded')).toHaveLength(counting.length)
    expect(listed.filter(({ status }) => status === 'excluded')).toHaveLength(200)
  })
})

describe('recording', () => {
  test('the same analysis a second time adds nothing', async () => {
    const made = makeRecommendation(await addOwner(db, 'twice'))
    await trackRecord.record(made)
    const { length } = await trackRecord.read()
    await trackRecord.record(made)
    expect(await trackRecord.read()).toHaveLength(length)
    expect(await db.asOwner('select * from recommendation_drafts')).toEqual([])
  })

  test('with the analysis in one transaction: undone with it, and taken up when the process died', async () => {
    const owner = await addOwner(db, 'drafts')
    const { length } = await trackRecord.read()
    const undone = trackRecord.prepare(makeRecommendation(owner))
    await expect(
      db.asUser(owner.userId, async (tx) => {
        await trackRecord.note(tx, undone)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await trackRecord.settle(undone?.runId ?? '')).toBe(false)

    const left = trackRecord.prepare(makeRecommendation(owner))
    await db.asUser(owner.userId, (tx) => trackRecord.note(tx, left))
    // An analysis that is being delivered is left alone; one whose process died two minutes ago is not.
    expect(await trackRecord.settleLeft(new AbortController().signal)).toBe(0)
    now = new Date(now.getTime() + 121_000)
    expect(await trackRecord.settleLeft(new AbortController().signal)).toBe(1)
    expect(await trackRecord.read()).toHaveLength(length + 1)
  })

  test('that comes together is appended together, one of an account at a time and without what cannot be read', async () => {
    let transactions = 0
    const counted: TestDatabase = {
      ...db,
      asSystem(work) {
        transactions += 1
        return db.asSystem(work)
      },
    }
    const record = createTrackRecord({ db: counted, clock, log: createLog('silent'), version: '1.2.3' })
    const note = async (owner: { userId: string; portfolioId: string }) => {
      const prepared = record.prepare(makeRecommendation(owner))
      await db.asUser(owner.userId, (tx) => record.note(tx, prepared))
      return prepared?.runId ?? ''
    }
    const owners = []
    for (let place = 0; place < 30; place += 1) owners.push(await addOwner(db, `together ${place}`))
    const runIds = []
    for (const owner of owners) runIds.push(await note(owner))
    const { length } = await record.read()
    const before = transactions
    const settleAll = (ids: readonly string[]) => Promise.all(ids.map((runId) => record.settle(runId)))
    expect(await settleAll([...runIds, crypto.randomUUID()])).toEqual([...runIds.map(() => true), false])
    // The first at once, and those that came meanwhile by twenties.
    expect(transactions - before).toBe(3)
    expect(await record.read()).toHaveLength(length + 30)

    const [first, second, third] = owners
    if (!first || !second || !third) throw new Error('there are thirty')
    const again = [await note(third), await note(first), await note(first), await note(second)]
    await db.asOwner(`update recommendation_drafts set body = '{}' where run_id = '${again[3]}'`)
    expect(await settleAll(again)).toEqual([true, true, true, false])
    expect(await db.asOwner('select run_id from recommendation_drafts')).toEqual([{ run_id: again[3] }])
    await db.asOwner('delete from recommendation_drafts')
    const added = (await record.read()).slice(length + 30)
    expect(added.map(({ recommendation }) => recommendation.excludedBecause)).toEqual([
      'repeated',
      'repeated',
      'repeated',
    ])
    expect((await verifyChains(db, { recompute: true })).problems).toEqual([])
  })

  test('of an analysis that was taken back is taken back with it', async () => {
    const owner = await addOwner(db, 'withdrawn')
    const prepared = trackRecord.prepare(makeRecommendation(owner))
    await db.asUser(owner.userId, (tx) => trackRecord.note(tx, prepared))
    await db.asUser(owner.userId, (tx) => trackRecord.withdraw(tx, prepared?.runId ?? ''))
    expect(await trackRecord.settle(prepared?.runId ?? '')).toBe(false)
  })

  test('what is no number loses nobody an answer', async () => {
    const { length } = await trackRecord.read()
    await trackRecord.record(makeRecommendation({ ...(await addOwner(db, 'nan')), quotedCost: Number.NaN }))
    expect(await trackRecord.read()).toHaveLength(length)
  })
})

describe('the record stays as it is', () => {
  const refusal = (work: Promise<unknown>) => work.then(() => 'done', findSqlState)

  test('no request and no server may write it, and its owner only by taking the triggers off', async () => {
    const owner = await addOwner(db, 'immutable')
    await trackRecord.record(makeRecommendation(owner))
    const change = { content: '{}' }
    expect(await refusal(db.asUser(owner.userId, (tx) => tx.update(recommendations).set(change)))).toBe('42501')
    expect(await refusal(db.asSystem((tx) => tx.update(recommendations).set(change)))).toBe('42501')
    expect(await refusal(db.asSystem((tx) => tx.delete(recommendations)))).toBe('42501')
    for (const table of ['recommendations', 'recommendation_scores', 'recommendation_evidence']) {
      await expect(db.asOwner(`truncate ${table} cascade`)).rejects.toThrow('only ever added to')
    }
    await expect(db.asOwner(`delete from recommendation_evidence`)).rejects.toThrow('only ever added to')
    await expect(db.asOwner(`update recommendations set simulated = false`)).rejects.toThrow('only ever added to')
  })

  test('when the portfolio or the account goes, without whose it was', async () => {
    const [one, two] = [await addOwner(db, 'portfolio goes'), await addOwner(db, 'account goes')]
    await recordAll(makeRecommendation(one), makeRecommendation(two))
    const { length } = await trackRecord.read()
    await db.asUser(one.userId, (tx) => tx.delete(portfolios))
    await db.asUser(two.userId, (tx) => tx.delete(users))
    const again = createTrackRecord({ db, clock, log: createLog('silent'), version: '1' })
    expect(await again.read()).toHaveLength(length)
    const gone = await db.asOwner(
      `select * from recommendation_links where user_id in ('${one.userId}', '${two.userId}')`,
    )
    expect(gone).toEqual([])
  })

  test('and its evidence is for whom it was made', async () => {
    const [ann, bob] = [await addOwner(db, 'evidence ann'), await addOwner(db, 'evidence bob')]
    await recordAll(makeRecommendation(ann), makeRecommendation(bob))
    const seen = await db.asUser(ann.userId, (tx) =>
      tx.execute(
        'select l.user_id from recommendation_evidence e left join recommendation_links l using (recommendation_id)',
      ),
    )
    expect(seen.rows).toEqual([{ user_id: ann.userId }])
  })
})
