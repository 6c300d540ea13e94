// Tests: notifications.test.ts, delivery.test.ts

import type { MessageKind } from '@ballast/contract'
import { and, asc, count, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { notificationChannels, notificationSettings, users } from '../../database/schema/index.ts'
import { isId } from '../../portfolios/portfolio.repository.ts'

export type StoredChannel = typeof notificationChannels.$inferSelect
export type StoredSettings = typeof notificationSettings.$inferSelect

export async function findSettings(tx: Transaction): Promise<StoredSettings | undefined> {
  const [row] = await tx.select().from(notificationSettings)
  return row
}

export async function saveSettings(tx: Transaction, settings: StoredSettings): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values(settings)
    .onConflictDoUpdate({ target: notificationSettings.userId, set: settings })
}

/** Oldest first. */
export function listChannels(tx: Transaction): Promise<StoredChannel[]> {
  return tx
    .select()
    .from(notificationChannels)
    .orderBy(asc(notificationChannels.createdAt), asc(notificationChannels.id))
}

export async function findChannel(tx: Transaction, id: string): Promise<StoredChannel | undefined> {
  if (!isId(id)) return undefined
  const [row] = await tx.select().from(notificationChannels).where(eq(notificationChannels.id, id)).for('update')
  return row
}

export async function countChannels(tx: Transaction, type: StoredChannel['type']): Promise<number> {
  const [found] = await tx
    .select({ channels: count() })
    .from(notificationChannels)
    .where(eq(notificationChannels.type, type))
  return found?.channels ?? 0
}

/** @returns undefined when the user has one with this address already */
export async function insertChannel(tx: Transaction, channel: StoredChannel): Promise<StoredChannel | undefined> {
  const [row] = await tx.insert(notificationChannels).values(channel).onConflictDoNothing().returning()
  return row
}

export async function updateStoredChannel(
  tx: Transaction,
  id: string,
  changes: Partial<Pick<StoredChannel, 'kinds' | 'secret' | 'previousSecret' | 'rotatedAt'>>,
): Promise<boolean> {
  if (!isId(id)) return false
  const changed = await tx
    .update(notificationChannels)
    .set(changes)
    .where(eq(notificationChannels.id, id))
    .returning({ id: notificationChannels.id })
  return changed.length > 0
}

/** For the user or the system. @returns whether there was one */
export async function deleteChannel(tx: Transaction, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const gone = await tx
    .delete(notificationChannels)
    .where(eq(notificationChannels.id, id))
    .returning({ id: notificationChannels.id })
  return gone.length > 0
}

/** For the system: of whoever has the secret. */
export async function findChannelBySecret(
  tx: Transaction,
  type: StoredChannel['type'],
  secret: string,
): Promise<StoredChannel | undefined> {
  const [row] = await tx
    .select()
    .from(notificationChannels)
    .where(and(eq(notificationChannels.type, type), eq(notificationChannels.secret, secret)))
  return row
}

const isPro = (now: Date) => or(eq(users.isAdmin, true), sql`${users.proUntil} > ${now.toISOString()}::timestamptz`)

/** Users whose channels rest from now on, and those whose channels go on, by their plan. For the system. */
export async function listUsersOfChannels(tx: Transaction, now: Date): Promise<{ rest: string[]; resume: string[] }> {
  const list = async (isResting: boolean) => {
    const pro = isPro(now)
    const rows = await tx
      .selectDistinct({ userId: notificationChannels.userId })
      .from(notificationChannels)
      .innerJoin(users, eq(users.id, notificationChannels.userId))
      .where(
        isResting
          ? and(isNotNull(notificationChannels.restingSince), pro)
          : and(isNull(notificationChannels.restingSince), sql`(${pro}) is not true`),
      )
    return rows.map(({ userId }) => userId)
  }
  return { rest: await list(false), resume: await list(true) }
}

/** @returns whether any channel of the transaction's user changed */
export async function restChannels(tx: Transaction, since: Date | null): Promise<boolean> {
  const changed = await tx
    .update(notificationChannels)
    .set({ restingSince: since })
    .where(since === null ? isNotNull(notificationChannels.restingSince) : isNull(notificationChannels.restingSince))
    .returning({ id: notificationChannels.id })
  return changed.length > 0
}

/** Users on PRO whose weekly digest is due. For the system. */
export async function listDueDigests(tx: Transaction, now: Date): Promise<string[]> {
  const rows = await tx
    .select({ userId: notificationSettings.userId })
    .from(notificationSettings)
    .innerJoin(users, eq(users.id, notificationSettings.userId))
    .where(and(lte(notificationSettings.nextDigestAt, now), isPro(now)))
    .orderBy(asc(notificationSettings.nextDigestAt))
  return rows.map(({ userId }) => userId)
}

/** Kinds that a channel gets when it is made. */
export const ALL_KINDS: MessageKind[] = ['policy', 'watch', 'digest', 'service']
