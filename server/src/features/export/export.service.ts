// Tests: export.test.ts, exported-cells.test.ts

import type { Database } from '../../database/database.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { readLotPages } from '../../portfolios/lot-pages.ts'
import { toCsvFile, toFileName, toJsonFile } from './to-export-file.ts'

/**
 * A portfolio as a file, read while it is sent, a page at a time. Half of one state and half of another would be neither: better a
 * download that fails.
 *
 * @throws AppError 404 when the user has no such portfolio
 */
export async function exportPositions(
  { db }: { db: Database },
  userId: string,
  { portfolioId, format }: { portfolioId: string; format: 'csv' | 'json' },
): Promise<FileAnswer> {
  const { portfolio, pages } = await readLotPages(db, userId, portfolioId)
  const fileName = toFileName(portfolio.name, format)
  return format === 'csv'
    ? { body: toCsvFile(pages), contentType: 'text/csv; charset=utf-8', fileName }
    : { body: toJsonFile(portfolio.name, pages), contentType: 'application/json; charset=utf-8', fileName }
}
