/** Scoring 1,000 recommendations of 25 positions each with options, and reading and verifying the record of them. */

import { createTrackRecord } from '../server/src/advice/record/track-record.ts'
import { createTestDatabase, type TestDatabase } from '../server/src/database/test-database.ts'
import { scoreDue } from '../server/src/features/track-record/score-due.ts'
import { createDatedMarket } from '../server/src/features/track-record/testing/dated-market.ts'
import { addOwner, makeRecommendation, put } from '../server/src/features/track-record/testing/made.ts'
import { reportTrackRecord } from '../server/src/features/track-record/track-record.service.ts'
import { verifyChains } from '../server/src/features/track-record/verify-chains.ts'
import { createLog } from '../server/src/log.ts'
import { reportLine } from './measure.ts'
import { withPostgres } from './with-postgres.ts'

const RECOMMENDATIONS = 1_000
const POSITIONS = 25
const TICKERS = 200
const SLOWEST_SECONDS = 10

const clock = { now: () => new Date('2026-09-15T21:00:00Z') }
const version = 'bench'

await measure('embedded')
await withPostgres(async (url) => {
  process.env.TEST_DATABASE_URL = url
  await measure('postgres')
})

async function measure(engine: string): Promise<void> {
  const db = await createTestDatabase()
  const trackRecord = await fill(db)
  const series = Object.fromEntries(
    ['SPY', ...Array.from({ length: TICKERS }, (_, k) => `T${k}`)].map((ticker, k) => [
      ticker,
      { close: (day: number) => 100 + 20 * Math.sin(day / 9 + k), adjustment: (day: number) => 0.98 + day / 1e6 },
    ]),
  )
  const marketData = createDatedMarket({ series, from: '2026-01-02', to: () => '2026-09-15' })
  const { signal } = new AbortController()
  const scoring = await time(() => scoreDue({ db, clock, marketData, version }, signal))
  if (scoring.result !== RECOMMENDATIONS) throw new Error(`${scoring.result} of ${RECOMMENDATIONS} were scored`)
  reportLine({
    workload: `scoring ${RECOMMENDATIONS} recommendations of ${POSITIONS} positions and a put, ${engine} database`,
    seconds: scoring.seconds,
    promise: `at most ${SLOWEST_SECONDS} s`,
    holds: scoring.seconds <= SLOWEST_SECONDS,
  })
  const report = await time(() => reportTrackRecord({ db, clock, trackRecord }))
  if (report.result.simulated.scored !== RECOMMENDATIONS) throw new Error('Not every score is in the record')
  reportLine({ workload: `reading their record for the first time, ${engine} database`, ms: 1_000 * report.seconds })
  const again = await time(() => reportTrackRecord({ db, clock, trackRecord }))
  reportLine({ workload: `reading it again, ${engine} database`, ms: 1_000 * again.seconds })
  const verified = await time(() => verifyChains(db, { recompute: true }))
  if (verified.result.problems.length > 0) throw new Error('A chain that nobody touched is broken')
  reportLine({
    workload: `verifying chains and computing every score again, ${engine} database`,
    seconds: verified.seconds,
  })
  await db.close()
}

async function fill(db: TestDatabase) {
  const trackRecord = createTrackRecord({ db, clock, log: createLog('silent'), version })
  for (let made = 0; made < RECOMMENDATIONS; made += 1) {
    const holdings = Array.from({ length: POSITIONS }, (_, k) => {
      return { ticker: `T${(made * 7 + k) % TICKERS}`, shares: 10 + k, price: 100 }
    })
    // An account is scored once a day, so each is made by another.
    const owner = await addOwner(db, `bench ${made}`)
    const operations = { trades: [], options: [{ ...put, contracts: 1 + made }] }
    await trackRecord.record(makeRecommendation({ ...owner, operations, book: { holdings, cash: 1_000, options: [] } }))
  }
  return trackRecord
}

async function time<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  globalThis.gc?.()
  const start = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - start) / 1_000 }
}
