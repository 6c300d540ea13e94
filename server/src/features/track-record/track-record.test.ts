import { createHash } from 'node:crypto'
import type { RecommendationRow, TrackRecord } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrackRecord as TrackRecorder } from '../../advice/record/track-record.ts'
import { createLog } from '../../log.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { makeRecommendation } from './testing/made.ts'
import { createTrackRecordJob } from './track-record-job.ts'
import { verifyChains } from './verify-chains.ts'
import { verifyCommand } from './verify-command.ts'

interface Report {
  live: TrackRecord
  simulated: TrackRecord
  chains: Record<'recommendations' | 'scores', { length: number; hash: string }>
}
interface Opened {
  content: string
  hash: string
  scoreContent: string | null
  scoreHash: string | null
  snapshot: string
  prices: string | null
}

const RECORD = '/api/track-record'
const LIST = '/api/track-record/recommendations'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let now = NOW
let app: TestApp
let anna: TestClient
let bob: TestClient
let portfolioId: string

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
  anna = await signInPro(app, 'anna@example.com', 1_000)
  bob = await app.signIn('bob@example.com')
  portfolioId = await upload(anna, WORKED_EXAMPLE)
})
afterAll(() => app?.close())

const report = (client: TestClient) => client.json<Report>(RECORD)
const list = (client: TestClient) => client.json<RecommendationRow[]>(`${LIST}?simulated=true`)

async function runJob(trackRecord: Pick<TrackRecorder, 'settleLeft'> = app.dependencies.trackRecord) {
  const { db, clock, marketData, version } = app.dependencies
  const log = createLog('silent')
  await createTrackRecordJob({ db, clock, log, marketData, trackRecord, version }).run(new AbortController().signal)
}

test('before anything was recommended there is no percentage anywhere', async () => {
  const { live, simulated, chains } = await report(bob)
  expect(live).toMatchObject({ made: 0, scored: 0, needed: 30, successRatePercent: null, averageImprovement: null })
  expect(live.sentence).toBe('No recommendation counts yet. You will see percentages once 30 are scored.')
  expect(JSON.stringify([live, simulated])).not.toMatch(/[1-9]\d*(?:\.\d+)?%/)
  expect(chains.recommendations).toEqual({ length: 0, hash: '0'.repeat(64) })
  expect(await bob.json(`${RECORD}/replayed`)).toEqual({ replay: null })
})

describe('a hedge analysis', () => {
  test('is recorded with its recommended ticket, among simulated ones only', async () => {
    await analyse(anna, portfolioId)
    const { live, simulated, chains } = await report(anna)
    expect(live.made).toBe(0)
    expect(simulated).toMatchObject({ made: 1, scored: 0, ownersGone: 0, firstResultOn: '2027-02-19' })
    expect(simulated.sentence).toBe(
      '0 of 1 recommendation has matured; percentages appear from 30. The first result is due on Feb 19, 2027.',
    )
    expect(chains.recommendations.length).toBe(1)
    const [row] = await list(anna)
    expect(row).toMatchObject({
      sequence: 1,
      kind: 'hedge',
      recommendation: 'Put Spread on SPY',
      status: 'open',
      horizonEnds: '2027-02-19',
      engine: 'Built-in quantitative engine',
      isOwn: true,
      simulated: true,
      confidence: null,
    })
    expect(await anna.json(`${LIST}?simulated=false`)).toEqual([])
  })

  test('made again counts once', async () => {
    await analyse(anna, portfolioId, { limitPercent: 15 })
    const { simulated } = await report(anna)
    expect(simulated).toMatchObject({ made: 1, leftOut: { withoutOperations: 0, repeated: 1, unscorable: 0 } })
    const [again] = await list(anna)
    expect(again).toMatchObject({ sequence: 2, status: 'excluded', excludedBecause: 'repeated' })
  })

  test('shows its evidence to whom it was made for, and to nobody else', async () => {
    const [first] = (await list(anna)).toReversed()
    const opened = await anna.json<Opened>(`${LIST}/${first?.id}`)
    const snapshot = JSON.parse(opened.snapshot)
    const weights = snapshot.holdings.map(({ weight }: { weight: number }) => weight)
    expect(weights.reduce((sum: number, weight: number) => sum + weight, snapshot.cash)).toBeCloseTo(1, 12)
    expect(snapshot.optionTrades.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
      'SPY270219P00660000',
      'SPY270219P00630000',
    ])
    expect(JSON.parse(opened.content).snapshotHash).toBe(sha256(opened.snapshot))
    expect(opened.prices).toBeNull()
    expect((await bob.fetch(`${LIST}/${first?.id}`)).status).toBe(404)
    const [seen] = (await list(bob)).toReversed()
    expect(seen).toEqual({ ...first, isOwn: false })
  })

  test('stands in the account’s export by its link', async () => {
    const exported = await anna.json<{ tables: Record<string, { portfolioId: string }[]> }>('/api/account/export')
    const links = exported.tables.recommendation_links
    expect(links).toHaveLength(2)
    expect(links?.[0]?.portfolioId).toBe(portfolioId)
  })
})

describe('the record as files', () => {
  test('is a chain that anybody can verify', async () => {
    const text = await (await bob.fetch(`${RECORD}/chain.jsonl`)).text()
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows).toHaveLength(2)
    let previous = '0'.repeat(64)
    for (const { previousHash, content, hash } of rows) {
      expect(previousHash).toBe(previous)
      expect(sha256(`${previousHash}\n${content}`)).toBe(hash)
      previous = hash
    }
    expect((await report(bob)).chains.recommendations.hash).toBe(previous)
  })

  test('runs no formula in a spreadsheet', async () => {
    const { id: userId } = await anna.json<{ id: string }>('/api/auth/user')
    const hostile = '=HYPERLINK("http://evil.example","x")'
    await app.dependencies.trackRecord.record(makeRecommendation({ userId, portfolioId, recommendation: hostile }))
    const response = await bob.fetch(`${LIST}.csv?simulated=true`)
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^sequence,id,createdAt,kind,engine,engineVersion,recommendation,states,/)
    expect(lines[3]).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`)
  })
})

describe('at the horizon', () => {
  test('the job scores it against doing nothing, once, and the chain says so', async () => {
    now = new Date('2027-03-15T22:00:00Z')
    // Their sessions are long over.
    ;[anna, bob] = await Promise.all([app.signIn('anna@example.com'), app.signIn('bob@example.com')])
    // A step that fails keeps none of the others from being done.
    await runJob({ settleLeft: () => Promise.reject(new Error('not today')) })
    await runJob()
    const rows = await list(anna)
    const scored = rows.filter(({ status }) => status === 'scored')
    expect(scored.map(({ sequence }) => sequence)).toEqual([3, 1])
    const hedge = scored[1]
    expect(hedge?.marketPercent).not.toBeNull()
    expect(hedge?.modelledPercent).toBeGreaterThan(0)
    const opened = await anna.json<Opened>(`${LIST}/${hedge?.id}`)
    const score = JSON.parse(opened.scoreContent ?? '')
    const { unchanged, followed, improvement } = score.outcome
    expect(improvement).toBeCloseTo(
      followed.totalReturn - followed.maxDrawdown - (unchanged.totalReturn - unchanged.maxDrawdown),
      14,
    )
    expect(hedge?.improvement).toBe(100 * improvement)
    expect(score.pricesHash).toBe(sha256(opened.prices ?? ''))
    expect(score.recommendationHash).toBe(opened.hash)
    const { simulated, chains } = await report(bob)
    expect(simulated).toMatchObject({ made: 2, scored: 2, successRatePercent: null, averageImprovement: null })
    expect(simulated.byMarket.up.scored + simulated.byMarket.down.scored).toBe(2)
    expect(chains.scores.length).toBe(2)
    expect(await verifyChains(app.db, { recompute: true })).toEqual({ ...chains, problems: [] })
    const lines: string[] = []
    expect(await verifyCommand(app.dependencies, { print: (line) => lines.push(line) })).toBe(0)
    expect(lines.at(-1)).toBe('Everything is as it was recorded.')
  })

  test('it stays when its owner goes, and the record says how many did', async () => {
    await anna.json('/api/account', { method: 'DELETE', json: { confirmEmail: 'anna@example.com' } })
    const { simulated } = await report(bob)
    expect(simulated).toMatchObject({ made: 2, scored: 2, ownersGone: 2 })
    expect(await list(bob)).toHaveLength(3)
    expect((await verifyChains(app.db, { recompute: true })).problems).toEqual([])
  })
})
