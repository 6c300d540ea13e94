// Tests: reports.test.ts

import { REPORT_LIMITS, type Report } from '@ballast/contract'
import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { reportLinks } from '../../database/schema/index.ts'
import { errors } from '../../http/errors.ts'
import { holdOwnedPortfolio, isId } from '../../portfolios/portfolio.repository.ts'

const { id, createdAt, expiresAt, hidesAmounts } = reportLinks
const shown = { id, createdAt, expiresAt, hidesAmounts }
export type StoredLink = Pick<typeof reportLinks.$inferSelect, keyof typeof shown>

/** Links to reports of a portfolio that work at `now`, the newest first. */
export function listLinks(tx: Transaction, portfolioId: string, now: Date): Promise<StoredLink[]> {
  return tx
    .select(shown)
    .from(reportLinks)
    .where(and(eq(reportLinks.portfolioId, portfolioId), gt(expiresAt, now)))
    .orderBy(desc(createdAt), desc(id))
}

/**
 * @returns undefined when the user has as many as there can be
 * @throws AppError 404 when the user has no such portfolio
 */
export async function insertLink(
  tx: Transaction,
  link: Omit<typeof reportLinks.$inferInsert, 'report'> & { report: Report },
): Promise<StoredLink | undefined> {
  // One at a time: two at once must not both take the last place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`report links of ${link.userId}`}, 0))`)
  await holdOwnedPortfolio(tx, link.portfolioId)
  const [owned] = await tx.select({ links: count() }).from(reportLinks).where(gt(expiresAt, link.createdAt))
  if ((owned?.links ?? 0) >= REPORT_LIMITS.linksPerUser) return undefined
  const [stored] = await tx.insert(reportLinks).values(link).returning(shown)
  return stored
}

/** @throws AppError 404 when the user has no such link */
export async function deleteLink(tx: Transaction, linkId: string): Promise<void> {
  const gone = isId(linkId) ? await tx.delete(reportLinks).where(eq(id, linkId)).returning({ id }) : []
  if (gone.length === 0) throw errors.notFound('link')
}

/** The report behind a link; undefined when there is none, or it has run out. Only the system may look. */
export async function findReport(tx: Transaction, idHash: string, now: Date): Promise<Report | undefined> {
  const [found] = await tx
    .select({ report: reportLinks.report })
    .from(reportLinks)
    .where(and(eq(reportLinks.idHash, idHash), gt(expiresAt, now)))
  return found?.report as Report | undefined
}
