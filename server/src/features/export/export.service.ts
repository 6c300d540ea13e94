// Tests: export.test.ts, exported-cells.test.ts

import type { Database } from '../../database/database.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { getOwnedPortfolio } from '../../portfolios/portfolio.repository.ts'
import { listLots } from '../../portfolios/position.repository.ts'
import { toCsvFile, toFileName, toJsonFile } from './to-export-file.ts'

/** A portfolio as a file. @throws AppError 404 when the user has no such portfolio */
export async function exportPositions(
  { db }: { db: Database },
  userId: string,
  { portfolioId, format }: { portfolioId: string; format: 'csv' | 'json' },
): Promise<FileAnswer> {
  const { portfolio, lots } = await db.asUser(userId, async (tx) => ({
    portfolio: await getOwnedPortfolio(tx, portfolioId),
    lots: await listLots(tx, portfolioId),
  }))
  const fileName = toFileName(portfolio.name, format)
  return format === 'csv'
    ? { body: toCsvFile(lots), contentType: 'text/csv; charset=utf-8', fileName }
    : { body: toJsonFile(portfolio.name, lots), contentType: 'application/json; charset=utf-8', fileName }
}
