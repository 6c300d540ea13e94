import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema/index.ts'

interface Rows<Row> {
  rows: Row[]
}

interface QueryResult extends PgQueryResultHKT {
  type: Rows<this['row']>
}

type Orm = PgDatabase<QueryResult, typeof schema, ExtractTablesWithRelations<typeof schema>>

/** Connection of a unit of database work. It cannot open a transaction: it is one. */
export type Transaction = Omit<Orm, 'transaction'>

/** Does a part of a user's transaction as the system; what comes after it is done as the user again. */
export type AsSystem = <T>(part: (tx: Transaction) => Promise<T>) => Promise<T>

export type Unlisten = () => Promise<void>

/** Who hears what `NOTIFY` says on a channel. */
export interface NotificationListener {
  whenNotified(payload: string): void
  /** Called when notifications may have been missed, because the connection broke. */
  whenInterrupted?(): void
}

/**
 * Notices of the database about changes of users, of their sessions and of versions of their portfolios, in any process.
 * A cache of such rows drops them then.
 */
export interface ChangeFeed {
  /** @param whenChanged called with the id of the user whose rows changed, or with `undefined` when it may be anybody's */
  watch(whenChanged: (userId: string | undefined) => void): void
  /**
   * True while every change is told within a few milliseconds; what was committed 5 seconds ago has been told for
   * certain. While it is false changes may be missed, and nothing that was remembered may be used.
   */
  isLive(): boolean
}

/**
 * The one way to the data. There is no handle outside a transaction, so that no query can run without a role, and none
 * can wait for a transaction that waits for it (on the embedded engine that would hang for ever).
 */
export interface Database {
  readonly engine: 'embedded' | 'postgres'
  /**
   * One short transaction that sees and writes the rows of one user only; row-level security in the database enforces it.
   * Retried up to 3 times when the database asks for it (serialization failure, deadlock), so `work` must do nothing
   * but database work. No transaction may be opened inside: that throws at once.
   *
   * @param userId the signed-in user's id
   * @throws RangeError when `userId` is not a UUID
   * @throws DatabaseUnavailableError when the database cannot be reached, is out of space or does not answer in time
   */
  asUser<T>(userId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * As `asUser`, for a change of which others are told: `asSystem` does a part of the transaction with the rights of the system,
   * so that both happen or nothing does.
   */
  asUserWithSystem<T>(userId: string, work: (tx: Transaction, asSystem: AsSystem) => Promise<T>): Promise<T>
  /**
   * As `asUser`, for what others share with the user: it sees the portfolios shared with them, and nothing of their own. It
   * writes nothing but the end of a share.
   */
  asGuest<T>(userId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** As `asUser`, for what belongs to nobody or to all: sign-in, sweeping, shared caches. Never for a user's request for data. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** True when the database answers now. */
  ping(): Promise<boolean>
  load(): DatabaseLoad
  readonly changes: ChangeFeed
  /** Hears each `notify` on the channel, from this or any other process, until the result is called. */
  listen(channel: string, listener: NotificationListener): Promise<Unlisten>
  /** Tells all processes. The payload has at most 7,999 bytes. */
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

/** Connections of this process; the embedded engine has one. */
export interface DatabaseLoad {
  open: number
  idle: number
  /** Transactions that wait for one. */
  waiting: number
}

/** One of the two engines, below roles and retries. */
export interface Engine {
  readonly kind: Database['engine']
  /** Transactions of users that it takes at a time; what it takes beyond them is for signing in, readiness and all the rest. */
  readonly userConnections: number
  /** Begins a transaction with `prelude` (statements without parameters) in one round trip, commits, or rolls back on a throw. */
  transaction<T>(prelude: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Resolves once the channel is listened to, which is done anew after each interruption; waits while there is no connection. */
  listen(channel: string, listener: NotificationListener): Promise<Unlisten>
  /** True when everything committed up to 5 seconds ago is known to have been heard. */
  isHearing(): boolean
  load(): DatabaseLoad
  close(): Promise<void>
}
