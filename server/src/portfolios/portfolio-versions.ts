import type { Database } from '../database/database.ts'
import { getOwnedPortfolio } from './portfolio.repository.ts'

const MAX_REMEMBERED = 10_000

export interface PortfolioVersions {
  /**
   * The version of a portfolio at this moment.
   * @throws AppError 404 when the user has no such portfolio
   */
  get(userId: string, portfolioId: string): Promise<number>
  /** Must be called after every change of a portfolio has been committed. */
  forget(userId: string, portfolioId: string): void
}

/**
 * Tells versions without asking the database again where that is safe: the embedded database belongs to this process
 * alone, so every change passes through here. On a shared database the version is read each time.
 */
export function createPortfolioVersions(db: Database): PortfolioVersions {
  const known = new Map<string, number>()
  let changes = 0

  return {
    async get(userId, portfolioId) {
      const key = `${userId} ${portfolioId}`
      const version = known.get(key)
      if (version !== undefined) return version
      const changesBefore = changes
      const portfolio = await db.asUser(userId, (tx) => getOwnedPortfolio(tx, portfolioId))
      // A change committed while the answer was on its way makes it the answer of yesterday: use it, do not keep it.
      if (db.engine === 'embedded' && changes === changesBefore) {
        if (known.size >= MAX_REMEMBERED) known.clear()
        known.set(key, portfolio.version)
      }
      return portfolio.version
    },
    forget(userId, portfolioId) {
      changes++
      known.delete(`${userId} ${portfolioId}`)
    },
  }
}
