import { TOKEN_PACKAGE_IDS } from '@ballast/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ownerId, users } from './accounts.ts'
import { instant } from './columns.ts'

/** Money that was moved stays in the books without the name when the account goes. */
const formerOwnerId = () => uuid('user_id').references(() => users.id, { onDelete: 'set null' })

/** Under which name the payment provider knows a user. Sandbox and Stripe have customers of their own. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    userId: ownerId(),
    provider: text({ enum: ['stripe', 'sandbox'] }).notNull(),
    customerId: text('customer_id').notNull(),
    /** Grows with each time the provider's state was taken over, so that an older reading never replaces a newer one. */
    version: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.provider] }),
    uniqueIndex('payment_customers_customer').on(table.customerId),
  ],
)

/** Checkouts that we opened: what was offered stands here, not in what the provider sends back. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    kind: text({ enum: ['subscription', 'tokens'] }).notNull(),
    packageId: text('package_id', { enum: TOKEN_PACKAGE_IDS }),
    sessionId: text('session_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('checkouts_session').on(table.sessionId),
    index('checkouts_user').on(table.userId, table.createdAt),
  ],
)

/** Subscriptions as the provider states them. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text().primaryKey(),
    userId: formerOwnerId(),
    status: text({
      enum: ['active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'],
    }).notNull(),
    currentPeriodStart: instant('current_period_start').notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    trialEnd: instant('trial_end'),
    /** When the payment that is overdue was due; null while none is. */
    pastDueSince: instant('past_due_since'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    syncedAt: instant('synced_at').notNull(),
  },
  (table) => [
    index('subscriptions_user').on(table.userId, table.createdAt),
    index('subscriptions_end').on(table.currentPeriodEnd),
    index('subscriptions_created').on(table.createdAt),
  ],
)

/** Invoices of subscriptions that were paid. */
export const subscriptionPayments = pgTable(
  'subscription_payments',
  {
    invoiceId: text('invoice_id').primaryKey(),
    userId: formerOwnerId(),
    amountCents: integer('amount_cents').notNull(),
    paymentIntentId: text('payment_intent_id'),
    reversedCents: integer('reversed_cents').notNull().default(0),
    paidAt: instant('paid_at').notNull(),
  },
  (table) => [
    index('subscription_payments_user').on(table.userId),
    index('subscription_payments_paid').on(table.paidAt),
    index('subscription_payments_intent').on(table.paymentIntentId),
  ],
)

/** Token packages that were paid for; the checkout session is unique, so that none is credited twice. */
export const purchases = pgTable(
  'purchases',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: formerOwnerId(),
    sessionId: text('session_id').notNull(),
    paymentIntentId: text('payment_intent_id'),
    packageId: text('package_id', { enum: TOKEN_PACKAGE_IDS }).notNull(),
    tokens: integer().notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Refunded, or held back by a dispute. */
    reversedCents: integer('reversed_cents').notNull().default(0),
    reversedTokens: integer('reversed_tokens').notNull().default(0),
    /** Part of those that is owed because it had been spent. */
    owedTokens: integer('owed_tokens').notNull().default(0),
    /** How often reversals were adjusted; part of their reason keys. */
    adjustments: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('purchases_session').on(table.sessionId),
    index('purchases_user').on(table.userId),
    index('purchases_intent').on(table.paymentIntentId),
    index('purchases_created').on(table.createdAt),
    check(
      'purchases_reversed_within',
      sql`${table.reversedTokens} between 0 and ${table.tokens} and ${table.owedTokens} between 0 and ${table.reversedTokens}`,
    ),
  ],
)

/** People who had a subscription and deleted their account, by a keyed hash: a trial is had once by a person. */
export const formerSubscribers = pgTable('former_subscribers', {
  personHash: text('person_hash').primaryKey(),
  leftAt: instant('left_at').notNull(),
})

/** Events that the provider told of: stored before they are answered, worked off afterwards, each once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** Id of the object that the event is about; its state is fetched again, never taken from the event. */
    objectId: text('object_id').notNull(),
    customerId: text('customer_id'),
    /** The charge of a refund or dispute. */
    chargeId: text('charge_id'),
    receivedAt: instant('received_at').notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    doneAt: instant('done_at'),
    lastError: text('last_error'),
  },
  (table) => [index('payment_events_waiting').on(table.nextAttemptAt).where(sql`${table.doneAt} is null`)],
)

/** Actions of admins. Names are in the users' own rows, so that nothing of a deleted account stays here. */
export const auditLog = pgTable('audit_log', {
  sequence: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  actorUserId: uuid('actor_user_id').references(() => users.id, { onDelete: 'set null' }),
  subjectUserId: uuid('subject_user_id').references(() => users.id, { onDelete: 'set null' }),
  action: text({ enum: ['token-grant', 'ledger-viewed', 'support-request-closed'] }).notNull(),
  details: text().notNull(),
})

export const supportRequests = pgTable(
  'support_requests',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: ownerId(),
    subject: text().notNull(),
    message: text().notNull(),
    priority: boolean().notNull(),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [index('support_requests_user').on(table.userId, table.createdAt)],
)

/** Objects of the billing sandbox on one's own machine: customers, sessions, subscriptions, charges. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    customerId: text('customer_id'),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('sandbox_objects_customer').on(table.customerId, table.kind)],
)
