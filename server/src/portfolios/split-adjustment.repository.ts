// Tests: ../features/imports/splits.service.test.ts

import type { PositionKind } from '@ballast/contract'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { importBatches, positions, type SplitLot, splitAdjustments } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import { isId } from './portfolio.repository.ts'

/** A lot with what tells from when its figures are. */
export interface DatedLot {
  id: string
  kind: PositionKind
  ticker: string
  shares: string
  avgCost: string | null
  createdAt: Date
  /** Later than `createdAt` when the user has changed the lot since. */
  updatedAt: Date
  /** ISO date that the imported source stated; null when it stated none. */
  asOf: string | null
}

export interface SplitAdjustment {
  id: string
  action: 'adjust' | 'dismiss'
  ticker: string
  /** ISO date. */
  date: string
  /** Exact decimals. */
  newShares: string
  oldShares: string
  lots: readonly SplitLot[]
  createdAt: Date
}

/** The lots that are seen in a portfolio, in upload order. */
export async function listDatedLots(tx: Transaction, portfolioId: string): Promise<DatedLot[]> {
  return tx
    .select({
      id: positions.id,
      kind: positions.kind,
      ticker: positions.ticker,
      shares: positions.shares,
      avgCost: positions.avgCost,
      createdAt: positions.createdAt,
      updatedAt: positions.updatedAt,
      asOf: importBatches.asOf,
    })
    .from(positions)
    .leftJoin(importBatches, eq(importBatches.id, positions.importId))
    .where(and(eq(positions.portfolioId, portfolioId), isNull(positions.replacedBy)))
    .orderBy(asc(positions.ordinal), asc(positions.id))
}

/** Splits that were applied or dismissed in a portfolio, oldest first. */
export async function listAdjustments(tx: Transaction, portfolioId: string): Promise<SplitAdjustment[]> {
  return tx
    .select()
    .from(splitAdjustments)
    .where(eq(splitAdjustments.portfolioId, portfolioId))
    .orderBy(asc(splitAdjustments.createdAt), asc(splitAdjustments.id))
}

/** @throws AppError 404 when the portfolio has no such adjustment */
export async function getAdjustment(tx: Transaction, portfolioId: string, id: string): Promise<SplitAdjustment> {
  if (!isId(id)) throw errors.notFound('adjustment')
  const [adjustment] = await tx
    .select()
    .from(splitAdjustments)
    .where(and(eq(splitAdjustments.portfolioId, portfolioId), eq(splitAdjustments.id, id)))
  if (!adjustment) throw errors.notFound('adjustment')
  return adjustment
}

/** @returns its id */
export async function createAdjustment(
  tx: Transaction,
  { now, ...values }: Omit<SplitAdjustment, 'id' | 'createdAt'> & { userId: string; portfolioId: string; now: Date },
): Promise<string> {
  const [row] = await tx
    .insert(splitAdjustments)
    .values({ ...values, createdAt: now })
    .returning({ id: splitAdjustments.id })
  if (!row) throw new Error('Recording a split returned no row')
  return row.id
}

export async function deleteAdjustment(tx: Transaction, id: string): Promise<void> {
  await tx.delete(splitAdjustments).where(eq(splitAdjustments.id, id))
}

/** Changes the figures of a lot without saying that the user has touched it: when it was stated stays what it was. */
export async function restateLot(
  tx: Transaction,
  positionId: string,
  { shares, avgCost }: SplitLot['after'],
): Promise<void> {
  await tx.update(positions).set({ shares, avgCost }).where(eq(positions.id, positionId))
}
