// Tests: ../features/inbox/delivery.test.ts, ../features/policies/policies.test.ts

import { randomUUID } from 'node:crypto'
import { type MessageKind, POLICY_LIMITS } from '@ballast/contract'
import type { Transaction } from '../database/database.ts'
import { insertMessage, keepNewest, readPortfolioName } from './inbox.repository.ts'
import { enqueueDeliveries } from './outbox.repository.ts'

export interface NewMessage {
  userId: string
  /** Its owner switches channels by it; `policy` when left out. */
  kind?: MessageKind
  /** True for what is told in the inbox and nowhere else. */
  isInboxOnly?: boolean
  /** Channels through which it is not told. */
  mutedChannelIds?: readonly string[]
  /** The same for the same event: a second message of it is dropped. */
  eventKey: string
  title: string
  text: string
  /** The portfolio that it is about, whose name goes before the text. */
  portfolioId?: string
  /** Path of the screen that it is about. */
  link: string
  now: Date
}

/**
 * Writes a message in the transaction of the change that it tells of, and with it what is to be sent through each channel:
 * all of it happens, or nothing does. Older messages beyond `POLICY_LIMITS.inboxMessages` go.
 */
export async function addMessage(
  tx: Transaction,
  { now, isInboxOnly, mutedChannelIds = [], portfolioId, ...message }: NewMessage,
): Promise<void> {
  const { userId, kind = 'policy' } = message
  const messageId = randomUUID()
  const about = portfolioId && (await readPortfolioName(tx, portfolioId))
  const text = about ? `${about}: ${message.text}` : message.text
  const isNew = await insertMessage(tx, { ...message, text, kind, id: messageId, createdAt: now })
  if (!isNew) return
  if (!isInboxOnly) await enqueueDeliveries(tx, { userId, messageId, kind, now, mutedChannelIds })
  await keepNewest(tx, userId, POLICY_LIMITS.inboxMessages)
}

/** As `addMessage`, through one channel only, whatever kinds it gets. */
export async function addTestMessage(tx: Transaction, userId: string, channelId: string, now: Date): Promise<void> {
  const messageId = randomUUID()
  await insertMessage(tx, {
    userId,
    id: messageId,
    kind: 'service',
    eventKey: `test ${messageId}`,
    title: 'Test message',
    text: 'You asked for this message. It shows that the channel works.',
    link: '/inbox',
    createdAt: now,
    // Its reader has just asked for it.
    readAt: now,
  })
  await enqueueDeliveries(tx, { userId, messageId, kind: 'service', now, onlyChannelId: channelId })
  await keepNewest(tx, userId, POLICY_LIMITS.inboxMessages)
}
