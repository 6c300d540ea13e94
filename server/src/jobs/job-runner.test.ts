/** @module-tag postgres */

import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createExpiredRowSweeper } from '../database/expired-rows.ts'
import { createQueueStatements } from '../database/queue-statements.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { createLog } from '../log.ts'
import { listenTo } from '../measurements.ts'
import { listJobQueues } from './job-queues.repository.ts'
import { createJobRunner, type Job, type JobRunner } from './job-runner.ts'
import { createSweepingJob } from './sweeping.ts'

const now = new Date('2026-11-20T15:00:00Z').getTime()
const clock = { now: () => new Date(now) }
const log = createLog('silent')
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const running = new Set<JobRunner>()
afterEach(async () => {
  await Promise.all([...running].map((runner) => runner.stop()))
  running.clear()
})

/** A runner as each process has one. */
function runnerOf(...jobs: Job[]): JobRunner {
  const runner = createJobRunner({ jobs, db, log, random: () => 0 })
  running.add(runner)
  return runner
}

/** One that is killed: what it has in hand never ends. */
function runnerToDie(job: Job): JobRunner {
  return createJobRunner({ jobs: [job], db, log, random: () => 0 })
}

const nobody = () => new Promise<never>(() => {})

/** Lets two minutes pass for the queues. */
const passTime = () =>
  db.asOwner(`update pgboss.job set heartbeat_on = heartbeat_on - interval '2 minutes';
    update pgboss.queue set monitor_claim_on = null, monitor_on = null`)

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('the migrations make the schema that this version of the library works with', async () => {
  const boss = new PgBoss({ db: createQueueStatements(db), migrate: false, supervise: false, schedule: false })
  await boss.start()
  const { extraIndexes, ...drift } = await boss.detectSchemaDrift()
  expect({ ...drift, extraIndexes }).toMatchObject({ ok: true, extraIndexes: [] })
  await boss.stop()
})

test('users’ roles have no part in the queues', async () => {
  const rights = await db.asOwner(`select distinct grantee, privilege_type from information_schema.table_privileges
    where table_schema = 'pgboss' and grantee in ('ballast_app', 'ballast_guest', 'ballast_system', 'PUBLIC') order by 2`)
  expect(rights.map(({ grantee, privilege_type: right }) => `${grantee} ${right}`)).toEqual(
    ['DELETE', 'INSERT', 'SELECT', 'UPDATE'].map((right) => `ballast_system ${right}`),
  )
})

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

test('what a process that died in the middle had in hand is taken up by another', async () => {
  let runs = 0
  const job: Job = {
    name: 'dead',
    everyMilliseconds: 60_000,
    run() {
      runs += 1
      return runs === 1 ? nobody() : Promise.resolve()
    },
  }
  void runnerToDie(job).runAll()
  await expect.poll(() => runs).toBe(1)
  const other = runnerOf(job)
  await other.runAll()
  expect(runs).toBe(1)
  await passTime()
  await other.runAll()
  expect(runs).toBe(2)
})

test('a job goes on after each run, also after one that failed', async () => {
  let runs = 0
  const runner = runnerOf({
    name: 'going-on',
    everyMilliseconds: 100,
    async run() {
      runs += 1
      if (runs === 2) throw new Error('not today')
    },
  })
  runner.start()
  await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  const waiting = () => db.asOwner("select state from pgboss.job where name = 'going-on' and state < 'active'")
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([{ state: 'retry' }])
  await runner.runAll()
  expect(runs).toBe(3)
  expect(await waiting()).toEqual([{ state: 'created' }])
}, 90_000)

test('stopping waits for the job at work, tells it, and begins no other', async () => {
  const { open, opened } = gate()
  let told = false
  let runs = 0
  const runner = runnerOf({
    name: 'stopping',
    everyMilliseconds: 100,
    async run(signal) {
      runs += 1
      await opened
      told = signal.aborted
    },
  })
  runner.start()
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(1)
  const stopped = runner.stop()
  open()
  await stopped
  expect(told).toBe(true)
  expect(runs).toBe(1)
  expect(await db.asOwner("select 1 from pgboss.job where name = 'stopping' and state = 'active'")).toEqual([])
}, 40_000)

/** A night's work that all processes share: who is at it does so many pieces at a time. */
function createNight(name: string) {
  const due = new Set(Array.from({ length: 40 }, (_, piece) => `piece ${piece}`))
  const inHand = new Set<string>()
  const done: string[] = []
  const twice: string[] = []
  const toJob = (work: (keys: readonly string[]) => Promise<void>): Job => ({
    name,
    everyMilliseconds: 1_000,
    run: async () => [...due],
    pieces: {
      queue: `${name}-pieces`,
      atOnce: 5,
      async work(keys) {
        twice.push(...keys.filter((key) => inHand.has(key)))
        const open = keys.filter((key) => due.has(key))
        for (const key of open) inHand.add(key)
        await work(open)
        for (const key of open) {
          due.delete(key)
          inHand.delete(key)
          done.push(key)
        }
      },
    },
  })
  return { due, done, twice, inHand, toJob }
}

test('processes share the pieces of a night, and each is done once', async () => {
  const { done, twice, due, toJob } = createNight('shared')
  const begun = new Set<string>()
  const { open, opened } = gate()
  const processOf = (name: string) =>
    runnerOf(
      toJob(async () => {
        if (begun.add(name).size === 2) open()
        await opened
      }),
    )
  const first = processOf('one').runAll()
  // Pieces are queued by then: who looks before finds none and goes, and the first would wait alone.
  await expect.poll(() => begun.size).toBe(1)
  await Promise.all([first, processOf('two').runAll(), processOf('three').runAll()])
  expect(twice).toEqual([])
  expect(due.size).toBe(0)
  expect(done).toHaveLength(40)
})

test('pieces of a process that was killed are done by another, once; those of another meanwhile', async () => {
  const { done, twice, due, inHand, toJob } = createNight('killed')
  void runnerToDie(toJob(nobody)).runAll()
  await expect.poll(() => inHand.size).toBe(5)
  const dead = [...inHand]
  const other = runnerOf(toJob(async () => undefined))
  await other.runAll()
  expect([...due].toSorted()).toEqual(dead.toSorted())
  inHand.clear()
  await passTime()
  await other.runAll()
  expect(twice).toEqual([])
  expect(due.size).toBe(0)
  expect(done.toSorted()).toEqual([...new Set(done)].toSorted())
})

test('pieces wake the workers of a process, and a backlog is worked off without pauses', async () => {
  const { done, toJob } = createNight('awake')
  runnerOf(toJob(async () => undefined)).start()
  await expect.poll(() => done.length, { timeout: 40_000 }).toBe(40)
}, 60_000)

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
  await runnerOf({ name: 'fine', everyMilliseconds: 60_000, run: async () => {} }).runAll()
  const fail = async () => {
    throw new Error('x')
  }
  await runnerOf({ name: 'broken', everyMilliseconds: 60_000, run: fail }).runAll()
  end()
  expect(told).toEqual(['fine done', 'broken failed'])
})

test('admins see that a job fails, why, and what is tried again', async () => {
  let failing = true
  const job: Job = {
    name: 'watched',
    everyMilliseconds: 60_000,
    async run() {
      if (failing) throw new Error('not today')
    },
  }
  const find = async () => (await listJobQueues(db)).find(({ name }) => name === 'watched')
  await runnerOf(job).runAll()
  await runnerOf(job).runAll()
  const failed = { waiting: 1, done: 0, failures: 2, failuresInRow: 2, lastError: 'Error: not today' }
  expect(await find()).toMatchObject({ ...failed, endedAt: null, lastFailedAt: expect.any(Date) })
  failing = false
  await runnerOf(job).runAll()
  // That it failed stays to be seen.
  const mended = { waiting: 1, done: 1, failures: 2, failuresInRow: 0, lastError: null, lastFailedAt: null }
  expect(await find()).toMatchObject({ ...mended, endedAt: expect.any(Date) })
})
