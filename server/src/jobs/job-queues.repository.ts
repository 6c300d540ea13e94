// Tests: job-runner.test.ts

import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'

/** A queue of background work as admins see it. What was done is kept for about a hundred runs. */
export interface JobQueue {
  name: string
  waiting: number
  active: number
  done: number
  /** Attempts that failed, of those that are kept. */
  failures: number
  /** Attempts of one job that failed one after the other until now; 0 when none waits to be tried again. */
  failuresInRow: number
  endedAt: Date | null
  /** When the newest attempt that failed had begun, and why it did; null unless one waits to be tried again or was given up. */
  lastFailedAt: Date | null
  lastError: string | null
}

// A retry is counted when it begins.
const FAILURES = sql`case when state in ('retry', 'failed') then retry_count + 1 else retry_count end`
const RETRYING = sql`state = 'retry' or state = 'active' and retry_count > 0`
const FAILED = sql`state = 'failed' or ${RETRYING}`

/** Every queue, by name. */
export async function listJobQueues(db: Database): Promise<JobQueue[]> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute(sql`select name,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'completed')::int as done,
      coalesce(sum(${FAILURES}), 0)::int as failures,
      coalesce(max(${FAILURES}) filter (where ${RETRYING}), 0)::int as "failuresInRow",
      max(completed_on) filter (where state = 'completed') as "endedAt",
      max(started_on) filter (where ${FAILED}) as "lastFailedAt",
      (array_agg(output ->> 'message' order by started_on desc) filter (where ${FAILED}))[1] as "lastError"
      from pgboss.job group by name order by name`),
  )
  const toDate = (instant: unknown) => (instant === null ? null : new Date(String(instant)))
  return (rows as unknown as JobQueue[]).map((row) => ({
    ...row,
    endedAt: toDate(row.endedAt),
    lastFailedAt: toDate(row.lastFailedAt),
  }))
}
