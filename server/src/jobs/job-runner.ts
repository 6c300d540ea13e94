import { type Job as Claim, PgBoss, type Queue } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { createQueueStatements } from '../database/queue-statements.ts'
import type { Log } from '../log.ts'
import { measure, secondsSince } from '../measurements.ts'
import type { Random } from '../random.ts'

/** Something that is done again and again, by one process at a time. */
export interface Job {
  name: string
  everyMilliseconds: number
  /**
   * @param signal aborted when the server stops: leave off at the next good place
   * @returns keys of the pieces that any process is to do
   */
  run(signal: AbortSignal): Promise<readonly string[]> | Promise<void>
  pieces?: Pieces
}

/** Work that a job finds and that all processes share. A piece with some key is waiting or in hand once at a time. */
export interface Pieces {
  /** Jobs may share a queue; then a key of one is not in hand for another meanwhile. */
  queue: string
  /** Pieces that a process takes in hand together. */
  atOnce: number
  work(keys: readonly string[], signal: AbortSignal): Promise<void>
}

export type JobRunner = ReturnType<typeof createJobRunner>

interface JobRunnerDependencies {
  jobs: readonly Job[]
  db: Database
  random: Random
  log: Log
}

/** How long a process that says nothing any more keeps the others from its jobs. */
const HEARTBEAT_SECONDS = 60
const SUPERVISE_SECONDS = 30
/** A run that takes longer is given up; jobs leave off by themselves long before. */
const LONGEST_RUN_SECONDS = 900
/** Runs that are kept for admins to look at, about. */
const KEPT_RUNS = 100
const KEPT_PIECE_SECONDS = 600
/** Each run is tried again until it is done, so that none is ever the last. */
const MOST_RETRIES = 1_000_000
const FIRST_RETRY_SECONDS = 10
const PIECE_POLL_SECONDS = 10
const STOP_MILLISECONDS = 60_000
const RESTART_MILLISECONDS = 5_000
const PIECES_PER_STATEMENT = 1_000
/** Characters of an error that are kept for admins. */
const MOST_ERROR_CHARACTERS = 300

const toSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000)

/** Jobs as queues of pg-boss: one for each job, and one for each kind of pieces. Its times are those of the database. */
export function createJobRunner({ jobs, db, random, log }: JobRunnerDependencies) {
  const boss = new PgBoss({
    db: createQueueStatements(db),
    backend: db.engine === 'embedded' ? 'pglite' : 'postgres',
    // The schema comes with our migrations; the server's roles own nothing.
    migrate: false,
    createSchema: false,
    schedule: false,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (err) => log.warn({ err }, 'the job queue has trouble'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  const stopping = new AbortController()
  const atWork = new Set<Promise<void>>()
  const piecesOf = new Map(jobs.flatMap(({ name, pieces }) => (pieces ? [[name, pieces] as const] : [])))
  const pieceQueues = new Map([...piecesOf.values()].map(({ queue, atOnce }) => [queue, atOnce]))
  const pieceWorkers = new Map<string, string>()
  const ready = new Map<string, Promise<void>>()
  let opened: Promise<unknown> | undefined
  let beginning = Promise.resolve()

  /** Does something once, and again only when it failed. */
  function once(name: string, options: Omit<Queue, 'name'>): Promise<void> {
    let made = ready.get(name)
    if (made === undefined) {
      made = makeQueue(name, options).catch((error) => {
        ready.delete(name)
        throw error
      })
      ready.set(name, made)
    }
    return made
  }

  async function makeQueue(name: string, { policy, ...options }: Omit<Queue, 'name'>): Promise<void> {
    opened ??= boss.start()
    await opened.catch((error) => {
      opened = undefined
      throw error
    })
    const usual = { heartbeatSeconds: HEARTBEAT_SECONDS, expireInSeconds: LONGEST_RUN_SECONDS, ...options }
    await boss.createQueue(name, { ...usual, ...(policy && { policy }) })
    // It may be there since an earlier version, which wanted otherwise.
    await boss.updateQueue(name, usual)
  }

  const openJob = ({ name, everyMilliseconds }: Job) =>
    // One that waits and one that is done, whatever the number of processes.
    once(name, {
      policy: 'stately',
      retryLimit: MOST_RETRIES,
      retryDelay: FIRST_RETRY_SECONDS,
      retryBackoff: true,
      retryDelayMax: Math.max(FIRST_RETRY_SECONDS, toSeconds(everyMilliseconds)),
      deleteAfterSeconds: KEPT_RUNS * toSeconds(everyMilliseconds),
    })
  const openPieces = (queue: string) =>
    once(queue, {
      policy: 'exclusive',
      retryDelay: FIRST_RETRY_SECONDS,
      deleteAfterSeconds: KEPT_PIECE_SECONDS,
    })

  /** @throws Error that says what admins are told, after the log has had the rest */
  async function measured(name: string, work: () => Promise<void>): Promise<void> {
    const begun = performance.now()
    let outcome: 'done' | 'failed' = 'failed'
    try {
      await work()
      outcome = 'done'
    } catch (error) {
      // A job that fails must not take the server with it.
      log.error({ err: error, job: name }, 'a job failed')
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      throw new Error(reason.slice(0, MOST_ERROR_CHARACTERS))
    } finally {
      measure('job', { job: name, outcome, seconds: secondsSince(begun) })
    }
  }

  /** One run. The next is queued before this one ends, so that there is always one. */
  const runOnce = (job: Job, signal: AbortSignal) =>
    measured(job.name, async () => {
      const keys = (await job.run(signal)) ?? []
      if (job.pieces && keys.length > 0) await queuePieces(job.name, job.pieces.queue, keys)
      await boss.send(job.name, null, { startAfter: job.everyMilliseconds / 1000 })
    })

  async function queuePieces(job: string, queue: string, keys: readonly string[]): Promise<void> {
    await openPieces(queue)
    for (let first = 0; first < keys.length; first += PIECES_PER_STATEMENT) {
      const some = keys.slice(first, first + PIECES_PER_STATEMENT)
      await boss.insert(
        queue,
        some.map((key) => ({ singletonKey: key, data: { job, key } })),
      )
    }
    boss.notifyWorker(pieceWorkers.get(queue) ?? '')
  }

  const workPieces = (queue: string, claims: readonly Claim<Piece>[], signal: AbortSignal) =>
    measured(queue, async () => {
      for (const [name, some] of Map.groupBy(claims, ({ data }) => data.job)) {
        await piecesOf.get(name)?.work(
          some.map(({ data }) => data.key),
          signal,
        )
      }
    })

  const signalOf = ([first]: readonly Claim<unknown>[]) =>
    first ? AbortSignal.any([stopping.signal, first.signal]) : stopping.signal

  async function startWorkers(): Promise<void> {
    for (const job of jobs) {
      if (stopping.signal.aborted) return
      await openJob(job)
      // Spread, so that starting stays quick.
      await boss.send(job.name, null, { startAfter: (job.everyMilliseconds / 1000) * (0.1 + 0.4 * random()) })
    }
    for (const queue of pieceQueues.keys()) await openPieces(queue)
    if (stopping.signal.aborted) return
    for (const job of jobs) {
      const pollingIntervalSeconds = Math.min(30, Math.max(2, job.everyMilliseconds / 4000))
      await boss.work(job.name, { pollingIntervalSeconds }, (claims) => track(runOnce(job, signalOf(claims))))
    }
    for (const [queue, batchSize] of pieceQueues) {
      const options = { batchSize, burstWhenBatchFull: true, pollingIntervalSeconds: PIECE_POLL_SECONDS }
      const worker = await boss.work<Piece>(queue, options, (claims) =>
        track(workPieces(queue, claims, signalOf(claims))),
      )
      pieceWorkers.set(queue, worker)
    }
  }

  function begin(): void {
    if (stopping.signal.aborted) return
    beginning = startWorkers().catch((err: unknown) => {
      log.warn({ err }, 'jobs cannot begin yet')
      setTimeout(begin, RESTART_MILLISECONDS).unref()
    })
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => atWork.delete(tracked))
    atWork.add(tracked)
    return tracked
  }

  /** Takes what may be taken from a queue and does it. @returns false when there was nothing */
  async function takeNow(queue: string, batchSize: number, work: (claims: Claim<Piece>[]) => Promise<void>) {
    const claims = await boss.fetch<Piece>(queue, { batchSize, ignoreStartAfter: true })
    if (claims.length === 0) return false
    const ids = claims.map(({ id }) => id)
    await work(claims).then(
      () => boss.complete(queue, ids),
      (error: Error) => boss.fail(queue, ids, { message: error.message }),
    )
    return true
  }

  async function runNow(job: Job): Promise<void> {
    await openJob(job)
    const takeRun = () => takeNow(job.name, 1, () => runOnce(job, stopping.signal))
    if (!(await takeRun())) {
      await boss.send(job.name)
      await takeRun()
    }
    if (job.pieces === undefined) return
    const { queue, atOnce } = job.pieces
    await openPieces(queue)
    let taken = true
    while (taken) taken = await takeNow(queue, atOnce, (claims) => workPieces(queue, claims, stopping.signal))
  }

  return {
    /** Begins; each job runs for the first time after a part of its interval, so that starting stays quick. */
    start: begin,
    /** Does every job now, or those of some names, unless another process is at it. */
    async runAll(names?: readonly string[]): Promise<void> {
      const chosen = jobs.filter(({ name }) => names?.includes(name) ?? true)
      for (const job of chosen) await openJob(job)
      // What a dead process had in hand is taken up.
      await boss.supervise()
      await Promise.all(chosen.map((job) => track(runNow(job))))
    },
    /** Begins no job any more and waits for those at work. */
    async stop(): Promise<void> {
      stopping.abort()
      await beginning
      await boss.stop({ timeout: STOP_MILLISECONDS })
      await Promise.allSettled(atWork)
    },
  }
}

interface Piece {
  job: string
  key: string
}
