// Tests: old-simulations.test.ts

import { and, like, ne } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { replayedRecommendations, volatilityObservations } from '../../database/schema/index.ts'
import { toStoredSource } from '../stored-source.ts'

/**
 * Forgets what was stored of other versions of the simulated market; figures of the first were stored as `sample`. Quotes
 * that the track record has seen can only be added to: those of another version stay, and nothing reads them.
 */
export function createOldSimulationSweeper({ db }: { db: Database }): { sweep(): Promise<number> } {
  return {
    sweep: () =>
      db.asSystem(async (tx) => {
        let rows = 0
        for (const table of [volatilityObservations, replayedRecommendations]) {
          const isOld = and(like(table.source, 'sample%'), ne(table.source, toStoredSource('sample')))
          rows += (await tx.delete(table).where(isOld).returning({ source: table.source })).length
        }
        return rows
      }),
  }
}
