// Tests: ../policies/policies.test.ts

import type { InboxMessage } from '@ballast/contract'
import { countUnreadMessages, listMessages, markAllRead } from '../../accounts/inbox.repository.ts'
import type { Parts } from '../../parts.ts'

/** Calls of the inbox. */
export function createInboxService({ db, clock }: Pick<Parts, 'db' | 'clock'>) {
  return {
    async list(userId: string): Promise<InboxMessage[]> {
      const stored = await db.asUser(userId, listMessages)
      return stored.map(({ id, kind, title, text, link, createdAt, readAt }) => ({
        id,
        kind,
        title,
        text,
        link,
        createdAt: createdAt.toISOString(),
        readAt: readAt?.toISOString() ?? null,
      }))
    },
    count: async (userId: string) => ({ unread: await db.asUser(userId, countUnreadMessages) }),
    read: async (userId: string) => ({ read: await db.asUser(userId, (tx) => markAllRead(tx, clock.now())) }),
  }
}
