// Tests: ../../features/ai-analysis/comprehensive-runs.test.ts, deleted-portfolio.test.ts

import { and, desc, eq, isNotNull, notInArray } from 'drizzle-orm'
import { readBytes, selectBytes, toBytes } from '../../database/bytes.ts'
import type { Transaction } from '../../database/database.ts'
import { aiRuns } from '../../database/schema/index.ts'
import { errors } from '../../http/errors.ts'
import { holdOwnedPortfolio, isId } from '../../portfolios/portfolio.repository.ts'

/** So many runs of a portfolio are kept; the oldest give way. */
const KEPT_PER_PORTFOLIO = 50
/** Runs whose inputs are kept as well: they are a hundred times as large as an answer. */
const KEPT_INPUTS = 10

export interface StoredRun {
  id: string
  portfolioId: string
  kind: 'comprehensive' | 'discovery'
  /** SHA-256 of the positions that it is about. */
  contentKey: string
  summary: string
  engine: string
  simulated: boolean
  /** The answer as JSON, compressed. */
  answer: Uint8Array
  /** Input that it was computed from, as `packInputs` packs it. */
  inputs: Uint8Array
  createdAt: Date
}

/** @throws AppError 404 when the portfolio was deleted while the run was made */
export async function insertRun(tx: Transaction, run: StoredRun & { userId: string }): Promise<void> {
  await holdOwnedPortfolio(tx, run.portfolioId)
  await tx.insert(aiRuns).values({ ...run, answer: toBytes(run.answer), inputs: toBytes(run.inputs) })
  const isOfPortfolio = eq(aiRuns.portfolioId, run.portfolioId)
  const newest = (count: number) =>
    tx
      .select({ id: aiRuns.id })
      .from(aiRuns)
      .where(isOfPortfolio)
      .orderBy(desc(aiRuns.createdAt), desc(aiRuns.id))
      .limit(count)
  const isOlder = (count: number) => and(isOfPortfolio, notInArray(aiRuns.id, newest(count)))
  await tx.delete(aiRuns).where(isOlder(KEPT_PER_PORTFOLIO))
  await tx
    .update(aiRuns)
    .set({ inputs: null })
    .where(and(isOlder(KEPT_INPUTS), isNotNull(aiRuns.inputs)))
}

/** Without answers and inputs, the newest first. */
export function listRuns(
  tx: Transaction,
  portfolioId: string,
): Promise<Omit<StoredRun, 'portfolioId' | 'answer' | 'inputs'>[]> {
  const { id, kind, contentKey, summary, engine, simulated, createdAt } = aiRuns
  return tx
    .select({ id, kind, contentKey, summary, engine, simulated, createdAt })
    .from(aiRuns)
    .where(eq(aiRuns.portfolioId, portfolioId))
    .orderBy(desc(createdAt), desc(id))
}

/** @throws AppError 404 when this portfolio of the user has no such run */
export async function getRun(
  tx: Transaction,
  portfolioId: string,
  runId: string,
): Promise<Pick<StoredRun, 'kind' | 'contentKey' | 'answer'>> {
  if (!isId(runId)) throw errors.notFound('run')
  const [found] = await tx
    .select({ kind: aiRuns.kind, contentKey: aiRuns.contentKey, answer: selectBytes(aiRuns.answer) })
    .from(aiRuns)
    .where(and(eq(aiRuns.portfolioId, portfolioId), eq(aiRuns.id, runId)))
  if (!found) throw errors.notFound('run')
  return { ...found, answer: readBytes(found.answer) }
}

/** Answer and inputs of a run of any portfolio of the user's; undefined when they have none of that kind, inputs null when they are kept no more. */
export async function findRecordedRun(
  tx: Transaction,
  kind: StoredRun['kind'],
  runId: string,
): Promise<(Pick<StoredRun, 'answer'> & { inputs: Uint8Array | null }) | undefined> {
  if (!isId(runId)) return undefined
  const [found] = await tx
    .select({ answer: selectBytes(aiRuns.answer), inputs: selectBytes(aiRuns.inputs) })
    .from(aiRuns)
    .where(and(eq(aiRuns.id, runId), eq(aiRuns.kind, kind)))
  return found && { answer: readBytes(found.answer), inputs: found.inputs === null ? null : readBytes(found.inputs) }
}

export async function deleteRun(tx: Transaction, runId: string): Promise<void> {
  await tx.delete(aiRuns).where(eq(aiRuns.id, runId))
}
