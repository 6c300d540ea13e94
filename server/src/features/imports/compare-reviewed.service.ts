import { randomUUID } from 'node:crypto'
import type { ImportDifference, PositionInput } from '@ballast/contract'
import { type EncodedJson, encodedJson } from '../../http/answers.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import { readReviewed } from '../../portfolios/read-reviewed.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { compareEncoded, comparePositions } from './compare-positions.ts'

/** Held and new ones together; more are compared in a thread. */
const INLINE_LOTS = 500

const compareTask = defineWorkerTask(new URL('./compare-positions.ts', import.meta.url).href, compareEncoded)

/**
 * Compares a portfolio with what it would become with reviewed positions added, or in place of its own.
 *
 * @throws AppError 400 naming the positions that are wrong, 404 when the user has no such portfolio
 */
export async function compareReviewed(
  { portfolioReader, workers }: { portfolioReader: PortfolioReader; workers: WorkerPool },
  userId: string,
  wanted: {
    portfolioId: string
    positions: readonly PositionInput[]
    mode?: 'add' | 'replace' | undefined
    signal: AbortSignal
  },
): Promise<ImportDifference | EncodedJson> {
  const { portfolioId, mode, signal } = wanted
  const { positions } = await readReviewed(wanted.positions)
  const { lots } = await portfolioReader.getHeld(userId, portfolioId)
  if (lots.length + positions.length <= INLINE_LOTS) return comparePositions(lots, positions, mode)
  const request = { held: JSON.stringify(lots), incoming: JSON.stringify(positions), mode }
  return encodedJson(await workers.run(compareTask, request, { owner: userId, signal }), randomUUID())
}
