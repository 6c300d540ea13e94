// Tests: what-if.test.ts

import { parseWhatIfId } from '@ballast/contract'
import { errors } from '../../http/errors.ts'
import type { Parts } from '../../parts.ts'
import { applyWhatIf } from '../../portfolios/apply-what-if.ts'
import { createImport } from '../../portfolios/import.repository.ts'
import {
  changeOwnedPortfolio,
  createPortfolio,
  getOwnedPortfolio,
  requireNotShared,
} from '../../portfolios/portfolio.repository.ts'
import {
  changeWithinLimits,
  requireRoomForLots,
  requireRoomForPortfolio,
} from '../../portfolios/portfolio-limits.repository.ts'
import { hideReplacedLots, insertLots, listLots } from '../../portfolios/position.repository.ts'
import { dateStatedPrice, toDay } from './date-stated-price.ts'
import type { SavedPortfolio } from './saved-import.ts'

type WhatIfDependencies = Pick<Parts, 'db' | 'clock' | 'portfolioReader'>

/**
 * Makes a what-if real, as an import that can be undone: everything that it holds as a new portfolio, or only its changes
 * in the portfolio that it starts from, whose other lots stay what they are.
 *
 * @param name of the new portfolio; the portfolio itself is changed without one
 * @throws AppError 400 when the what-if cannot be read, 404 when there is no such portfolio, 403 when it is another
 *         user's, 409 when there is no room or the what-if is of all portfolios as one and has no name
 */
export async function saveWhatIf(
  { db, clock, portfolioReader }: WhatIfDependencies,
  userId: string,
  { whatIf: id, name }: { whatIf: string; name?: string | undefined },
): Promise<SavedPortfolio> {
  const whatIf = parseWhatIfId(id)
  if (!whatIf || whatIf.changes.length === 0) {
    throw errors.badRequest('This what-if cannot be read. Begin it again from the portfolio.')
  }
  const saved = await changeWithinLimits(db, userId, async (tx): Promise<SavedPortfolio> => {
    const now = clock.now()
    const base = await getOwnedPortfolio(tx, whatIf.portfolioId)
    requireNotShared(base)
    const { lots, removed, made } = applyWhatIf(await listLots(tx, base), whatIf.changes)
    if (name !== undefined) await requireRoomForPortfolio(tx)
    const portfolio =
      name === undefined
        ? await changeOwnedPortfolio(tx, base.id, now)
        : await createPortfolio(tx, { userId, name, benchmark: base.benchmark, now })
    const added = name === undefined ? made : lots
    await requireRoomForLots(tx, portfolio.id, { added: added.length, replaces: false })
    const place = { userId, portfolioId: portfolio.id, now }
    const unread = { contentHash: null, positionsHash: null, asOf: null }
    const importId = await createImport(tx, { ...place, ...unread, source: 'what-if', positionCount: added.length })
    if (name === undefined) await hideReplacedLots(tx, portfolio.id, importId, removed)
    const dated = added.map((lot) => dateStatedPrice(lot, toDay(now)))
    await insertLots(tx, dated, { ...place, importId })
    return {
      id: portfolio.id,
      name: portfolio.name,
      importId,
      positionCount: added.length,
      notes: [],
      unchanged: false,
    }
  })
  portfolioReader.forget(userId, saved.id)
  return saved
}
