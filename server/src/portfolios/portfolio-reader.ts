// Tests: ../features/portfolios/portfolios.test.ts

import { BoundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { UserMemory } from '../database/user-memory.ts'
import { getOwnedPortfolio } from './portfolio.repository.ts'
import { listLots, type StoredLot } from './position.repository.ts'

const MAX_VERSIONS = 10_000
const MAX_LOTS = 50_000

export interface HeldPortfolio {
  version: number
  lots: readonly StoredLot[]
}

export interface PortfolioReader {
  /**
   * The version of a portfolio at this moment.
   * @throws AppError 404 when the user has no such portfolio
   */
  getVersion(userId: string, portfolioId: string): Promise<number>
  /** The lots of a portfolio at this moment, in upload order. @throws AppError 404 when the user has no such portfolio */
  getHeld(userId: string, portfolioId: string): Promise<HeldPortfolio>
  /** Must be called after every change of a portfolio has been committed. */
  forget(userId: string, portfolioId: string): void
}

/**
 * Reads portfolios without selecting the same lots again and again: they are kept by version, and the version itself is
 * remembered as long as the database tells of changes.
 */
export function createPortfolioReader({ db, clock }: { db: Database; clock: Clock }): PortfolioReader {
  const versions = new UserMemory<number>(db.changes, clock, MAX_VERSIONS)
  const held = new BoundedCache<HeldPortfolio>(MAX_LOTS)

  async function getVersion(userId: string, portfolioId: string): Promise<number> {
    const key = toKey(userId, portfolioId)
    const known = versions.get(key)
    if (known !== undefined) return known
    const remember = versions.beginReading()
    const { version } = await db.asUser(userId, (tx) => getOwnedPortfolio(tx, portfolioId))
    remember(key, userId, version)
    return version
  }

  return {
    getVersion,
    async getHeld(userId, portfolioId) {
      const key = toKey(userId, portfolioId)
      const kept = held.get(key)
      if (kept && kept.version === (await getVersion(userId, portfolioId))) return kept
      const remember = versions.beginReading()
      const loaded = await db.asUser(userId, async (tx) => {
        const portfolio = await getOwnedPortfolio(tx, portfolioId)
        return { version: portfolio.version, lots: await listLots(tx, portfolio) }
      })
      remember(key, userId, loaded.version)
      held.set(key, loaded, loaded.lots.length + 1)
      return loaded
    },
    forget(userId, portfolioId) {
      versions.forget(userId)
      held.delete(toKey(userId, portfolioId))
    },
  }
}

const toKey = (userId: string, portfolioId: string) => `${userId} ${portfolioId}`
