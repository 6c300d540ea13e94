// Tests: ../jobs/job-runner.test.ts

import { sql } from 'drizzle-orm'
import { type Db, fromDrizzle } from 'pg-boss'
import type { Database } from './database.ts'
import { findSqlState } from './database-errors.ts'

/** Statements of the job queue, which the server makes as the system. */
export const createQueueStatements = (db: Database): Db => ({
  async executeSql(text, values) {
    try {
      return await db.asSystem(async (tx) => {
        const rows: unknown[] = []
        for (const statement of listStatements(text)) {
          rows.push(...(await fromDrizzle(tx, sql).executeSql(statement, values)).rows)
        }
        return { rows }
      })
    } catch (error) {
      // Two that reach for the same job at once are told apart from a failure by the code.
      throw Object.assign(new Error('A statement of the job queue failed.', { cause: error }), {
        code: findSqlState(error),
      })
    }
  },
})

/** A text with a transaction of its own is several statements; here they are in one already. */
function listStatements(text: string): string[] {
  if (!text.trimStart().startsWith('BEGIN;')) return [text]
  return text.split(';\n').filter((part) => !['', 'BEGIN', 'COMMIT'].includes(part.trim()))
}
