import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { importBatches, positions } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import { isId } from './portfolio.repository.ts'

export type ImportSource = 'csv' | 'json' | 'review'

export interface ListedImport {
  id: string
  source: ImportSource
  positionCount: number
  /** Positions of this import that are still seen. */
  remainingCount: number
  createdAt: Date
}

export async function createImport(
  tx: Transaction,
  batch: { userId: string; portfolioId: string; source: ImportSource; positionCount: number; now: Date },
): Promise<string> {
  const { now, ...values } = batch
  const [row] = await tx
    .insert(importBatches)
    .values({ ...values, createdAt: now })
    .returning({ id: importBatches.id })
  if (!row) throw new Error('Recording an import returned no row')
  return row.id
}

/** What was imported into a portfolio, newest first. */
export async function listImports(tx: Transaction, portfolioId: string): Promise<ListedImport[]> {
  return tx
    .select({
      id: importBatches.id,
      source: importBatches.source,
      positionCount: importBatches.positionCount,
      createdAt: importBatches.createdAt,
      remainingCount: count(positions.id),
    })
    .from(importBatches)
    .leftJoin(positions, and(eq(positions.importId, importBatches.id), isNull(positions.replacedBy)))
    .where(eq(importBatches.portfolioId, portfolioId))
    .groupBy(importBatches.id)
    .orderBy(desc(importBatches.createdAt), asc(importBatches.id))
}

export interface UndoneImport {
  removed: number
  restored: number
  /** True when this import had made the portfolio and nothing is left in it. */
  emptied: boolean
}

/**
 * Takes back an import: what it added goes, what it replaced comes back.
 *
 * @throws AppError 404 when the portfolio has no such import
 */
export async function undoImport(
  tx: Transaction,
  portfolio: { id: string; createdAt: Date },
  importId: string,
): Promise<UndoneImport> {
  if (!isId(importId)) throw errors.notFound('import')
  const [batch] = await tx
    .select({ createdAt: importBatches.createdAt })
    .from(importBatches)
    .where(and(eq(importBatches.id, importId), eq(importBatches.portfolioId, portfolio.id)))
  if (!batch) throw errors.notFound('import')
  const removed = await tx
    .delete(positions)
    .where(eq(positions.importId, importId))
    .returning({ wasSeen: sql<boolean>`${positions.replacedBy} is null` })
  const restored = await tx
    .update(positions)
    .set({ replacedBy: null })
    .where(eq(positions.replacedBy, importId))
    .returning({ id: positions.id })
  await tx.delete(importBatches).where(eq(importBatches.id, importId))
  const [left] = await tx.select({ lots: count() }).from(positions).where(eq(positions.portfolioId, portfolio.id))
  return {
    removed: removed.filter(({ wasSeen }) => wasSeen).length,
    restored: restored.length,
    // A portfolio is made in the same instant as the import that makes it.
    emptied: left?.lots === 0 && batch.createdAt.getTime() === portfolio.createdAt.getTime(),
  }
}
