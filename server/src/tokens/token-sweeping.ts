import type { Job } from '../jobs/job-runner.ts'
import type { TokenMeter } from './token-meter.ts'

/** Gives back what dead processes left set aside: with a lease of 45 seconds, within two minutes of the death. */
export function createTokenSweepingJob(tokenMeter: Pick<TokenMeter, 'sweep'>): Job {
  return {
    name: 'token-sweeping',
    everyMilliseconds: 20_000,
    async run() {
      await tokenMeter.sweep()
    },
  }
}
