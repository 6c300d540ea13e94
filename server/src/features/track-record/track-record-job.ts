// Tests: track-record.test.ts

import type { TrackRecord } from '../../advice/record/track-record.ts'
import type { Job } from '../../jobs/job-runner.ts'
import type { Parts } from '../../parts.ts'
import { createQuoteObserver } from './observe-quotes.ts'
import { scoreDue } from './score-due.ts'
import { verifyChains } from './verify-chains.ts'

interface JobDependencies extends Pick<Parts, 'db' | 'clock' | 'log' | 'marketData' | 'version'> {
  trackRecord: Pick<TrackRecord, 'settleLeft'>
}

const EVERY_MILLISECONDS = 10 * 60_000
const DAY_MILLISECONDS = 86_400_000
/** A chain that is broken is broken in every row after it, too. */
const LOGGED_PROBLEMS = 20

/**
 * Keeps the track record: takes up recommendations that a dead process left, notes down what their options are quoted at,
 * scores those whose horizon is over, and once a day checks that nobody changed anything.
 */
export function createTrackRecordJob(dependencies: JobDependencies): Job {
  const { db, clock, log, trackRecord } = dependencies
  const observeQuotes = createQuoteObserver(dependencies)
  let verifiedAt = Number.NEGATIVE_INFINITY

  async function verifyDaily() {
    const now = clock.now().getTime()
    if (now - verifiedAt < DAY_MILLISECONDS) return
    const { problems, recommendations, scores } = await verifyChains(db, { recompute: false })
    verifiedAt = now
    for (const problem of problems.slice(0, LOGGED_PROBLEMS)) log.error(problem, 'the track record was changed')
    log.info({ recommendations, scores, problems: problems.length }, 'track record verified')
  }

  const steps: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
    settle: (signal) => trackRecord.settleLeft(signal),
    observe: observeQuotes,
    score: (signal) => scoreDue(dependencies, signal),
    verify: verifyDaily,
  }

  return {
    name: 'track-record',
    everyMilliseconds: EVERY_MILLISECONDS,
    async run(signal) {
      // One step that fails must not keep the others from being done, today and every day after.
      for (const [name, step] of Object.entries(steps)) {
        if (signal.aborted) return
        await step(signal).catch((err: unknown) => log.error({ err, step: name }, 'a step of the track record failed'))
      }
    },
  }
}
