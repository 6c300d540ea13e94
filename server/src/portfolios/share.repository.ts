// Tests: ../features/sharing/sharing.test.ts, ../features/sharing/shared-rows.test.ts, ../features/sharing/shared-calls.test.ts

import { SHARING_LIMITS } from '@ballast/contract'
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/database.ts'
import { portfolioInvitations, portfolioShares, portfolios, positions } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import {
  type CountedPortfolio,
  getOwnedPortfolio,
  isId,
  type OwnedPortfolio,
  portfolioColumns,
  requireChangeable,
} from './portfolio.repository.ts'

/**
 * Reads a portfolio in one transaction: the user's own or, by the id that it is shared under, another user's. The
 * transaction of a shared one sees nothing of the reader's and can write nothing.
 *
 * @param work is given the portfolio whose rows are read; its id is another one than was asked for when it is shared
 * @throws AppError 404 when the user has no such portfolio, or it is shared with them no more
 */
export async function readPortfolio<T>(
  db: Database,
  userId: string,
  portfolioId: string,
  work: (tx: Transaction, portfolio: OwnedPortfolio) => Promise<T>,
): Promise<T> {
  const own = await db.asUser(userId, async (tx) => {
    const portfolio = await getOwnedPortfolio(tx, portfolioId)
    return portfolio.shareId === null ? { result: await work(tx, portfolio) } : portfolio.shareId
  })
  if (typeof own !== 'string') return own.result
  return db.asGuest(userId, async (tx) => {
    const [shared] = await tx
      .select(portfolioColumns)
      .from(portfolios)
      .innerJoin(portfolioShares, eq(portfolioShares.portfolioId, portfolios.id))
      .where(eq(portfolioShares.id, own))
    if (!shared) throw errors.notFound('portfolio')
    return work(tx, shared)
  })
}

/** Portfolios that others share with a user, by the ids that the user reads them under; the oldest share first. */
export async function listSharedPortfolios(
  db: Database,
  userId: string,
): Promise<(CountedPortfolio & { shareId: string; sharedBy: string; sharedAt: Date })[]> {
  const received = await db.asUser(userId, (tx) =>
    tx.select({ id: portfolios.id, shareId: portfolios.shareId }).from(portfolios).where(isNotNull(portfolios.shareId)),
  )
  // Nearly everybody: no transaction for nothing.
  if (received.length === 0) return []
  const ids = new Map(received.map(({ id, shareId }) => [shareId, id]))
  const shared = await db.asGuest(userId, (tx) =>
    tx
      .select({
        ...portfolioColumns,
        shareId: portfolioShares.id,
        sharedBy: portfolioShares.ownerName,
        sharedAt: portfolioShares.createdAt,
        positionCount: count(positions.id),
      })
      .from(portfolioShares)
      .innerJoin(portfolios, eq(portfolios.id, portfolioShares.portfolioId))
      .leftJoin(positions, and(eq(positions.portfolioId, portfolios.id), isNull(positions.replacedBy)))
      .groupBy(portfolios.id, portfolioShares.id)
      .orderBy(asc(portfolioShares.createdAt), asc(portfolioShares.id)),
  )
  return shared.flatMap((portfolio) => {
    const id = ids.get(portfolio.shareId)
    return id === undefined ? [] : { ...portfolio, id, isProtected: false }
  })
}

/** Who reads portfolios of the transaction's user, the oldest share first. */
export function listGivenShares(tx: Transaction) {
  return tx
    .select({
      id: portfolioShares.id,
      portfolioId: portfolioShares.portfolioId,
      portfolioName: portfolios.name,
      name: portfolioShares.guestName,
      createdAt: portfolioShares.createdAt,
    })
    .from(portfolioShares)
    .innerJoin(portfolios, eq(portfolios.id, portfolioShares.portfolioId))
    .orderBy(asc(portfolioShares.createdAt), asc(portfolioShares.id))
}

const invitationColumns = {
  id: portfolioInvitations.id,
  portfolioId: portfolioInvitations.portfolioId,
  email: portfolioInvitations.email,
  createdAt: portfolioInvitations.createdAt,
  expiresAt: portfolioInvitations.expiresAt,
}
export type StoredInvitation = Pick<typeof portfolioInvitations.$inferSelect, keyof typeof invitationColumns>

/** Invitations of the transaction's user that can be accepted at `now`, the oldest first. */
export function listInvitations(tx: Transaction, now: Date): Promise<StoredInvitation[]> {
  return tx
    .select(invitationColumns)
    .from(portfolioInvitations)
    .where(gt(portfolioInvitations.expiresAt, now))
    .orderBy(asc(portfolioInvitations.createdAt), asc(portfolioInvitations.id))
}

/** @throws AppError 404 when the user has no such portfolio, 403 and 409 as `requireChangeable`, 409 when there is no room */
export async function createInvitation(
  tx: Transaction,
  invitation: typeof portfolioInvitations.$inferInsert & { createdAt: Date },
): Promise<StoredInvitation> {
  const { portfolioId, createdAt } = invitation
  requireChangeable(await getOwnedPortfolio(tx, portfolioId))
  await lockPortfolio(tx, portfolioId)
  const [open] = await tx
    .select({ count: count() })
    .from(portfolioInvitations)
    .where(and(eq(portfolioInvitations.portfolioId, portfolioId), gt(portfolioInvitations.expiresAt, createdAt)))
  if ((await countGuests(tx, portfolioId)) + (open?.count ?? 0) >= SHARING_LIMITS.guestsPerPortfolio) {
    throw errors.conflict(
      `At most ${SHARING_LIMITS.guestsPerPortfolio} people can read a portfolio, with open invitations. End one of them first.`,
    )
  }
  const [stored] = await tx.insert(portfolioInvitations).values(invitation).returning(invitationColumns)
  if (!stored) throw new Error('Making an invitation returned no row')
  return stored
}

/** @throws AppError 404 when the transaction's user has no such invitation */
export async function deleteInvitation(tx: Transaction, invitationId: string): Promise<void> {
  const { id } = portfolioInvitations
  const gone = isId(invitationId)
    ? await tx.delete(portfolioInvitations).where(eq(id, invitationId)).returning({ id })
    : []
  if (gone.length === 0) throw errors.notFound('invitation')
}

/** Who invites to which portfolio; undefined when the invitation cannot be accepted. Only the system may look. */
export async function findInvitation(tx: Transaction, idHash: string, now: Date) {
  const { userId, portfolioId, ownerName } = portfolioInvitations
  const [found] = await tx
    .select({ userId, portfolioId, ownerName })
    .from(portfolioInvitations)
    .where(and(eq(portfolioInvitations.idHash, idHash), gt(portfolioInvitations.expiresAt, now)))
  return found
}

/**
 * Uses an invitation up: stores the share, and for the guest the portfolio that stands for the shared one. Only the system may.
 *
 * @throws AppError 404 when the invitation is used up by now, 409 when the guest reads the portfolio already or there is no room
 */
export async function storeShare(tx: Transaction, idHash: string, share: typeof portfolioShares.$inferInsert) {
  const { portfolioId, guestUserId, ownerName, createdAt } = share
  // Two acceptances at once, of one portfolio or by one guest, happen one after the other: neither takes the last place twice.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shares with ${guestUserId}`}, 0))`)
  const source = await lockPortfolio(tx, portfolioId)
  const used = await tx.delete(portfolioInvitations).where(eq(portfolioInvitations.idHash, idHash)).returning()
  if (!source || used.length === 0) throw errors.notFound('invitation')
  const isGuests = eq(portfolioShares.guestUserId, guestUserId)
  const received = await tx.select({ portfolioId: portfolioShares.portfolioId }).from(portfolioShares).where(isGuests)
  if (received.some((one) => one.portfolioId === portfolioId)) {
    throw errors.conflict('You can read this portfolio already. You find it in the list of portfolios.')
  }
  if (received.length >= SHARING_LIMITS.receivedPerUser) {
    throw errors.conflict(
      `You read ${SHARING_LIMITS.receivedPerUser} portfolios of others, the most there can be. Stop reading one first.`,
    )
  }
  if ((await countGuests(tx, portfolioId)) >= SHARING_LIMITS.guestsPerPortfolio) {
    throw errors.conflict('As many people read this portfolio as can. Its owner can make room.')
  }
  const [stored] = await tx.insert(portfolioShares).values(share).returning({ id: portfolioShares.id })
  if (!stored) throw new Error('Storing a share returned no row')
  const name = `${source.name} (shared by ${ownerName})`
  const [own] = await tx
    .insert(portfolios)
    .values({ userId: guestUserId, name, shareId: stored.id, createdAt, updatedAt: createdAt })
    .returning({ id: portfolios.id })
  if (!own) throw new Error('Storing what stands for a shared portfolio returned no row')
  return { id: stored.id, portfolioId: own.id, portfolioName: source.name }
}

/** A share that has ended, with what either side is told of it. */
export interface EndedShare {
  id: string
  ownerId: string
  guestId: string
  portfolioId: string
  portfolioName: string
  ownerName: string
  guestName: string
}

/**
 * Ends shares that a user gives or receives: one, all, or those that they give of one portfolio. Only the system may, because the
 * other side is told in the same transaction.
 */
export async function endShares(
  tx: Transaction,
  userId: string,
  only: { shareId?: string; portfolioId?: string } = {},
): Promise<EndedShare[]> {
  const { shareId, portfolioId } = only
  if ([shareId, portfolioId].some((one) => one !== undefined && !isId(one))) return []
  const ended = await tx
    .select({
      id: portfolioShares.id,
      ownerId: portfolioShares.userId,
      guestId: portfolioShares.guestUserId,
      portfolioId: portfolioShares.portfolioId,
      portfolioName: portfolios.name,
      ownerName: portfolioShares.ownerName,
      guestName: portfolioShares.guestName,
    })
    .from(portfolioShares)
    .innerJoin(portfolios, eq(portfolios.id, portfolioShares.portfolioId))
    .where(
      and(
        portfolioId === undefined
          ? or(eq(portfolioShares.userId, userId), eq(portfolioShares.guestUserId, userId))
          : and(eq(portfolioShares.userId, userId), eq(portfolioShares.portfolioId, portfolioId)),
        shareId === undefined ? undefined : eq(portfolioShares.id, shareId),
      ),
    )
    .for('update', { of: portfolioShares })
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(portfolioShares).where(inArray(portfolioShares.id, ids))
  return ended
}

/** True if anybody reads a portfolio of the transaction's user. */
export const isShared = async (tx: Transaction, portfolioId: string) => (await countGuests(tx, portfolioId)) > 0

async function lockPortfolio(tx: Transaction, portfolioId: string) {
  const [locked] = await tx
    .select({ name: portfolios.name })
    .from(portfolios)
    .where(eq(portfolios.id, portfolioId))
    .for('no key update')
  return locked
}

async function countGuests(tx: Transaction, portfolioId: string): Promise<number> {
  const [guests] = await tx
    .select({ count: count() })
    .from(portfolioShares)
    .where(eq(portfolioShares.portfolioId, portfolioId))
  return guests?.count ?? 0
}
