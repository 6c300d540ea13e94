// Tests: job-runner.test.ts

import { asc, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { jobRuns } from '../database/schema/index.ts'

/** Characters of an error that are kept for admins. */
const MOST_ERROR_CHARACTERS = 300

export interface JobRun {
  name: string
  startedAt: Date
  endedAt: Date
  /** Why it failed; null where it did not. */
  error: string | null
}

/** Keeps how a run ended in place of the one before it, and counts failures one after the other. */
export async function recordJobRun(db: Database, { name, startedAt, endedAt, error }: JobRun): Promise<void> {
  const failure = error === null ? {} : { lastFailedAt: endedAt, lastError: error.slice(0, MOST_ERROR_CHARACTERS) }
  await db.asSystem((tx) =>
    tx
      .insert(jobRuns)
      .values({ name, startedAt, endedAt, failuresInRow: error === null ? 0 : 1, ...failure })
      .onConflictDoUpdate({
        target: jobRuns.name,
        set: {
          startedAt,
          endedAt,
          failuresInRow: error === null ? 0 : sql`${jobRuns.failuresInRow} + 1`,
          ...failure,
        },
      }),
  )
}

/** The newest run of every job, by name. */
export const listJobRuns = (db: Database) => db.asSystem((tx) => tx.select().from(jobRuns).orderBy(asc(jobRuns.name)))
