// Tests: rate-limit.test.ts

import { sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { rateHits } from '../database/schema/index.ts'

const WINDOW_MILLISECONDS = 60_000
/** A process takes a thirtieth of a large budget at once, so that not every request writes to the database. */
const CHUNKS_PER_BUDGET = 30
const MAX_LOCAL_KEYS = 10_000

/** Hits that this process has taken from the shared count and not used yet. */
interface Allotment {
  used: number
  taken: number
  /** Shared count before these were taken. */
  before: number
  resetAt: number
}

interface Moment {
  now: number
  window: number
}

interface Hit {
  /** How many requests the key has made in its window, this one included. */
  current: number
  millisecondsToReset: number
}

export interface RateCounter {
  /**
   * @param windowMilliseconds a minute when left out; always the same for a key
   * @throws when the database cannot count; the caller then lets the request pass
   */
  hit(key: string, budget: number, windowMilliseconds?: number): Promise<Hit>
}

/**
 * Counts requests by key in windows, for all processes together. Small budgets are counted one by one; a
 * budget of 300 in steps of 10, so that two processes together never allow more than the budget and may allow a step less.
 */
export function createRateCounter(db: Database, clock: Clock): RateCounter {
  const allotments = new Map<string, Allotment>()
  const refills = new Map<string, Promise<void>>()

  async function take(key: string, step: number, { now, window }: Moment): Promise<Allotment> {
    const resetAt = new Date(now + window)
    const over = sql`${rateHits.resetAt} <= ${new Date(now).toISOString()}`
    const [row] = await db.asSystem((tx) =>
      tx
        .insert(rateHits)
        .values({ key, count: step, resetAt })
        .onConflictDoUpdate({
          target: rateHits.key,
          set: {
            count: sql`case when ${over} then ${step} else ${rateHits.count} + ${step} end`,
            resetAt: sql`case when ${over} then excluded.reset_at else ${rateHits.resetAt} end`,
          },
        })
        .returning(),
    )
    if (!row) throw new Error('Counting a request returned no row')
    return { used: 0, taken: step, before: row.count - step, resetAt: row.resetAt.getTime() }
  }

  /** Requests that come at once wait for one step: each taking its own would use up the budget for nothing. */
  function refill(key: string, step: number, moment: Moment): Promise<void> {
    const begun = refills.get(key)
    if (begun) return begun
    const refilled = take(key, step, moment)
      .then((allotment) => {
        if (allotments.size >= MAX_LOCAL_KEYS) allotments.clear()
        allotments.set(key, allotment)
      })
      .finally(() => refills.delete(key))
    refills.set(key, refilled)
    return refilled
  }

  return {
    async hit(key, budget, window = WINDOW_MILLISECONDS) {
      const step = Math.max(1, Math.floor(budget / CHUNKS_PER_BUDGET))
      for (;;) {
        const now = clock.now().getTime()
        const held = allotments.get(key)
        if (held && held.resetAt > now && (held.used < held.taken || held.before + held.used >= budget)) {
          // Counted here even beyond what was taken: who is over a budget stays so until it begins anew.
          held.used += 1
          return { current: held.before + held.used, millisecondsToReset: held.resetAt - now }
        }
        await refill(key, step, { now, window })
      }
    },
  }
}
