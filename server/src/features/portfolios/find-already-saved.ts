// Tests: ../imports/save-from-review.test.ts, portfolios.test.ts

import type { ImportedPosition } from '@ballast/importers'
import type { Transaction } from '../../database/database.ts'
import { errors } from '../../http/errors.ts'
import { findStandingImports, type StandingImport } from '../../portfolios/import.repository.ts'
import type { DraftOrigin } from '../../portfolios/import-draft.repository.ts'
import { hashLots } from '../../portfolios/lots-hash.ts'
import { getOwnedPortfolio } from '../../portfolios/portfolio.repository.ts'
import { listLots } from '../../portfolios/position.repository.ts'
import type { ImportTarget, SavedPortfolio } from './saved-import.ts'

interface Wanted {
  name: string
  positions: readonly ImportedPosition[]
  target?: ImportTarget
  importId?: string | undefined
  draft: DraftOrigin | undefined
}

/**
 * True if saving would only repeat what was saved before: the same review, the same file where it went already, or a
 * replacement of positions by equal ones. Without a draft nothing is known of where positions came from, and only a
 * replacement can be told to change nothing.
 *
 * @returns `undefined` when there is something to save
 * @throws AppError 404 when there is no such portfolio to save into; 409 when adding would count a file twice
 */
export async function findAlreadySaved(tx: Transaction, wanted: Wanted): Promise<SavedPortfolio | undefined> {
  const { target, importId, draft } = wanted
  if (importId !== undefined && !draft) {
    const [sameReview] = await findStandingImports(tx, { id: importId })
    if (sameReview) return toAlready(sameReview, 'This review has been saved already; nothing was changed.')
  }
  if (target?.mode === 'replace') return findEqualPortfolio(tx, target.portfolioId, wanted)
  if (target) await getOwnedPortfolio(tx, target.portfolioId)
  if (!draft) return undefined
  const sameContent = await findStandingImports(tx, { contentHash: draft.contentHash })
  return target
    ? findInPortfolio(sameContent, target.portfolioId, wanted)
    : findUnderName(sameContent, wanted.name, hashLots(wanted.positions))
}

async function findEqualPortfolio(
  tx: Transaction,
  portfolioId: string,
  { positions }: Wanted,
): Promise<SavedPortfolio | undefined> {
  const portfolio = await getOwnedPortfolio(tx, portfolioId)
  const held = await listLots(tx, portfolio)
  const importId = held.find((lot) => lot.importId !== null)?.importId
  if (held.length !== positions.length || !importId || hashLots(held) !== hashLots(positions)) return undefined
  const { id, name } = portfolio
  const note = `“${name}” holds exactly these positions already; nothing was changed.`
  return { id, name, importId, positionCount: positions.length, notes: [note], unchanged: true }
}

function findInPortfolio(
  sameContent: readonly StandingImport[],
  portfolioId: string,
  { positions }: Wanted,
): SavedPortfolio | undefined {
  const standing = sameContent.find((batch) => batch.portfolioId === portfolioId)
  if (!standing) return undefined
  const day = standing.createdAt.toISOString().slice(0, 10)
  if (standing.positionsHash === hashLots(positions)) {
    return toAlready(standing, `This was added to “${standing.portfolioName}” on ${day} already; nothing was changed.`)
  }
  throw errors.conflict(
    `This was added to “${standing.portfolioName}” on ${day} already. Adding it again would count its positions twice. Replace what the portfolio holds, or undo the earlier import first.`,
  )
}

function findUnderName(
  sameContent: readonly StandingImport[],
  name: string,
  positionsHash: string,
): SavedPortfolio | undefined {
  const standing = sameContent.find((batch) => batch.portfolioName === name && batch.positionsHash === positionsHash)
  if (!standing) return undefined
  return toAlready(standing, `“${name}” was imported from the same source already; nothing was changed.`)
}

const toAlready = (
  { portfolioId, portfolioName, id, positionCount }: StandingImport,
  note: string,
): SavedPortfolio => ({
  id: portfolioId,
  name: portfolioName,
  importId: id,
  positionCount,
  notes: [note],
  unchanged: true,
})
