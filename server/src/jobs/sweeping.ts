import { measure } from '../measurements.ts'
import type { Job } from './job-runner.ts'

const EVERY_MILLISECONDS = 10 * 60_000

interface Sweeper {
  sweep(): Promise<number>
}

/** Forgets what has run out: sessions, sign-ins nobody finished, counts of requests, leases of the dead. */
export function createSweepingJob(sweepers: readonly Sweeper[]): Job {
  return {
    name: 'sweeping',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run(signal) {
      for (const sweeper of sweepers) {
        if (signal.aborted) return
        measure('swept', { rows: await sweeper.sweep() })
      }
    },
  }
}
