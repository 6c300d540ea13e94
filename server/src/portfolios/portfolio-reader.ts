import { type Benchmark, parseWhatIfId } from '@ballast/contract'
import { BoundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Remember, UserMemory } from '../database/user-memory.ts'
import { errors } from '../http/errors.ts'
import { applyWhatIf } from './apply-what-if.ts'
import { PortfolioChangedError, readLotPages } from './lot-pages.ts'
import { type OwnedPortfolio, toBenchmark } from './portfolio.repository.ts'
import { listLots, type StoredLot } from './position.repository.ts'
import { readPortfolio } from './share.repository.ts'

const MAX_VERSIONS = 10_000
const MAX_LOTS = 50_000

export interface HeldPortfolio {
  /** Id of the portfolio itself, for a what-if too: what is kept is kept with it. */
  id: string
  /** A what-if says that it is one. */
  name: string
  version: number
  /** Benchmark; a what-if takes that of its portfolio. */
  benchmark: Benchmark
  lots: readonly StoredLot[]
}

export type PortfolioReader = ReturnType<typeof createPortfolioReader>

/**
 * Reads portfolios without selecting the same lots again and again: they are kept by version, and the version itself is
 * remembered as long as the database tells of changes.
 */
export function createPortfolioReader({ db, clock }: { db: Database; clock: Clock }) {
  const versions = new UserMemory<number>(db.changes, clock, MAX_VERSIONS)
  const held = new BoundedCache<HeldPortfolio>(MAX_LOTS)
  /** Reads under way, by portfolio and version: a second request for the same joins. */
  const underWay = new Map<string, Promise<HeldPortfolio>>()

  /** Remembers own portfolios only. A shared one may end or change at any time, and the database tells its owner alone. */
  function rememberOwn(
    remember: Remember<number>,
    { userId, portfolioId, id, version }: { userId: string; portfolioId: string; id: string; version: number },
  ) {
    if (id === portfolioId) remember(toKey(userId, portfolioId), userId, version)
  }

  async function getVersion(userId: string, portfolioId: string): Promise<number> {
    const key = toKey(userId, portfolioId)
    const known = versions.get(key)
    if (known !== undefined) return known
    const remember = versions.beginReading()
    const { id, version } = await readPortfolio(db, userId, portfolioId, async (_tx, portfolio) => portfolio)
    rememberOwn(remember, { userId, portfolioId, id, version })
    return version
  }

  async function getStored(userId: string, portfolioId: string): Promise<HeldPortfolio> {
    const key = toKey(userId, portfolioId)
    const version = await getVersion(userId, portfolioId)
    const kept = held.get(key)
    if (kept?.version === version) return kept
    const state = `${key} ${version}`
    const reading = underWay.get(state) ?? read(userId, portfolioId).finally(() => underWay.delete(state))
    underWay.set(state, reading)
    return reading
  }

  async function read(userId: string, portfolioId: string): Promise<HeldPortfolio> {
    const key = toKey(userId, portfolioId)
    const remember = versions.beginReading()
    const { id, ...loaded } = await readPages(userId, portfolioId).catch((error: unknown) => {
      if (error instanceof PortfolioChangedError) return readAtOnce(userId, portfolioId)
      throw error
    })
    rememberOwn(remember, { userId, portfolioId, id, version: loaded.version })
    const found = { id: portfolioId, ...loaded }
    held.set(key, found, found.lots.length + 1)
    return found
  }

  async function readPages(userId: string, portfolioId: string): Promise<HeldPortfolio> {
    const { portfolio, pages } = await readLotPages(db, userId, portfolioId)
    const lots: StoredLot[] = []
    for await (const page of pages) lots.push(...page)
    return toHeld(portfolio, lots)
  }

  const readAtOnce = (userId: string, portfolioId: string): Promise<HeldPortfolio> =>
    readPortfolio(db, userId, portfolioId, async (tx, portfolio) => toHeld(portfolio, await listLots(tx, portfolio)))

  return {
    /**
     * The version of a portfolio at this moment; a what-if has none.
     * @throws AppError 404 when the user has no such portfolio
     */
    getVersion,
    /**
     * The lots of a portfolio at this moment, in upload order, or of a what-if: see `toWhatIfId`. Whoever reads by this
     * shows a what-if as if it were held.
     *
     * @throws AppError 404 when the user has no such portfolio, 400 when the changes of a what-if cannot be read
     */
    async getHeld(userId: string, id: string): Promise<HeldPortfolio> {
      const whatIf = parseWhatIfId(id)
      if (!whatIf) throw errors.badRequest('This what-if cannot be read. Begin it again from the portfolio.')
      const { portfolioId, changes } = whatIf
      const stored = await getStored(userId, portfolioId)
      if (changes.length === 0) return stored
      return { ...stored, name: `${stored.name} (what if)`, lots: applyWhatIf(stored.lots, changes).lots }
    },
    /** Must be called after every change of a portfolio has been committed. */
    forget(userId: string, portfolioId: string): void {
      versions.forget(userId)
      held.delete(toKey(userId, portfolioId))
    },
  }
}

const toHeld = (portfolio: OwnedPortfolio, lots: readonly StoredLot[]): HeldPortfolio => {
  const { id, name, version } = portfolio
  return { id, name, version, benchmark: toBenchmark(portfolio), lots }
}

const toKey = (userId: string, portfolioId: string) => `${userId} ${portfolioId}`
