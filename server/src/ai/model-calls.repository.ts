// Tests: analyst-model.test.ts, model-over-http.test.ts

import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { aiModelCalls } from '../database/schema/index.ts'
import type { AiFeature } from './budgets.ts'
import type { FailureCode } from './model-failure.ts'

/** Tokens of a day, from midnight UTC. */
export interface DailyTokens {
  user: number
  all: number
}

/** How a run ended. `partly`: some sections are the built-in engine's. */
export type CallOutcome = 'written' | 'partly' | 'aborted' | FailureCode

export interface EndedCall {
  outcome: CallOutcome
  inputTokens: number
  outputTokens: number
  milliseconds: number
}

/** The books of what models cost, shared by all processes. */
export interface ModelCalls {
  /**
   * Enters a run that may cost so many tokens, unless the day's budget does not hold them: of the user, or of everybody.
   *
   * @param userId null for nobody's, such as an evaluation
   * @returns its id, or which budget is used up
   */
  open(call: {
    userId: string | null
    feature: AiFeature
    tokens: number
  }): Promise<{ id: string } | { refused: 'user-budget' | 'daily-budget' }>
  close(id: string, ended: EndedCall): Promise<void>
}

/** Any number that all processes agree on: runs are entered one after the other, so that a budget is never overdrawn. */
const BUDGET_LOCK = 0x6d6f6465

export function createModelCalls(db: Database, clock: Clock, daily: DailyTokens): ModelCalls {
  async function sumSince(tx: Transaction, midnight: Date, userId: string | null): Promise<number> {
    const isUsers = userId === null ? undefined : eq(aiModelCalls.userId, userId)
    const [row] = await tx
      .select({ tokens: sql<string>`coalesce(sum(${aiModelCalls.tokens}), 0)` })
      .from(aiModelCalls)
      .where(and(gte(aiModelCalls.createdAt, midnight), isUsers))
    return Number(row?.tokens ?? 0)
  }

  return {
    open: ({ userId, feature, tokens }) =>
      db.asSystem(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${BUDGET_LOCK})`)
        const createdAt = clock.now()
        const midnight = new Date(`${createdAt.toISOString().slice(0, 10)}T00:00:00.000Z`)
        if ((await sumSince(tx, midnight, null)) + tokens > daily.all) return { refused: 'daily-budget' }
        if (userId !== null && (await sumSince(tx, midnight, userId)) + tokens > daily.user) {
          return { refused: 'user-budget' }
        }
        const [row] = await tx
          .insert(aiModelCalls)
          .values({ userId, feature, outcome: 'under-way', tokens, createdAt })
          .returning({ id: aiModelCalls.id })
        if (!row) throw new Error('The run of a model was not entered')
        return row
      }),

    close: (id, { inputTokens, outputTokens, ...ended }) =>
      db.asSystem(async (tx) => {
        const tokens = inputTokens + outputTokens
        await tx
          .update(aiModelCalls)
          .set({ ...ended, inputTokens, outputTokens, tokens })
          .where(eq(aiModelCalls.id, id))
      }),
  }
}

const KEPT_MILLISECONDS = 90 * 24 * 60 * 60_000

/** Forgets runs that ended three months ago: budgets are of a day, and nobody looks back further. */
export function createModelCallSweeper({ db, clock }: { db: Database; clock: Clock }): { sweep(): Promise<number> } {
  return {
    async sweep() {
      const before = new Date(clock.now().getTime() - KEPT_MILLISECONDS)
      const swept = await db.asSystem((tx) =>
        tx.delete(aiModelCalls).where(lt(aiModelCalls.createdAt, before)).returning({ id: aiModelCalls.id }),
      )
      return swept.length
    },
  }
}
