// Tests: ../features/inbox/delivery.test.ts, ../features/inbox/kills.test.ts

import { randomUUID } from 'node:crypto'
import type { MessageKind } from '@ballast/contract'
import { and, arrayContains, asc, desc, eq, gte, isNotNull, isNull, lte, ne, notInArray, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { inboxMessages, notificationChannels, notificationSettings, outbox, users } from '../database/schema/index.ts'
import type { StoredMessage } from './inbox.repository.ts'

type StoredChannel = typeof notificationChannels.$inferSelect
type StoredDelivery = typeof outbox.$inferSelect

/** One attempt: what goes where, and when its user may be disturbed. */
export interface Delivery {
  id: string
  userId: string
  createdAt: Date
  /** This one included. */
  attempts: number
  message: StoredMessage
  channel: StoredChannel
  email: string | null
  emailVerified: boolean
  settings: typeof notificationSettings.$inferSelect | null
}

interface NewDelivery {
  userId: string
  messageId: string
  kind: MessageKind
  now: Date
  /** Only this channel, whatever kinds it gets; every channel that gets the kind when left out. */
  onlyChannelId?: string
  /** Channels to leave out. */
  mutedChannelIds?: readonly string[]
}

/** Writes an outbox row for each channel of the transaction's user that a message goes through. */
export async function enqueueDeliveries(
  tx: Transaction,
  { userId, messageId, kind, now, onlyChannelId, mutedChannelIds = [] }: NewDelivery,
): Promise<void> {
  const channels = await tx
    .select({ id: notificationChannels.id })
    .from(notificationChannels)
    .where(
      and(
        eq(notificationChannels.userId, userId),
        ne(notificationChannels.type, 'calendar'),
        isNull(notificationChannels.restingSince),
        notInArray(notificationChannels.id, [...mutedChannelIds]),
        onlyChannelId === undefined
          ? arrayContains(notificationChannels.kinds, [kind])
          : eq(notificationChannels.id, onlyChannelId),
      ),
    )
  if (channels.length === 0) return
  const fresh = { userId, messageId, createdAt: now, attempts: 0, nextAt: now }
  await tx.insert(outbox).values(channels.map(({ id }) => Object.assign({ id: randomUUID(), channelId: id }, fresh)))
}

/**
 * Takes the delivery that waited longest and sets when it is tried again, in one statement of this transaction: a process
 * that dies with it in hand leaves it due at that time. For the system.
 *
 * @param retryAt when the attempt that begins now is repeated unless it succeeds
 * @returns undefined when nothing is due
 */
export async function claimDelivery(
  tx: Transaction,
  now: Date,
  retryAt: (attempts: number) => Date,
): Promise<Delivery | undefined> {
  const [row] = await tx
    .select({
      delivery: outbox,
      message: inboxMessages,
      channel: notificationChannels,
      settings: notificationSettings,
      email: users.email,
      emailVerified: users.emailVerified,
    })
    .from(outbox)
    .innerJoin(inboxMessages, eq(inboxMessages.id, outbox.messageId))
    .innerJoin(notificationChannels, eq(notificationChannels.id, outbox.channelId))
    .innerJoin(users, eq(users.id, outbox.userId))
    .leftJoin(notificationSettings, eq(notificationSettings.userId, outbox.userId))
    .where(and(lte(outbox.nextAt, now), isNull(notificationChannels.restingSince)))
    .orderBy(asc(outbox.nextAt), asc(outbox.id))
    .limit(1)
    .for('update', { of: outbox, skipLocked: true })
  if (!row) return undefined
  const { delivery, ...rest } = row
  const attempts = delivery.attempts + 1
  await tx
    .update(outbox)
    .set({ attempts, nextAt: retryAt(attempts) })
    .where(eq(outbox.id, delivery.id))
  return { id: delivery.id, userId: delivery.userId, createdAt: delivery.createdAt, attempts, ...rest }
}

/** For the system. */
export async function markDelivered(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(outbox).set({ deliveredAt: now, nextAt: null, lastError: null }).where(eq(outbox.id, id))
}

/** @param error why, for its owner. For the system. */
export async function markFailed(tx: Transaction, id: string, error: string): Promise<void> {
  await tx.update(outbox).set({ lastError: error }).where(eq(outbox.id, id))
}

/** Puts off an attempt that was not made. For the system. */
export async function deferDelivery(tx: Transaction, id: string, until: Date): Promise<void> {
  await tx
    .update(outbox)
    .set({ nextAt: until, attempts: sql`${outbox.attempts} - 1` })
    .where(eq(outbox.id, id))
}

/** @returns whether it waited until now; false when somebody else gave it up */
export async function giveUpDelivery(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const given = await tx
    .update(outbox)
    .set({ gaveUpAt: now, nextAt: null })
    .where(and(eq(outbox.id, id), isNotNull(outbox.nextAt)))
    .returning({ id: outbox.id })
  return given.length > 0
}

/** The address of the transaction's user if it may be written to: one that nobody has verified may be somebody else's. */
export async function findVerifiedAddress(tx: Transaction): Promise<string | null> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.emailVerified, true))
  return user?.email ?? null
}

/** The latest delivery of each channel of the transaction's user, by channel. */
export async function listLatestDeliveries(tx: Transaction): Promise<Map<string, StoredDelivery>> {
  const rows = await tx
    .selectDistinctOn([outbox.channelId])
    .from(outbox)
    .orderBy(outbox.channelId, desc(outbox.createdAt), desc(outbox.id))
  return new Map(rows.map((row) => [row.channelId, row]))
}

/** E-mails that were delivered, the newest first, with what they are made of. For the system, on one's own machine. */
export function listDeliveredMails(tx: Transaction, limit: number) {
  return tx
    .select({ delivery: outbox, message: inboxMessages, channel: notificationChannels, email: users.email })
    .from(outbox)
    .innerJoin(inboxMessages, eq(inboxMessages.id, outbox.messageId))
    .innerJoin(notificationChannels, eq(notificationChannels.id, outbox.channelId))
    .innerJoin(users, eq(users.id, outbox.userId))
    .where(and(eq(notificationChannels.type, 'email'), isNotNull(outbox.deliveredAt)))
    .orderBy(desc(outbox.deliveredAt), desc(outbox.id))
    .limit(limit)
}

/** Deliveries of all users by what became of them. For the system. */
export async function countDeliveries(tx: Transaction, since: Date) {
  const isWaiting = sql`${outbox.deliveredAt} is null and ${outbox.gaveUpAt} is null`
  const [counted] = await tx
    .select({
      waiting: sql<number>`count(*) filter (where ${isWaiting})`.mapWith(Number),
      retrying: sql<number>`count(*) filter (where ${isWaiting} and ${outbox.attempts} > 0)`.mapWith(Number),
      delivered: sql<number>`count(*) filter (where ${gte(outbox.deliveredAt, since)})`.mapWith(Number),
      givenUp: sql<number>`count(*) filter (where ${gte(outbox.gaveUpAt, since)})`.mapWith(Number),
    })
    .from(outbox)
  return counted ?? { waiting: 0, retrying: 0, delivered: 0, givenUp: 0 }
}
