// Tests: portfolio-reader.test.ts, ../features/export/export.test.ts

import type { Database, Transaction } from '../database/database.ts'
import { letOthersWork } from '../other-work.ts'
import type { OwnedPortfolio } from './portfolio.repository.ts'
import { listLotIds, listLotsById, type StoredLot } from './position.repository.ts'
import { readPortfolio } from './share.repository.ts'

/** Few enough that others are served between two of them, on the embedded engine too. */
const PAGE_LOTS = 1_000

/** Thrown when pages were read of two states of a portfolio. */
export class PortfolioChangedError extends Error {
  constructor() {
    super('The portfolio changed while it was read')
  }
}

/**
 * The lots of a portfolio in upload order, a page at a time: twenty thousand in one transaction would let nobody else at the
 * embedded database for a quarter of a second. A page throws PortfolioChangedError when the version is another by then.
 *
 * @returns `portfolio` as `readPortfolio` gives it
 * @throws AppError 404 when the user has no such portfolio, or it is shared with them no more
 */
export const readLotPages = (
  db: Database,
  userId: string,
  portfolioId: string,
): Promise<{ portfolio: OwnedPortfolio; pages: AsyncGenerator<readonly StoredLot[]> }> =>
  readPages(db, userId, portfolioId, listLotsById)

/** As `readLotPages`, with what `readPage` reads of the lots of each page. */
export async function readPages<Page>(
  db: Database,
  userId: string,
  portfolioId: string,
  readPage: (tx: Transaction, portfolio: OwnedPortfolio, ids: readonly string[]) => Promise<Page>,
): Promise<{ portfolio: OwnedPortfolio; pages: AsyncGenerator<Page> }> {
  const { portfolio, ids, first } = await readPortfolio(db, userId, portfolioId, async (tx, portfolio) => {
    const ids = await listLotIds(tx, portfolio)
    await letOthersWork()
    return { portfolio, ids, first: await readPage(tx, portfolio, ids.slice(0, PAGE_LOTS)) }
  })

  async function* listPages() {
    yield first
    for (let start = PAGE_LOTS; start < ids.length; start += PAGE_LOTS) {
      const { version, page } = await readPortfolio(db, userId, portfolioId, async (tx, { version }) => ({
        version,
        page: await readPage(tx, portfolio, ids.slice(start, start + PAGE_LOTS)),
      }))
      if (version !== portfolio.version) throw new PortfolioChangedError()
      yield page
    }
  }
  return { portfolio, pages: listPages() }
}
