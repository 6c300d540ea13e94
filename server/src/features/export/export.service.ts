// Tests: export.test.ts, exported-cells.test.ts

import type { Database } from '../../database/database.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { listLotsAfter, type StoredLot } from '../../portfolios/position.repository.ts'
import { readPortfolio } from '../../portfolios/share.repository.ts'
import { toCsvFile, toFileName, toJsonFile } from './to-export-file.ts'

/** Few enough that others are served between two of them, on the embedded engine too. */
const PAGE_LOTS = 1_000

/**
 * A portfolio as a file, read while it is sent, a page at a time.
 *
 * @throws AppError 404 when the user has no such portfolio
 */
export async function exportPositions(
  { db }: { db: Database },
  userId: string,
  { portfolioId, format }: { portfolioId: string; format: 'csv' | 'json' },
): Promise<FileAnswer> {
  const readPage = (after?: string) =>
    readPortfolio(db, userId, portfolioId, async (tx, portfolio) => {
      return { portfolio, lots: await listLotsAfter(tx, portfolio, { after, limit: PAGE_LOTS }) }
    })
  const { portfolio, lots: first } = await readPage()

  async function* listPages(): AsyncGenerator<readonly StoredLot[]> {
    let lots = first
    yield lots
    while (lots.length === PAGE_LOTS) {
      const page = await readPage(lots.at(-1)?.id)
      // Half of one state and half of another would be neither: better a download that fails.
      if (page.portfolio.version !== portfolio.version) throw new Error('The portfolio changed while it was exported')
      lots = page.lots
      yield lots
    }
  }

  const fileName = toFileName(portfolio.name, format)
  return format === 'csv'
    ? { body: toCsvFile(listPages()), contentType: 'text/csv; charset=utf-8', fileName }
    : { body: toJsonFile(portfolio.name, listPages()), contentType: 'application/json; charset=utf-8', fileName }
}
