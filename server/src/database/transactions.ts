// Tests: database.test.ts, client.test.ts

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Random } from '../random.ts'
import { createChangeFeed } from './change-feed.ts'
import type { Database, Engine, Transaction } from './database.ts'
import { DatabaseUnavailableError, isConflict, isUnavailable } from './database-errors.ts'
import { createPlaces } from './places.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const RETRIES = 3
/** Transactions of one user at a time in this process; a screen asks for a few things at once. */
const TRANSACTIONS_PER_USER = 3
const RETRY_BASE_MILLISECONDS = 15

/** Roles, retries and the ban on nesting, over either engine. */
export function toDatabase(engine: Engine, random: Random): Database {
  const open = new AsyncLocalStorage<{ running: boolean }>()
  const places = createPlaces(TRANSACTIONS_PER_USER, engine.userConnections)

  async function once<T>(prelude: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const scope = { running: true }
    try {
      return await open.run(scope, () => engine.transaction(prelude, work))
    } finally {
      scope.running = false
    }
  }

  function refuseNesting() {
    if (!open.getStore()?.running) return
    throw new Error(
      'A transaction is already open here: use the `tx` it was given. A second one could wait for the first for ever.',
    )
  }

  async function run<T>(prelude: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    refuseNesting()
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(prelude, work)
      } catch (error) {
        const conflict = isConflict(error)
        if (conflict && attempt < RETRIES) {
          await sleep(RETRY_BASE_MILLISECONDS * 2 ** attempt * (0.5 + random()))
          continue
        }
        if (conflict || isUnavailable(error)) {
          throw new DatabaseUnavailableError('The database cannot serve this now.', { cause: error })
        }
        throw error
      }
    }
  }

  async function asRole<T>(
    role: 'ballast_app' | 'ballast_guest',
    userId: string,
    work: (tx: Transaction) => Promise<T>,
  ) {
    // The id goes into the text of the statement, so that role, user and BEGIN are one round trip.
    if (!UUID.test(userId)) throw new RangeError('A transaction of a user needs their UUID')
    refuseNesting()
    const prelude = `SET LOCAL ROLE ${role}; SELECT set_config('app.user_id', '${userId}', true)`
    return places(userId, () => run(prelude, work))
  }

  const asSystem: Database['asSystem'] = (work) => run('SET LOCAL ROLE ballast_system', work)

  return {
    engine: engine.kind,
    asSystem,
    asUser: (userId, work) => asRole('ballast_app', userId, work),
    asUserWithSystem: (userId, work) =>
      asRole('ballast_app', userId, (tx) =>
        work(tx, async (part) => {
          await tx.execute(sql`set local role ballast_system`)
          const result = await part(tx)
          // After a throw nothing more is done: the transaction is rolled back.
          await tx.execute(sql`set local role ballast_app`)
          return result
        }),
      ),
    asGuest: (userId, work) => asRole('ballast_guest', userId, work),
    async ping() {
      try {
        await asSystem((tx) => tx.execute(sql`select 1`))
        return true
      } catch {
        return false
      }
    },
    load: () => engine.load(),
    changes: createChangeFeed(engine),
    listen: (channel, listener) => engine.listen(channel, listener),
    async notify(channel, payload) {
      await asSystem((tx) => tx.execute(sql`select pg_notify(${channel}, ${payload})`))
    },
    close: () => engine.close(),
  }
}
