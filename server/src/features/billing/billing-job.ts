import type { Job } from '../../jobs/job-runner.ts'
import type { BillingService } from './billing.service.ts'

/** Works off payment events that a crash or a failure left, and asks after subscriptions of which no word came. */
export function createBillingJob(billing: Pick<BillingService, 'catchUp'>): Job {
  return {
    name: 'billing',
    everyMilliseconds: 30_000,
    run: () => billing.catchUp(),
  }
}
