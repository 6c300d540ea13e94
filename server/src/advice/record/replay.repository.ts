import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { replayedRecommendations as replayed } from '../../database/schema/index.ts'
import type { StoredSource } from '../../market-data/stored-source.ts'

/** Which replay a month is of: another engine or another portfolio makes another one. */
export interface ReplayKey {
  source: StoredSource
  portfolio: string
  engineVersion: string
}

export interface StoredMonth extends ReplayKey {
  madeOn: string
  content: string
  createdAt: Date
}

const isOf = ({ source, portfolio, engineVersion }: ReplayKey) =>
  and(eq(replayed.source, source), eq(replayed.portfolio, portfolio), eq(replayed.engineVersion, engineVersion))

export async function insertMonth(tx: Transaction, month: StoredMonth): Promise<void> {
  await tx.insert(replayed).values(month).onConflictDoNothing()
}

export async function listMonths(tx: Transaction, key: ReplayKey): Promise<Pick<StoredMonth, 'madeOn' | 'content'>[]> {
  return tx
    .select({ madeOn: replayed.madeOn, content: replayed.content })
    .from(replayed)
    .where(isOf(key))
    .orderBy(asc(replayed.madeOn))
}

/** The replay of a source that was worked at last; undefined when there is none. */
export async function findLatestReplay(tx: Transaction, source: StoredSource): Promise<ReplayKey | undefined> {
  const [found] = await tx
    .select({ portfolio: replayed.portfolio, engineVersion: replayed.engineVersion })
    .from(replayed)
    .where(eq(replayed.source, source))
    .groupBy(replayed.portfolio, replayed.engineVersion)
    .orderBy(desc(sql`max(${replayed.createdAt})`))
    .limit(1)
  return found && { source, ...found }
}

export async function deleteReplay(tx: Transaction, key: ReplayKey): Promise<void> {
  await tx.delete(replayed).where(isOf(key))
}
