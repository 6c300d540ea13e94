/**
 * A process of its own that records and scores recommendations as a server does: the same database, a market of the test's
 * making. It is told what to do by messages, and killed in the middle of it.
 */

import { createTrackRecord } from '../../server/src/advice/record/track-record.ts'
import { createDatabase } from '../../server/src/database/client.ts'
import { scoreDue } from '../../server/src/features/track-record/score-due.ts'
import { createDatedMarket } from '../../server/src/features/track-record/testing/dated-market.ts'
import { makeRecommendation, put } from '../../server/src/features/track-record/testing/made.ts'
import { createLog } from '../../server/src/log.ts'
import { systemRandom } from '../../server/src/random.ts'

export type WriterOrder =
  /** Recommends one put to the first of these, two to the second and so on, to twenty-five at once. */
  { kind: 'record'; owners: { userId: string; portfolioId: string }[] } | { kind: 'score' }

const AT_ONCE = 25

const { DATABASE_URL: databaseUrl } = process.env
const log = createLog('silent')
const db = await createDatabase({ databaseUrl, dataDir: '' }, log, systemRandom)
const clock = { now: () => new Date('2026-09-01T21:00:00Z') }
const version = '1.2.3'
const trackRecord = createTrackRecord({ db, clock, log, version })
const marketData = createDatedMarket({
  series: { SPY: { close: (day) => 500 - (day % 90) } },
  from: '2026-01-02',
  to: () => '2026-09-01',
})

process.on('message', async (order: WriterOrder) => {
  process.send?.(order.kind === 'score' ? await score() : await record(order))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

const score = () => scoreDue({ db, clock, marketData, version }, new AbortController().signal)

async function record({ owners }: Extract<WriterOrder, { kind: 'record' }>): Promise<number> {
  const made = owners.map((owner, index) =>
    makeRecommendation({ ...owner, operations: { trades: [], options: [{ ...put, contracts: index + 1 }] } }),
  )
  for (let start = 0; start < made.length; start += AT_ONCE) {
    await Promise.all(made.slice(start, start + AT_ONCE).map((one) => trackRecord.record(one)))
  }
  return made.length
}
