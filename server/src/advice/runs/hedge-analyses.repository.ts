// Tests: ../../features/hedges/hedge-runs.test.ts

import { and, desc, eq, isNotNull, notInArray } from 'drizzle-orm'
import { readBytes, selectBytes, toBytes } from '../../database/bytes.ts'
import type { Transaction } from '../../database/database.ts'
import { hedgeAnalyses, type StoredHedgeEntry } from '../../database/schema/index.ts'
import { errors } from '../../http/errors.ts'
import { holdOwnedPortfolio, isId } from '../../portfolios/portfolio.repository.ts'

/** So many analyses of a portfolio are kept; the oldest give way. */
const KEPT_PER_PORTFOLIO = 100
/** Analyses whose inputs are kept as well; they are larger than the answer. */
const KEPT_INPUTS = 10

export interface StoredAnalysis {
  id: string
  portfolioId: string
  /** SHA-256 of the positions that were analysed. */
  positionsHash: string
  entry: StoredHedgeEntry
  /** The answer as JSON, compressed. */
  body: Uint8Array
  /** Input that it was computed from, as `packInputs` packs it. */
  inputs: Uint8Array
  createdAt: Date
}

/** @throws AppError 404 when the portfolio was deleted while the analysis was made */
export async function insertAnalysis(tx: Transaction, analysis: StoredAnalysis & { userId: string }): Promise<void> {
  await holdOwnedPortfolio(tx, analysis.portfolioId)
  const { body, inputs, ...values } = analysis
  await tx.insert(hedgeAnalyses).values({ ...values, body: toBytes(body), inputs: toBytes(inputs) })
  const isOfPortfolio = eq(hedgeAnalyses.portfolioId, analysis.portfolioId)
  const newest = (count: number) =>
    tx
      .select({ id: hedgeAnalyses.id })
      .from(hedgeAnalyses)
      .where(isOfPortfolio)
      .orderBy(desc(hedgeAnalyses.createdAt), desc(hedgeAnalyses.id))
      .limit(count)
  const isOlder = (count: number) => and(isOfPortfolio, notInArray(hedgeAnalyses.id, newest(count)))
  await tx.delete(hedgeAnalyses).where(isOlder(KEPT_PER_PORTFOLIO))
  await tx
    .update(hedgeAnalyses)
    .set({ inputs: null })
    .where(and(isOlder(KEPT_INPUTS), isNotNull(hedgeAnalyses.inputs)))
}

/** Answer of an analysis of any portfolio of the user's, and its inputs while they are kept; undefined when they have none. */
export async function findRecordedAnalysis(
  tx: Transaction,
  analysisId: string,
): Promise<{ body: Uint8Array; inputs: Uint8Array | null } | undefined> {
  if (!isId(analysisId)) return undefined
  const [found] = await tx
    .select({ body: selectBytes(hedgeAnalyses.body), inputs: selectBytes(hedgeAnalyses.inputs) })
    .from(hedgeAnalyses)
    .where(eq(hedgeAnalyses.id, analysisId))
  if (!found) return undefined
  return { body: readBytes(found.body), inputs: found.inputs === null ? null : readBytes(found.inputs) }
}

/** Without bodies, the newest first. */
export function listAnalyses(
  tx: Transaction,
  portfolioId: string,
): Promise<Omit<StoredAnalysis, 'body' | 'inputs' | 'portfolioId'>[]> {
  const { id, positionsHash, entry, createdAt } = hedgeAnalyses
  return tx
    .select({ id, positionsHash, entry, createdAt })
    .from(hedgeAnalyses)
    .where(eq(hedgeAnalyses.portfolioId, portfolioId))
    .orderBy(desc(createdAt), desc(id))
}

/** @throws AppError 404 when this portfolio of the user has no such analysis */
export async function getAnalysis(
  tx: Transaction,
  portfolioId: string,
  analysisId: string,
): Promise<Pick<StoredAnalysis, 'positionsHash' | 'body'>> {
  if (!isId(analysisId)) throw errors.notFound('hedge analysis')
  const [found] = await tx
    .select({
      positionsHash: hedgeAnalyses.positionsHash,
      body: selectBytes(hedgeAnalyses.body),
    })
    .from(hedgeAnalyses)
    .where(isThis(portfolioId, analysisId))
  if (!found) throw errors.notFound('hedge analysis')
  return { positionsHash: found.positionsHash, body: readBytes(found.body) }
}

/**
 * Input that an analysis was computed from, as `packInputs` packed it; null once it is kept no more.
 * @throws AppError 404 when this portfolio of the user has no such analysis
 */
export async function getAnalysisInputs(
  tx: Transaction,
  portfolioId: string,
  analysisId: string,
): Promise<Uint8Array | null> {
  if (!isId(analysisId)) throw errors.notFound('hedge analysis')
  const [found] = await tx
    .select({ inputs: selectBytes(hedgeAnalyses.inputs) })
    .from(hedgeAnalyses)
    .where(isThis(portfolioId, analysisId))
  if (!found) throw errors.notFound('hedge analysis')
  return found.inputs === null ? null : readBytes(found.inputs)
}

/** @returns false when there was none */
export async function deleteAnalysis(tx: Transaction, portfolioId: string, analysisId: string): Promise<boolean> {
  if (!isId(analysisId)) return false
  const deleted = await tx
    .delete(hedgeAnalyses)
    .where(isThis(portfolioId, analysisId))
    .returning({ id: hedgeAnalyses.id })
  return deleted.length > 0
}

const isThis = (portfolioId: string, analysisId: string) =>
  and(eq(hedgeAnalyses.portfolioId, portfolioId), eq(hedgeAnalyses.id, analysisId))
