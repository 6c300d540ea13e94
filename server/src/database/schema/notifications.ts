import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from './accounts.ts'
import { instant } from './columns.ts'
import { inboxMessages } from './policies.ts'

/** When a user may be disturbed, and whether they want a summary of the week. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: ownerId().primaryKey(),
    timeZone: text('time_zone').notNull(),
    /** Hours from 0 to 23 in that zone; both null when there are no quiet hours. */
    quietFrom: integer('quiet_from'),
    quietTo: integer('quiet_to'),
    weeklyDigest: boolean('weekly_digest').notNull(),
    /** When the next digest is due; null without one. */
    nextDigestAt: instant('next_digest_at'),
  },
  (table) => [index('notification_settings_digest').on(table.nextDigestAt)],
)

/** Ways beside the inbox to reach a user. */
export const notificationChannels = pgTable(
  'notification_channels',
  {
    id: uuid().primaryKey(),
    userId: ownerId(),
    type: text({ enum: ['email', 'webhook', 'push', 'calendar'] }).notNull(),
    /** Name that its owner sees: the e-mail address, the webhook's address, the name of a browser. */
    label: text().notNull(),
    /** Where it is sent: the webhook's address, or the endpoint of a browser. */
    address: text().notNull(),
    /** Signs webhooks, encrypts pushes, unsubscribes e-mail; of a calendar only the hash of its address. */
    secret: text().notNull(),
    /** Signs webhooks, too, until `rotatedAt` is a day ago. */
    previousSecret: text('previous_secret'),
    rotatedAt: instant('rotated_at'),
    /** Kinds of messages that are sent. */
    kinds: text({ enum: ['policy', 'watch', 'digest', 'service'] })
      .array()
      .notNull(),
    createdAt: instant('created_at').notNull(),
    /** Since when nothing is sent, because its owner is not on PRO any more. */
    restingSince: instant('resting_since'),
  },
  (table) => [
    unique('notification_channels_address').on(table.userId, table.type, table.address),
    index('notification_channels_secret').on(table.secret),
  ],
)

/** A message that is to be sent through a channel, written in the transaction of the message. */
export const outbox = pgTable(
  'outbox',
  {
    /** Goes out with every attempt, so that the receiver recognises a second one. */
    id: uuid().primaryKey(),
    userId: ownerId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => inboxMessages.id, { onDelete: 'cascade' }),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => notificationChannels.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    attempts: integer().notNull(),
    /** When it is tried next; null once it is delivered or given up. */
    nextAt: instant('next_at'),
    deliveredAt: instant('delivered_at'),
    gaveUpAt: instant('gave_up_at'),
    lastError: text('last_error'),
  },
  (table) => [
    unique('outbox_once').on(table.messageId, table.channelId),
    index('outbox_due').on(table.nextAt),
    index('outbox_channel').on(table.channelId, table.createdAt),
    index('outbox_user').on(table.userId),
  ],
)

/** Addresses that asked for no more invitations, by a keyed hash. */
export const refusedAddresses = pgTable('refused_addresses', {
  addressHash: text('address_hash').primaryKey(),
  refusedAt: instant('refused_at').notNull(),
})
