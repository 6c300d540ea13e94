import type { PositionInput } from '@ballast/contract'
import { errors } from '../../http/errors.ts'
import { importText } from '../../importers/import-text.ts'
import type { ImportedPosition, ImportResult } from '../../importers/imported-position.ts'
import { mergeLots } from '../../importers/merge-lots.ts'
import { ProblemList } from '../../importers/problem-list.ts'
import { toUploadError } from '../../importers/upload-error.ts'
import { createImport, type ImportSource } from '../../portfolios/import.repository.ts'
import { changeOwnedPortfolio, createPortfolio } from '../../portfolios/portfolio.repository.ts'
import {
  lockLimits,
  requireRoomForLots,
  requireRoomForPortfolio,
} from '../../portfolios/portfolio-limits.repository.ts'
import { hideReplacedLots, insertLots } from '../../portfolios/position.repository.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import type { PortfolioDependencies } from './portfolios.service.ts'
import { readPositionInput } from './position-input.rules.ts'

type ImportDependencies = Omit<PortfolioDependencies, 'marketData'> & { workers: WorkerPool }

/** A longer text takes longer to read than others may be kept waiting, and goes to a worker. */
const INLINE_CHARACTERS = 64 * 1024

const readTask = defineWorkerTask<string, ImportResult>(
  new URL('../../importers/import-text.ts', import.meta.url).href,
  importText,
)

export interface SavedPortfolio {
  id: string
  name: string
  importId: string
  positionCount: number
  notes: string[]
}

interface ImportToSave {
  name: string
  source: ImportSource
  positions: readonly ImportedPosition[]
  notes: readonly string[]
  /** Where to; absent makes a new portfolio. */
  target?: { portfolioId: string; mode: 'add' | 'replace' }
}

/**
 * Saves a CSV or JSON text as a new portfolio, all of it or nothing.
 *
 * @throws AppError 400 naming the rows and columns that are wrong, 409 when there is no room
 */
export async function uploadPortfolio(
  deps: ImportDependencies,
  userId: string,
  { name, data, signal }: { name: string; data: string; signal: AbortSignal },
): Promise<SavedPortfolio> {
  const result: ImportResult =
    data.length > INLINE_CHARACTERS ? await deps.workers.run(readTask, data, signal) : importText(data)
  if (!result.ok) throw toUploadError(result)
  return saveImport(deps, userId, { name, ...result })
}

/**
 * Saves positions that the user has reviewed.
 *
 * @throws AppError as {@link uploadPortfolio}, and 404 when there is no such portfolio to save them into
 */
export async function saveReviewed(
  deps: ImportDependencies,
  userId: string,
  review: {
    name: string
    positions: readonly PositionInput[]
    portfolioId?: string | undefined
    mode?: 'add' | 'replace' | undefined
  },
): Promise<SavedPortfolio> {
  const problems = new ProblemList()
  const read = review.positions.flatMap((input, index) => readPositionInput(input, problems, index + 1) ?? [])
  if (problems.count > 0) throw errors.invalid(problems.listed, undefined, problems.count)
  const { positions, notes } = mergeLots(
    read,
    read.map((_, index) => index + 1),
  )
  const { portfolioId, mode = 'add' } = review
  const target = portfolioId === undefined ? {} : { target: { portfolioId, mode } }
  return saveImport(deps, userId, { name: review.name, source: 'review', positions, notes, ...target })
}

async function saveImport(
  { db, clock, portfolioReader }: ImportDependencies,
  userId: string,
  { name, source, positions, notes, target }: ImportToSave,
): Promise<SavedPortfolio> {
  const replaces = target?.mode === 'replace'
  const saved = await db.asUser(userId, async (tx) => {
    const now = clock.now()
    await lockLimits(tx, userId)
    if (!target) await requireRoomForPortfolio(tx)
    const portfolio = target
      ? await changeOwnedPortfolio(tx, target.portfolioId, now)
      : await createPortfolio(tx, { userId, name, now })
    await requireRoomForLots(tx, portfolio.id, { added: positions.length, replaces })
    const place = { userId, portfolioId: portfolio.id, now }
    const importId = await createImport(tx, { ...place, source, positionCount: positions.length })
    if (replaces) await hideReplacedLots(tx, portfolio.id, importId)
    await insertLots(tx, positions, { ...place, importId })
    return { id: portfolio.id, name: portfolio.name, importId }
  })
  portfolioReader.forget(userId, saved.id)
  return { ...saved, positionCount: positions.length, notes: [...notes] }
}
