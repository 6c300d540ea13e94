/** @module-tag postgres */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExpiredRowSweeper } from '../database/expired-rows.ts'
import { createLeaseRepository } from '../database/lease.repository.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { createLog } from '../log.ts'
import { listenTo } from '../measurements.ts'
import { createJobRunner, type Job } from './job-runner.ts'
import { listJobRuns, recordJobRun } from './job-runs.repository.ts'
import { createSweepingJob } from './sweeping.ts'

let now = new Date('2026-11-20T15:00:00Z').getTime()
const clock = { now: () => new Date(now) }
const log = createLog('silent')
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const runnerOf = (job: Job) =>
  createJobRunner({
    jobs: [job],
    leases: createLeaseRepository(db),
    recordRun: (run) => recordJobRun(db, run),
    clock,
    log,
    random: () => 0,
  })

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('a job is done by one process at a time', async () => {
  let runs = 0
  const { open, opened } = gate()
  const job: Job = {
    name: 'alone',
    everyMilliseconds: 60_000,
    async run() {
      runs += 1
      await opened
    },
  }
  const [one, two] = [runnerOf(job), runnerOf(job)]
  const first = one.runAll()
  await expect.poll(() => runs).toBe(1)
  await two.runAll()
  expect(runs).toBe(1)
  open()
  await first
  await two.runAll()
  expect(runs).toBe(2)
})

test('the lease of a process that died in the middle runs out', async () => {
  let runs = 0
  const job: Job = {
    name: 'dead',
    everyMilliseconds: 60_000,
    async run() {
      runs += 1
    },
  }
  await db.asOwner(
    `insert into leases values ('job:dead', 'a dead process', '${new Date(now + 60_000).toISOString()}')`,
  )
  await runnerOf(job).runAll()
  expect(runs).toBe(0)
  now += 60_001
  await runnerOf(job).runAll()
  expect(runs).toBe(1)
})

test('a job that fails is tried again the next time', async () => {
  let runs = 0
  const job: Job = {
    name: 'failing',
    everyMilliseconds: 5,
    async run() {
      runs += 1
      throw new Error('not today')
    },
  }
  const runner = runnerOf(job)
  runner.start()
  await expect.poll(() => runs).toBeGreaterThanOrEqual(2)
  await runner.stop()
})

test('stopping waits for the job at work, tells it, and begins no other', async () => {
  const { open, opened } = gate()
  let told = false
  let runs = 0
  const runner = runnerOf({
    name: 'stopping',
    everyMilliseconds: 5,
    async run(signal) {
      runs += 1
      await opened
      told = signal.aborted
    },
  })
  runner.start()
  await expect.poll(() => runs).toBe(1)
  const stopped = runner.stop()
  open()
  await stopped
  expect(told).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(runs).toBe(1)
})

test('sweeping forgets counts and leases that ran out, and asks every sweeper', async () => {
  const at = (milliseconds: number) => new Date(now + milliseconds).toISOString()
  await db.asOwner(`insert into rate_hits values ('old', 1, '${at(-1)}'), ('new', 1, '${at(1)}')`)
  await db.asOwner(
    `insert into leases values ('long dead', 'x', '${at(-25 * 3_600_000)}'), ('just dead', 'x', '${at(-1)}')`,
  )
  const swept: string[] = []
  const sweeper = (name: string) => ({
    async sweep() {
      swept.push(name)
      return 0
    },
  })
  const job = createSweepingJob([sweeper('sessions'), sweeper('sign-ins'), createExpiredRowSweeper({ db, clock })])
  await job.run(new AbortController().signal)
  expect(swept).toEqual(['sessions', 'sign-ins'])
  expect(await db.asOwner('select key from rate_hits')).toEqual([{ key: 'new' }])
  expect(await db.asOwner("select name from leases where name like '% dead'")).toEqual([{ name: 'just dead' }])
})

test('whoever measures is told how each job ended', async () => {
  const told: string[] = []
  const end = listenTo('job', ({ job, outcome }) => told.push(`${job} ${outcome}`))
  await runnerOf({ name: 'fine', everyMilliseconds: 60_000, run: async () => undefined }).runAll()
  await runnerOf({ name: 'broken', everyMilliseconds: 60_000, run: () => Promise.reject(new Error('x')) }).runAll()
  end()
  expect(told).toEqual(['fine done', 'broken failed'])
})

test('admins see how the newest run of a job ended, and how often it failed one after the other', async () => {
  let failing = true
  const job: Job = {
    name: 'watched',
    everyMilliseconds: 60_000,
    run: () => (failing ? Promise.reject(new Error('not today')) : Promise.resolve()),
  }
  const find = async () => (await listJobRuns(db)).find(({ name }) => name === 'watched')
  await runnerOf(job).runAll()
  await runnerOf(job).runAll()
  const failed = { failuresInRow: 2, lastFailedAt: new Date(now), lastError: 'Error: not today' }
  expect(await find()).toMatchObject(failed)
  failing = false
  now += 60_000
  await runnerOf(job).runAll()
  // What went wrong last stays readable.
  expect(await find()).toMatchObject({ ...failed, failuresInRow: 0, endedAt: new Date(now) })
})
