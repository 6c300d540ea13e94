// Tests: ../features/portfolios/groups.test.ts

import { LIMITS } from '@ballast/contract'
import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { groupMembers, portfolios } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import {
  BOOK_NAME,
  type CountedPortfolio,
  countTogether,
  isId,
  isPlain,
  type OwnedPortfolio,
  portfolioColumns,
} from './portfolio.repository.ts'

/** Changes of a group; a field that is left out stays. */
export type GroupChange = { [key in keyof GroupTerms]?: GroupTerms[key] | undefined }

/** A group as it is asked for. */
export interface GroupTerms {
  name: string
  /** Portfolios of the user; one that is named twice is one. */
  portfolioIds: readonly string[]
}

/**
 * The groups of the transaction's user, oldest first, each with its members.
 *
 * @param own the user's portfolios, oldest first
 */
export async function listGroups(tx: Transaction, own: readonly CountedPortfolio[]) {
  const groups = await tx
    .select(portfolioColumns)
    .from(portfolios)
    .where(eq(portfolios.isGroup, true))
    .orderBy(asc(portfolios.createdAt), asc(portfolios.id))
  if (groups.length === 0) return []
  const members = await tx.select().from(groupMembers)
  return groups.map((group) => {
    const ids = new Set(members.filter(({ groupId }) => groupId === group.id).map(({ portfolioId }) => portfolioId))
    return countTogether(
      group,
      own.filter(({ id }) => ids.has(id)),
    )
  })
}

/**
 * @returns the id of the new group
 * @throws AppError 404 when one of the portfolios is none of the user's, 409 when the name is taken or there are too many
 */
export async function createGroup(
  tx: Transaction,
  { userId, now, ...terms }: GroupTerms & { userId: string; now: Date },
): Promise<string> {
  const existing = await tx.select({ id: portfolios.id }).from(portfolios).where(eq(portfolios.isGroup, true))
  if (existing.length >= LIMITS.groupsPerUser) {
    throw errors.conflict(`You have ${LIMITS.groupsPerUser} groups, the most an account can hold. Delete one first.`)
  }
  await requireFreeName(tx, terms.name)
  const [group] = await tx
    .insert(portfolios)
    .values({ userId, name: terms.name, isBook: true, isGroup: true, createdAt: now, updatedAt: now })
    .returning({ id: portfolios.id })
  if (!group) throw new Error('Creating a group returned no row')
  await storeMembers(tx, group.id, terms.portfolioIds)
  return group.id
}

/**
 * Gives a group another name, other members, or both. Its version is raised: it may hold something else now.
 *
 * @throws AppError 404 when the user has no such group or portfolio, 409 when the name is taken
 */
export async function changeGroup(
  tx: Transaction,
  groupId: string,
  { name, portfolioIds, now }: GroupChange & { now: Date },
): Promise<void> {
  const group = await getGroup(tx, groupId)
  if (name !== undefined) await requireFreeName(tx, name, group.id)
  await tx
    .update(portfolios)
    .set({ ...(name !== undefined && { name }), version: sql`${portfolios.version} + 1`, updatedAt: now })
    .where(eq(portfolios.id, group.id))
  if (portfolioIds) await storeMembers(tx, group.id, portfolioIds)
}

/** Deletes a group, not its portfolios. @throws AppError 404 when the user has no such group */
export async function deleteGroup(tx: Transaction, groupId: string): Promise<void> {
  const group = await getGroup(tx, groupId)
  await tx.delete(portfolios).where(eq(portfolios.id, group.id))
}

async function getGroup(tx: Transaction, groupId: string): Promise<OwnedPortfolio> {
  const [group] = isId(groupId)
    ? await tx
        .select(portfolioColumns)
        .from(portfolios)
        .where(and(eq(portfolios.id, groupId), eq(portfolios.isGroup, true)))
    : []
  if (!group) throw errors.notFound('group')
  return group
}

async function requireFreeName(tx: Transaction, name: string, groupId?: string): Promise<void> {
  const others = await tx
    .select({ id: portfolios.id, name: portfolios.name, isGroup: portfolios.isGroup })
    .from(portfolios)
    .where(sql`lower(${portfolios.name}) = lower(${name})`)
  const taken = others.find(({ id }) => id !== groupId)
  if (taken) {
    const what = taken.isGroup ? 'group' : 'portfolio'
    throw errors.conflict(`You have a ${what} named “${taken.name}” already. Choose another name.`)
  }
  if (name.toLowerCase() === BOOK_NAME.toLowerCase()) {
    throw errors.conflict(`“${BOOK_NAME}” is what all your portfolios together are called. Choose another name.`)
  }
}

/**
 * The portfolios are locked: one that is being changed is waited for, and who changes one after this finds the group
 * whose version to raise.
 */
async function storeMembers(tx: Transaction, groupId: string, portfolioIds: readonly string[]): Promise<void> {
  const ids = [...new Set(portfolioIds)]
  const locked = ids.every(isId)
    ? await tx
        .select({ id: portfolios.id, userId: portfolios.userId })
        .from(portfolios)
        .where(and(sql`${portfolios.id} = any(${sql.param(ids)}::uuid[])`, isPlain))
        .orderBy(asc(portfolios.id))
        .for('update')
    : []
  if (locked.length < ids.length) {
    throw errors.notFound('portfolio')
  }
  await tx.delete(groupMembers).where(and(eq(groupMembers.groupId, groupId), notInArray(groupMembers.portfolioId, ids)))
  await tx
    .insert(groupMembers)
    .values(locked.map(({ id, userId }) => ({ groupId, portfolioId: id, userId })))
    .onConflictDoNothing()
}
