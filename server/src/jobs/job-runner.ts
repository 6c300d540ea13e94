import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { LeaseRepository } from '../database/lease.repository.ts'
import type { Log } from '../log.ts'
import { measure, secondsSince } from '../measurements.ts'
import type { Random } from '../random.ts'
import type { JobRun } from './job-runs.repository.ts'

/** Something that is done again and again. */
export interface Job {
  name: string
  /** True where every process may be at it at once, because it claims its pieces; one process at a time when left out. */
  isShared?: boolean
  everyMilliseconds: number
  /** How long a process that died in the middle of it keeps the others from it; 5 minutes if absent. */
  leaseMilliseconds?: number
  /** @param signal aborted when the server stops: leave off at the next good place */
  run(signal: AbortSignal): Promise<void>
}

export type JobRunner = ReturnType<typeof createJobRunner>

interface JobRunnerDependencies {
  jobs: readonly Job[]
  leases: LeaseRepository
  /** Keeps how each run ended, for admins to see. */
  recordRun(run: JobRun): Promise<void>
  clock: Clock
  random: Random
  log: Log
}

const LEASE_MILLISECONDS = 5 * 60_000

export function createJobRunner({ jobs, leases, recordRun, clock, random, log }: JobRunnerDependencies) {
  const holder = randomUUID()
  const stopping = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const atWork = new Set<Promise<void>>()

  async function runOnce(job: Job): Promise<void> {
    const names = [`job:${job.name}`]
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + (job.leaseMilliseconds ?? LEASE_MILLISECONDS))
    try {
      if (!job.isShared && (await leases.acquire({ names, holder, now, expiresAt })).size === 0) return
      const begun = performance.now()
      let outcome: 'done' | 'failed' = 'failed'
      let reason: string | null = 'unknown'
      try {
        await job.run(stopping.signal)
        outcome = 'done'
        reason = null
      } catch (error) {
        reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
        throw error
      } finally {
        measure('job', { job: job.name, outcome, seconds: secondsSince(begun) })
        await recordRun({ name: job.name, startedAt: now, endedAt: clock.now(), error: reason })
        if (!job.isShared) await leases.release(names, holder)
      }
    } catch (error) {
      // The next round tries again; a job that fails must not take the server with it.
      log.error({ err: error, job: job.name }, 'a job failed')
    }
  }

  function track(job: Job): Promise<void> {
    const work = runOnce(job).finally(() => atWork.delete(work))
    atWork.add(work)
    return work
  }

  function schedule(job: Job, milliseconds: number) {
    if (stopping.signal.aborted) return
    const timer = setTimeout(async () => {
      timers.delete(timer)
      await track(job)
      schedule(job, job.everyMilliseconds)
    }, milliseconds)
    timer.unref()
    timers.add(timer)
  }

  return {
    /** Begins; each job runs for the first time after a part of its interval, so that starting stays quick. */
    start(): void {
      // Spread, so that processes started together do not all reach for the same lease at the same moment.
      for (const job of jobs) schedule(job, job.everyMilliseconds * (0.1 + 0.4 * random()))
    },
    /** Does every job now, or those of some names, unless another process is at it. */
    async runAll(names?: readonly string[]): Promise<void> {
      await Promise.all(jobs.filter(({ name }) => names?.includes(name) ?? true).map(track))
    },
    /** Begins no job any more and waits for those at work. */
    async stop(): Promise<void> {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.allSettled(atWork)
    },
  }
}
