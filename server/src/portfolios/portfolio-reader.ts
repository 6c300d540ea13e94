import { BoundedCache } from '../bounded-cache.ts'
import type { Database } from '../database/database.ts'
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
 * Reads portfolios without selecting the same lots again and again: they are kept by version. The version itself comes
 * from memory only where that is safe: the embedded database belongs to this process alone, so every change passes
 * through here. On a shared database it is read each time.
 */
export function createPortfolioReader(db: Database): PortfolioReader {
  const versions = new Map<string, number>()
  const held = new BoundedCache<HeldPortfolio>(MAX_LOTS)
  let changes = 0

  /** @param changesBefore what `changes` was before the version was asked for */
  function keepVersion(key: string, version: number, changesBefore: number): void {
    // A change committed while the answer was on its way makes it the answer of yesterday: use it, do not keep it.
    if (db.engine !== 'embedded' || changes !== changesBefore) return
    if (versions.size >= MAX_VERSIONS) versions.clear()
    versions.set(key, version)
  }

  async function getVersion(userId: string, portfolioId: string): Promise<number> {
    const key = toKey(userId, portfolioId)
    const known = versions.get(key)
    if (known !== undefined) return known
    const changesBefore = changes
    const { version } = await db.asUser(userId, (tx) => getOwnedPortfolio(tx, portfolioId))
    keepVersion(key, version, changesBefore)
    return version
  }

  return {
    getVersion,
    async getHeld(userId, portfolioId) {
      const key = toKey(userId, portfolioId)
      const kept = held.get(key)
      if (kept && kept.version === (await getVersion(userId, portfolioId))) return kept
      const changesBefore = changes
      const loaded = await db.asUser(userId, async (tx) => {
        const { version } = await getOwnedPortfolio(tx, portfolioId)
        return { version, lots: await listLots(tx, portfolioId) }
      })
      keepVersion(key, loaded.version, changesBefore)
      held.set(key, loaded, loaded.lots.length + 1)
      return loaded
    },
    forget(userId, portfolioId) {
      const key = toKey(userId, portfolioId)
      changes++
      versions.delete(key)
      held.delete(key)
    },
  }
}

const toKey = (userId: string, portfolioId: string) => `${userId} ${portfolioId}`
