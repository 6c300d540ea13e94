// Tests: portfolios.test.ts

import type { PositionInput } from '@ballast/contract'
import type { ImportedPosition, ImportResult } from '@ballast/importers'
import { importText } from '@ballast/importers/own'
import type { Transaction } from '../../database/database.ts'
import { insertTradeDays } from '../../portfolios/dated-holdings.repository.ts'
import { createImport, type ImportSource } from '../../portfolios/import.repository.ts'
import { type DraftOrigin, deleteDraft, findDraftOrigin } from '../../portfolios/import-draft.repository.ts'
import { hashLots } from '../../portfolios/lots-hash.ts'
import { changeOwnedPortfolio, createPortfolio } from '../../portfolios/portfolio.repository.ts'
import {
  changeWithinLimits,
  requireRoomForLots,
  requireRoomForPortfolio,
} from '../../portfolios/portfolio-limits.repository.ts'
import { hideReplacedLots, insertLots } from '../../portfolios/position.repository.ts'
import { readReviewed } from '../../portfolios/read-reviewed.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { dateStatedPrice, toDay } from './date-stated-price.ts'
import { findAlreadySaved } from './find-already-saved.ts'
import type { PortfolioDependencies } from './portfolios.service.ts'
import type { ImportTarget, SavedPortfolio } from './saved-import.ts'
import { toTradeDays } from './trade-days.ts'
import { toUploadError } from './upload-error.ts'

type ImportDependencies = Omit<PortfolioDependencies, 'marketData'> & { workers: WorkerPool }

/** A longer text takes longer to read than others may be kept waiting, and goes to a worker. */
const INLINE_CHARACTERS = 64 * 1024

const readTask = defineWorkerTask<string, ImportResult>(import.meta.resolve('@ballast/importers/own'), importText)

interface ImportToSave {
  name: string
  source: ImportSource
  positions: readonly ImportedPosition[]
  notes: readonly string[]
  target?: ImportTarget
  /** Import of the draft that was reviewed. */
  importId?: string | undefined
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
    data.length > INLINE_CHARACTERS
      ? await deps.workers.run(readTask, data, { owner: userId, signal })
      : importText(data)
  if (!result.ok) throw toUploadError(result)
  return saveImport(deps, userId, { name, ...result })
}

/**
 * Saves positions that the user has reviewed, and uses up the draft of the review. Saving the same review twice, or the
 * same file where it was saved before, changes nothing and says so.
 *
 * @throws AppError as {@link uploadPortfolio}, 404 when there is no such portfolio to save them into, and 409 when the
 *   portfolio holds the same file with other positions already
 */
export async function saveReviewed(
  deps: ImportDependencies,
  userId: string,
  review: {
    name: string
    positions: readonly PositionInput[]
    portfolioId?: string | undefined
    mode?: 'add' | 'replace' | undefined
    importId?: string | undefined
  },
): Promise<SavedPortfolio> {
  const { positions, notes } = await readReviewed(review.positions)
  const { name, importId, portfolioId, mode = 'add' } = review
  const target = portfolioId === undefined ? undefined : { portfolioId, mode }
  return saveImport(deps, userId, { name, source: 'review', positions, notes, target, importId })
}

async function saveImport(
  { db, clock, portfolioReader }: ImportDependencies,
  userId: string,
  toSave: ImportToSave,
): Promise<SavedPortfolio> {
  const { positions, notes, importId } = toSave
  // One after the other, so that two of the same review cannot both find it unsaved.
  const saved = await changeWithinLimits(db, userId, async (tx): Promise<SavedPortfolio> => {
    const now = clock.now()
    const draft = importId === undefined ? undefined : await findDraftOrigin(tx, importId, now)
    const already = await findAlreadySaved(tx, { ...toSave, draft })
    if (already) return already
    const stored = await store(tx, userId, toSave, draft, now)
    return { ...stored, positionCount: positions.length, notes: [...notes], unchanged: false }
  })
  if (!saved.unchanged) portfolioReader.forget(userId, saved.id)
  return saved
}

async function store(
  tx: Transaction,
  userId: string,
  { name, source, positions, target }: ImportToSave,
  draft: DraftOrigin | undefined,
  now: Date,
): Promise<Pick<SavedPortfolio, 'id' | 'name' | 'importId'>> {
  const replaces = target?.mode === 'replace'
  if (!target) await requireRoomForPortfolio(tx)
  const portfolio = target
    ? await changeOwnedPortfolio(tx, target.portfolioId, now)
    : await createPortfolio(tx, { userId, name, now })
  await requireRoomForLots(tx, portfolio.id, { added: positions.length, replaces })
  const place = { userId, portfolioId: portfolio.id, now }
  const importId = await createImport(tx, {
    ...place,
    id: draft?.id,
    source: draft?.origin ?? source,
    positionCount: positions.length,
    contentHash: draft?.contentHash ?? null,
    positionsHash: draft ? hashLots(positions) : null,
    asOf: draft?.asOf ?? null,
  })
  if (draft) await deleteDraft(tx, draft.id, now)
  if (replaces) await hideReplacedLots(tx, portfolio.id, importId)
  const stated = draft?.asOf ?? toDay(now)
  const dated = positions.map((position) => dateStatedPrice(position, stated))
  await insertLots(tx, dated, { ...place, importId })
  if (!target && draft?.trades) {
    await insertTradeDays(tx, toTradeDays(draft.trades, positions, stated), { ...place, importId })
  }
  return { id: portfolio.id, name: portfolio.name, importId }
}
