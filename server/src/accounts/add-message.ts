// Tests: ../features/policies/policies.test.ts

import { randomUUID } from 'node:crypto'
import { POLICY_LIMITS } from '@ballast/contract'
import type { Transaction } from '../database/database.ts'
import { insertMessage, keepNewest } from './inbox.repository.ts'

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
