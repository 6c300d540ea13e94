import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { findActingUser } from '../acting-user.ts'
import { systemClock } from '../clock.ts'
import { letOthersWork } from '../other-work.ts'
import type { DatabaseDump } from './backup/backup-file.ts'
import { dumpDatabase } from './backup/dump-database.ts'
import type { Engine, Transaction } from './database.ts'
import { createPlaces } from './places.ts'
import * as schema from './schema/index.ts'

export interface EmbeddedEngine extends Engine {
  /** Copies the database between two transactions. */
  dump(): Promise<DatabaseDump>
}

/**
 * PostgreSQL inside this process, on this very thread. It has one session, so transactions take turns, and so do users.
 *
 * @param whenClosed what to do after the database is closed, such as giving up the lock on its folder
 */
export function createEmbeddedEngine(client: PGlite, whenClosed: () => Promise<void> = async () => {}): EmbeddedEngine {
  const orm = drizzle({ client, schema }) as unknown as Transaction
  const places = createPlaces(1, 1)
  let turns = 0

  // PGlite's own transaction() spends a round trip each on BEGIN and on the prelude, which costs more than most queries.
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    turns += 1
    try {
      return await places(findActingUser() ?? '', async () => {
        await letOthersWork()
        return work()
      })
    } finally {
      turns -= 1
    }
  }

  return {
    kind: 'embedded',
    // They take turns in here.
    userConnections: Number.POSITIVE_INFINITY,
    transaction: (prelude, work) =>
      inTurn(async () => {
        await client.exec(`BEGIN; ${prelude}`)
        try {
          const result = await work(orm)
          await client.exec('COMMIT')
          return result
        } catch (error) {
          await client.exec('ROLLBACK')
          throw error
        }
      }),
    async listen(channel, { whenNotified }) {
      // In turn, because a LISTEN inside a transaction that rolls back is forgotten.
      const unlisten = await inTurn(() => client.listen(channel, whenNotified))
      return () => inTurn(() => unlisten())
    },
    // Within one process nothing gets lost.
    isHearing: () => true,
    load: () => ({ open: 1, idle: turns === 0 ? 1 : 0, waiting: Math.max(0, turns - 1) }),
    dump: () => inTurn(() => dumpDatabase(client, systemClock)),
    async close() {
      await inTurn(() => client.close())
      await whenClosed()
    },
  }
}
