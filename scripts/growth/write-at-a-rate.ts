/** A process of its own that writes at a steady rate as a server does, and prints how long each write took. */
import { createTrackRecord } from '../../server/src/advice/record/track-record.ts'
import { createDatabase } from '../../server/src/database/client.ts'
import { makeRecommendation, put } from '../../server/src/features/track-record/testing/made.ts'
import { createLog } from '../../server/src/log.ts'
import { systemRandom } from '../../server/src/random.ts'

/** Changes of preferences tell nobody, changes of portfolios notify all processes, recommendations extend the chain. */
export type Written = 'preferences' | 'portfolios' | 'recommendations'

const [kind = 'preferences', rate = '50', seconds = '20', first = '0'] = process.argv.slice(2)
const log = createLog('silent')
const db = await createDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' }, log, systemRandom)
db.changes.watch(() => undefined)
const trackRecord = createTrackRecord({ db, clock: { now: () => new Date('2026-09-01T21:00:00Z') }, log, version: '1' })
const owners = await db.asSystem(
  async (tx) =>
    (
      await tx.execute<{ userId: string; portfolioId: string }>(
        `select user_id as "userId", id as "portfolioId" from portfolios order by id offset ${Number(first)} limit 200`,
      )
    ).rows,
)

async function write(place: number): Promise<void> {
  const owner = owners[place % owners.length]
  if (owner === undefined) throw new Error('The database has to be filled first.')
  if (kind === 'recommendations') {
    const options = [{ ...put, contracts: 1 + place }]
    return trackRecord.record(makeRecommendation({ ...owner, operations: { trades: [], options } }))
  }
  await db.asUser(owner.userId, (tx) =>
    tx.execute(
      kind === 'portfolios'
        ? `update portfolios set version = version + 1 where id = '${owner.portfolioId}'`
        : `insert into preferences (user_id, data, updated_at) values ('${owner.userId}', '{}', now())
            on conflict (user_id) do update set updated_at = now()`,
    ),
  )
}

const took: number[] = []
const count = Number(rate) * Number(seconds)
const begun = performance.now()
await Promise.all(
  Array.from({ length: count }, async (_, place) => {
    // Each is due at its moment, however long those before it take: what waits counts as what took long.
    const due = begun + (place * 1_000) / Number(rate)
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
    await write(place)
    took.push(performance.now() - due)
  }),
)
console.log(JSON.stringify({ took, seconds: (performance.now() - begun) / 1_000 }))
await db.close()
