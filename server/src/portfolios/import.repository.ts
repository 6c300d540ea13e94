// Tests: ../features/portfolios/portfolios.test.ts, ../features/imports/save-from-review.test.ts

import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { importBatches, portfolios, positions } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import { isId } from './portfolio.repository.ts'

/** Source of an import: uploaded as it is, typed into a review, or read from a file, a pasted text or an image. */
export type ImportSource = 'csv' | 'json' | 'review' | 'file' | 'text' | 'image' | 'what-if'

export interface ListedImport {
  id: string
  source: ImportSource
  positionCount: number
  /** Positions of this import that are still seen. */
  remainingCount: number
  createdAt: Date
}

export interface NewImport {
  /** Id of the draft that was reviewed; a new one when there was none. */
  id?: string | undefined
  userId: string
  portfolioId: string
  source: ImportSource
  positionCount: number
  contentHash: string | null
  positionsHash: string | null
  /** ISO date that the source states its positions for. */
  asOf: string | null
  now: Date
}

export async function createImport(tx: Transaction, batch: NewImport): Promise<string> {
  const { now, ...values } = batch
  const [row] = await tx
    .insert(importBatches)
    .values({ ...values, createdAt: now })
    .returning({ id: importBatches.id })
  if (!row) throw new Error('Recording an import returned no row')
  return row.id
}

/** An import whose positions all still stand, with the portfolio that it went into. */
export interface StandingImport {
  id: string
  portfolioId: string
  portfolioName: string
  positionCount: number
  positionsHash: string | null
  createdAt: Date
}

/** Imports of the user, the latest first, by id or by what was read; those that were undone or edited away are left out. */
export async function findStandingImports(
  tx: Transaction,
  wanted: { id: string } | { contentHash: string },
): Promise<StandingImport[]> {
  if ('id' in wanted && !isId(wanted.id)) return []
  const listed = await tx
    .select({
      id: importBatches.id,
      portfolioId: importBatches.portfolioId,
      portfolioName: portfolios.name,
      positionCount: importBatches.positionCount,
      positionsHash: importBatches.positionsHash,
      createdAt: importBatches.createdAt,
      remaining: count(positions.id),
    })
    .from(importBatches)
    .innerJoin(portfolios, eq(portfolios.id, importBatches.portfolioId))
    .leftJoin(positions, and(eq(positions.importId, importBatches.id), isNull(positions.replacedBy)))
    .where('id' in wanted ? eq(importBatches.id, wanted.id) : eq(importBatches.contentHash, wanted.contentHash))
    .groupBy(importBatches.id, portfolios.id)
    .orderBy(desc(importBatches.createdAt), asc(importBatches.id))
  return listed.filter(({ remaining, positionCount }) => remaining === positionCount)
}

/** Imports into a portfolio, newest first. */
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
