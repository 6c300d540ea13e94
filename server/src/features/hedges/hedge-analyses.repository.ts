import { and, desc, eq, notInArray } from 'drizzle-orm'
import { readBytes, selectBytes, toBytes } from '../../database/bytes.ts'
import type { Transaction } from '../../database/database.ts'
import { hedgeAnalyses, type StoredHedgeEntry } from '../../database/schema/index.ts'
import { errors } from '../../http/errors.ts'
import { isId } from '../../portfolios/portfolio.repository.ts'

/** So many analyses of a portfolio are kept; the oldest give way. */
const KEPT_PER_PORTFOLIO = 100

export interface StoredAnalysis {
  id: string
  portfolioId: string
  /** SHA-256 of the positions that were analysed. */
  positionsHash: string
  entry: StoredHedgeEntry
  /** The answer as JSON, compressed. */
  body: Uint8Array
  createdAt: Date
}

export async function insertAnalysis(tx: Transaction, analysis: StoredAnalysis & { userId: string }): Promise<void> {
  const { body, ...values } = analysis
  await tx.insert(hedgeAnalyses).values({ ...values, body: toBytes(body) })
  const kept = tx
    .select({ id: hedgeAnalyses.id })
    .from(hedgeAnalyses)
    .where(eq(hedgeAnalyses.portfolioId, analysis.portfolioId))
    .orderBy(desc(hedgeAnalyses.createdAt), desc(hedgeAnalyses.id))
    .limit(KEPT_PER_PORTFOLIO)
  await tx
    .delete(hedgeAnalyses)
    .where(and(eq(hedgeAnalyses.portfolioId, analysis.portfolioId), notInArray(hedgeAnalyses.id, kept)))
}

/** Without bodies, the newest first. */
export function listAnalyses(
  tx: Transaction,
  portfolioId: string,
): Promise<Omit<StoredAnalysis, 'body' | 'portfolioId'>[]> {
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
