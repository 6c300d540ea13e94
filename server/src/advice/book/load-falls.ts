// Tests: ../../features/watch/watch.test.ts, ../../features/overview/one-value.test.ts

import { randomUUID } from 'node:crypto'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import type { BookInput } from './book-input.ts'
import { type BookDependencies, loadBookInput } from './load-book-input.ts'
import { type MarketFall, measureFalls } from './measure-falls.ts'

const SHORTEST_HORIZON = 5
const fallsTask = defineWorkerTask(new URL('./measure-falls.ts', import.meta.url).href, measureFalls)

interface Wanted {
  portfolioId: string
  lots: readonly StoredLot[]
  signal: AbortSignal
}

/**
 * Loads what falls of the market are measured from: histories, and option chains only where options are held.
 *
 * @returns null when nothing has a price and is worth more than is owed
 * @throws AppError 503 when there is no history of the benchmark
 */
export function loadFallInput(
  dependencies: BookDependencies,
  { portfolioId, lots, signal }: Wanted,
): Promise<BookInput | null> {
  const ignore = () => undefined
  return loadBookInput(dependencies, {
    analysisId: randomUUID(),
    portfolio: { id: portfolioId, name: '', lots },
    body: { horizonDays: SHORTEST_HORIZON, allowOptions: lots.some(({ kind }) => kind === 'option') },
    signal,
    progress: { onPriced: ignore, onHistories: ignore, onChains: ignore },
  })
}

/** Loads a portfolio and measures falls of the market. @returns empty when the portfolio owes as much as it holds */
export async function loadFalls(
  dependencies: BookDependencies & { workers: WorkerPool },
  { shocksPercent, userId, ...wanted }: Wanted & { shocksPercent: readonly number[]; userId: string },
): Promise<MarketFall[]> {
  const book = await loadFallInput(dependencies, wanted)
  if (book === null) return []
  return dependencies.workers.run(fallsTask, { book, shocksPercent }, { owner: userId, signal: wanted.signal })
}
