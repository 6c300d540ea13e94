// Tests: client.test.ts, migrations.test.ts

import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Engine, Transaction } from './database.ts'
import { isUnavailable } from './database-errors.ts'
import { createPostgresNotifications } from './postgres-notifications.ts'
import * as schema from './schema/index.ts'

const POOL_SIZE = 10
/** Connections never used for users' own rows: signing in and readiness must not wait for anybody's upload. */
const KEPT_CONNECTIONS = 2
const CONNECT_TIMEOUT_MILLISECONDS = 1_500
const STATEMENT_TIMEOUT_MILLISECONDS = 5_000
/** After PostgreSQL refused a connection, others are not tried for this long: a request must not wait for each of its queries. */
const FAIL_FAST_MILLISECONDS = 500

/** How the pool says that it had no connection to give in time; a new one that was not made in time is told otherwise. */
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect'

export interface PostgresPatience {
  /** For a connection: a new one, or one of the pool that is in use. */
  connectMilliseconds: number
  /** For the answer to a statement. */
  statementMilliseconds: number
}

const PATIENCE: PostgresPatience = {
  connectMilliseconds: CONNECT_TIMEOUT_MILLISECONDS,
  statementMilliseconds: STATEMENT_TIMEOUT_MILLISECONDS,
}

/** PostgreSQL reached by URL, over a pool; a connection that misbehaves is dropped, so that the pool heals by itself. */
export function createPostgresEngine(url: string, log: Log, patience: PostgresPatience = PATIENCE): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: patience.connectMilliseconds,
    statement_timeout: patience.statementMilliseconds,
    // The server may be silent rather than slow; then only this side can notice.
    query_timeout: patience.statementMilliseconds,
    keepAlive: true,
    application_name: 'ballast',
  })
  // An idle connection may break at any time; without a listener that would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  // Nor has a connection in use a listener, and between two queries of a transaction nobody waits for it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const connect = createConnector(pool)
  const orms = new WeakMap<pg.PoolClient, Transaction>()
  const notifications = createPostgresNotifications(url, log)

  function ormOf(client: pg.PoolClient): Transaction {
    let orm = orms.get(client)
    if (!orm) {
      orm = drizzle({ client, schema }) as unknown as Transaction
      orms.set(client, orm)
    }
    return orm
  }

  return {
    kind: 'postgres',
    userConnections: POOL_SIZE - KEPT_CONNECTIONS,
    async transaction(prelude, work) {
      const client = await connect()
      let broken: Error | undefined
      try {
        await client.query(`BEGIN; ${prelude}`)
        const result = await work(ormOf(client))
        await client.query('COMMIT')
        return result
      } catch (error) {
        // Over a silent connection a ROLLBACK would wait its time, too; the server rolls back when the connection ends.
        if (isUnavailable(error) && error instanceof Error) broken = error
        else {
          await client.query('ROLLBACK').catch((rollbackError: Error) => {
            broken = rollbackError
          })
        }
        throw error
      } finally {
        client.release(broken)
      }
    },
    listen: notifications.listen,
    isHearing: notifications.isHearing,
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await notifications.close()
      await pool.end()
    },
  }
}

function createConnector(pool: pg.Pool): () => Promise<pg.PoolClient> {
  let failure: unknown
  let failedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - failedAt < FAIL_FAST_MILLISECONDS) throw failure
    try {
      return await pool.connect()
    } catch (error) {
      // All connections being in use says nothing of the next moment.
      if (error instanceof Error && error.message === POOL_EXHAUSTED) throw error
      failure = error
      failedAt = performance.now()
      throw error
    }
  }
}
