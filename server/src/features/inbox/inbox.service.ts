// Tests: ../policies/policies.test.ts

import { randomUUID } from 'node:crypto'
import { type InboxMessage, POLICY_LIMITS } from '@ballast/contract'
import type { Clock } from '../../clock.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { countUnreadMessages, insertMessage, keepNewest, listMessages, markAllRead } from './inbox.repository.ts'

export interface NewMessage {
  userId: string
  /** The same for the same event: a second message of it is dropped. */
  eventKey: string
  title: string
  text: string
  /** Path of the screen that it is about. */
  link: string
  now: Date
}

/**
 * Writes a message in the transaction of the change that it tells of: both happen, or neither does. Older messages beyond
 * `POLICY_LIMITS.inboxMessages` go.
 */
export async function addMessage(tx: Transaction, { now, ...message }: NewMessage): Promise<void> {
  const isNew = await insertMessage(tx, { ...message, id: randomUUID(), createdAt: now })
  if (isNew) await keepNewest(tx, message.userId, POLICY_LIMITS.inboxMessages)
}

/** What a user reads in the inbox. */
export function createInboxService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async list(userId: string): Promise<InboxMessage[]> {
      const stored = await db.asUser(userId, listMessages)
      return stored.map(({ id, title, text, link, createdAt, readAt }) => ({
        ...{ id, title, text, link },
        createdAt: createdAt.toISOString(),
        readAt: readAt?.toISOString() ?? null,
      }))
    },
    count: async (userId: string) => ({ unread: await db.asUser(userId, countUnreadMessages) }),
    read: async (userId: string) => ({ read: await db.asUser(userId, (tx) => markAllRead(tx, clock.now())) }),
  }
}
