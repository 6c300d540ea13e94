/** @module-tag full */

import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { addOwner } from '../../server/src/features/track-record/testing/made.ts'
import { verifyChains } from '../../server/src/features/track-record/verify-chains.ts'
import { atExit } from '../support/at-exit.ts'
import type { WriterOrder } from '../support/track-record-writer.ts'

const LONG = process.env.BALLAST_LONG !== undefined
const KILLS = LONG ? 30 : 2

let db: TestDatabase
let writers: ChildProcess[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
  writers = await Promise.all([startWriter(), startWriter()])
})
afterAll(async () => {
  await Promise.all(writers.map(kill))
  await db.close()
})

async function startWriter(): Promise<ChildProcess> {
  const child = fork(path.join(ROOT, 'e2e/support/track-record-writer.ts'), {
    cwd: ROOT,
    execPath: process.execPath,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: db.url },
  })
  atExit(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function order(child: ChildProcess, what: WriterOrder): Promise<number> {
  child.send(what)
  const [report] = (await once(child, 'message')) as [number]
  return report
}
const count = async (query: string) => Number((await db.asOwner(query))[0]?.count)
const addOwners = (count: number) => Promise.all(Array.from({ length: count }, () => addOwner(db, randomUUID())))

test('two processes that record at once extend one chain, and see each other’s repetitions', async () => {
  const owners = await addOwners(25)
  // Both recommend the same to each of them: it counts once, whoever was first.
  await Promise.all(writers.map((writer) => order(writer, { kind: 'record', owners })))
  const { recommendations, problems } = await verifyChains(db, { recompute: true })
  expect(problems).toEqual([])
  expect(recommendations.length).toBe(50)
  expect(await count('select count(*) from recommendations where excluded_because is null')).toBe(25)
  expect(await count(`select count(*) from recommendations where excluded_because = 'repeated'`)).toBe(25)
})

test('two processes that score at once give each one score', async () => {
  const scored = await Promise.all(writers.map((writer) => order(writer, { kind: 'score' })))
  expect(scored.reduce((sum, one) => sum + one)).toBe(25)
  expect(await count('select count(distinct recommendation_id) from recommendation_scores')).toBe(25)
  expect((await verifyChains(db, { recompute: true })).problems).toEqual([])
})

test(`a process that is killed while it scores, ${KILLS} times, leaves no score twice and none out`, async () => {
  for (let round = 0; round < KILLS; round += 1) {
    const owners = await addOwners(201)
    const [recorder] = writers
    if (recorder === undefined) throw new Error('there is no process to record with')
    await order(recorder, { kind: 'record', owners })
    const before = await count('select count(*) from recommendation_scores')
    const doomed = await startWriter()
    doomed.send({ kind: 'score' } satisfies WriterOrder)
    // In the middle: after the first of many transactions, or somewhere in one.
    if (round % 2 === 0) {
      await expect
        .poll(() => count('select count(*) from recommendation_scores'), { timeout: 30_000, interval: 2 })
        .toBeGreaterThan(before)
    } else await sleep((round * 37) % 150)
    await kill(doomed)
    await order(recorder, { kind: 'score' })
    const { scores, problems } = await verifyChains(db, { recompute: false })
    expect(problems).toEqual([])
    expect(scores.length).toBe(before + 201)
    expect(await count('select count(distinct recommendation_id) from recommendation_scores')).toBe(before + 201)
  }
})
