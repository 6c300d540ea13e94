// Tests: ../../features/policies/policies.test.ts

import type { HedgeStrategy } from '@ballast/contract'
import type { Database } from '../../database/database.ts'
import type { PolicyWishes } from '../../database/schema/policies.ts'
import { unpackJson } from '../../packed-json.ts'
import type { HedgeAnswer } from './answers.ts'
import { findRecordedAnalysis, getAnalysis, listAnalyses } from './hedge-analyses.repository.ts'

/** So many analyses are looked through: unpacking one takes milliseconds. */
const LOOKED_THROUGH = 5

export interface RecordedTicket {
  analysisId: string
  createdAt: Date
  limitPercent: number
  shockPercent: number
  /** Last day of protection that was asked for. */
  lastDay: string
  strategy: Pick<HedgeStrategy, 'id' | 'instrument' | 'legs'>
}

/** Tickets with options of the newest analyses of a portfolio, the newest first; analyses of a crisis have no single fall. */
export async function listRecentTickets(db: Database, userId: string, portfolioId: string): Promise<RecordedTicket[]> {
  const recent = await db.asUser(userId, (tx) => listAnalyses(tx, portfolioId))
  const tickets: RecordedTicket[] = []
  for (const { id, createdAt } of recent.slice(0, LOOKED_THROUGH)) {
    const { body } = await db.asUser(userId, (tx) => getAnalysis(tx, portfolioId, id))
    const answer = (await unpackJson(body)) as HedgeAnswer
    const { request, term, hedgeStrategies, frontierStrategies } = answer
    if (request.crisisId || !term) continue
    const { limitPercent, shockPercent } = request
    for (const strategy of [...hedgeStrategies, ...frontierStrategies]) {
      if (strategy.legs.length === 0) continue
      tickets.push({ analysisId: id, createdAt, limitPercent, shockPercent, lastDay: term.lastDay, strategy })
    }
  }
  return tickets
}

/** Wishes of the owner when an analysis was asked for; null when the user has no such analysis. */
export async function findWishes(db: Database, userId: string, analysisId: string): Promise<PolicyWishes | null> {
  const found = await db.asUser(userId, (tx) => findRecordedAnalysis(tx, analysisId))
  if (!found) return null
  const { request } = (await unpackJson(found.body)) as HedgeAnswer
  // Answers from before these could be said have none.
  const { allowOptions, longOnly = false, noSpreads = false, allowShortCalls } = request
  const { underlyings = 'any', account = 'margin', approval = 'uncovered' } = request
  return { allowOptions, longOnly, noSpreads, allowShortCalls, underlyings, account, approval }
}
