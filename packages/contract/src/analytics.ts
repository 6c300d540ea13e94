import { z } from 'zod'
import {
  ledgerEntrySchema,
  ledgerPageQuery,
  ledgerPageSchema,
  subscriptionStatusSchema,
  tokenFeatureSchema,
} from './billing.ts'
import { defineCall, defineObject } from './call.ts'
import { marketDataStatusSchema } from './market-data.ts'
import { PLAN_IDS, TOKEN_PACKAGE_IDS } from './plans.ts'

/** The record calls answer with this many days and at most this many records, newest first. */
export const ANALYTICS_DAYS = 30
export const ANALYTICS_RECORDS = 1_000
export const ANALYTICS_BAR_DAYS = 7

const tag = 'Analytics'
const periodShape = {
  currentPeriodStart: z.iso.datetime(),
  currentPeriodEnd: z.iso.datetime(),
}

export const tokenUsageRecordSchema = defineObject('TokenUsageRecord', {
  id: z.string(),
  feature: tokenFeatureSchema,
  createdAt: z.iso.datetime(),
  /** Tokens deducted; 0 for an admin's use. */
  tokens: z.number().int(),
  email: z.string().nullable(),
})

export const tokenPurchaseRecordSchema = defineObject('TokenPurchaseRecord', {
  id: z.string(),
  createdAt: z.iso.datetime(),
  packageId: z.enum(TOKEN_PACKAGE_IDS),
  /** US dollars. */
  amountPaid: z.number(),
  /** US dollars given back or disputed of it. */
  amountReversed: z.number(),
  tokensAdded: z.number().int(),
  email: z.string().nullable(),
  /** The buyer's latest subscription; null when there is none. */
  subscription: z.object({ status: subscriptionStatusSchema, ...periodShape }).nullable(),
})

export const subscriptionRecordSchema = defineObject('SubscriptionRecord', {
  id: z.string(),
  status: subscriptionStatusSchema,
  ...periodShape,
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  email: z.string().nullable(),
})

export const listTokenUsage = defineCall(tag, {
  method: 'GET',
  path: '/api/analytics/token-usage',
  access: 'admin',
  summary: 'Uses of the last 30 days that were delivered, the newest 1,000.',
  response: z.array(tokenUsageRecordSchema),
})

export const listTokenPurchases = defineCall(tag, {
  method: 'GET',
  path: '/api/analytics/token-purchases',
  access: 'admin',
  summary: 'Token purchases of the last 30 days, the newest 1,000.',
  response: z.array(tokenPurchaseRecordSchema),
})

export const listSubscriptions = defineCall(tag, {
  method: 'GET',
  path: '/api/analytics/subscriptions',
  access: 'admin',
  summary: 'Subscriptions that ran at some time in the last 30 days, the newest 1,000.',
  response: z.array(subscriptionRecordSchema),
})

const usesSchema = z.object({
  total: z.number().int(),
  hedge_analysis: z.number().int(),
  agentic_discovery: z.number().int(),
  /** Tokens deducted for them. */
  tokens: z.number().int(),
})

export const usageSummarySchema = defineObject('UsageSummary', {
  /** First and last day (UTC) that count, today included. */
  from: z.iso.date(),
  to: z.iso.date(),
  uses: usesSchema,
  /** The same number of days before `from`, for comparison. */
  previousUses: usesSchema,
  /** The last 7 days, oldest first, days without use included. */
  daily: z.array(
    z.object({ date: z.iso.date(), hedge_analysis: z.number().int(), agentic_discovery: z.number().int() }),
  ),
  /** US dollars over the period; reversals are refunds and disputes. */
  spending: z.object({
    packages: z.array(
      z.object({
        packageId: z.enum(TOKEN_PACKAGE_IDS),
        sold: z.number().int(),
        tokens: z.number().int(),
        amount: z.number(),
      }),
    ),
    tokens: z.number().int(),
    tokenAmount: z.number(),
    /** Paid invoices of PRO subscriptions. */
    subscriptionAmount: z.number(),
    reversedAmount: z.number(),
    /** Token packages and subscriptions, less what was reversed. */
    total: z.number(),
  }),
  subscriptions: z.object({
    /** On PRO now by a subscription: active, trialing, or past due within its days of grace. */
    running: z.number().int(),
    active: z.number().int(),
    trialing: z.number().int(),
    pastDue: z.number().int(),
    /** Begun and ended within the period. */
    started: z.number().int(),
    ended: z.number().int(),
  }),
  /** Tokens owed after refunds and disputes, by all users. */
  owedTokens: z.number().int(),
})
export type UsageSummary = z.infer<typeof usageSummarySchema>

export const getUsageSummary = defineCall(tag, {
  method: 'GET',
  path: '/api/analytics/summary',
  access: 'admin',
  summary: 'Totals of the last 30 days, counted in the database over all records.',
  response: usageSummarySchema,
})

export const managedUserSchema = defineObject('ManagedUser', {
  id: z.uuid(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.iso.datetime(),
  tier: z.enum(PLAN_IDS),
  isAdmin: z.boolean(),
  monthlyTokens: z.number().int(),
  purchasedTokens: z.number().int(),
  owedTokens: z.number().int(),
  subscriptionStatus: subscriptionStatusSchema.nullable(),
})
export type ManagedUser = z.infer<typeof managedUserSchema>

export const findUsers = defineCall('Admin', {
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Users whose e-mail or name contains the text, at most 20; without a text, those who signed in last.',
  query: z.object({ search: z.string().trim().max(200).optional() }),
  response: z.array(managedUserSchema),
})

export const grantTokens = defineCall('Admin', {
  method: 'POST',
  path: '/api/admin/token-grants',
  access: 'admin',
  summary: 'Give a user tokens that never expire, with a reason. The same `requestId` grants once.',
  body: z.strictObject({
    userId: z.uuid(),
    tokens: z.number().int().min(1).max(1_000),
    reason: z.string().trim().min(3).max(500),
    /** Made by the screen once for each form, so that a double click grants once. */
    requestId: z.uuid(),
  }),
  response: managedUserSchema,
  failures: { 404: 'There is no such user.', 409: 'The `requestId` was used for another gift.' },
})

export const adminLedgerEntrySchema = ledgerEntrySchema
  .extend({
    userId: z.uuid(),
    email: z.string().nullable(),
    /** Reason that an admin gave for a grant. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'AdminLedgerEntry' })

export const getUserLedger = defineCall('Admin', {
  method: 'GET',
  path: '/api/admin/ledger',
  access: 'admin',
  summary: 'The ledger of one user, or of everybody, newest first. Looking at it is written to the audit log.',
  query: z.object({ userId: z.uuid().optional(), ...ledgerPageQuery }),
  response: ledgerPageSchema.extend({ entries: z.array(adminLedgerEntrySchema) }),
  failures: { 404: 'There is no such user.' },
})

/** `details` of the act that concerns no single user. */
export const EVERYBODYS_LEDGER_VIEWED = 'Ledger of everybody looked at'

export const auditEntrySchema = defineObject('AuditEntry', {
  sequence: z.number().int(),
  at: z.iso.datetime(),
  /** Who acted; null when that account is gone. */
  actorEmail: z.string().nullable(),
  action: z.enum(['token-grant', 'ledger-viewed', 'support-request-closed']),
  /** Whom it concerned; null when that account is gone or nobody is meant. */
  subjectEmail: z.string().nullable(),
  /** The act in words, without names. */
  details: z.string(),
})

export const getAuditLog = defineCall('Admin', {
  method: 'GET',
  path: '/api/admin/audit-log',
  access: 'admin',
  summary: 'Actions of admins, newest first.',
  query: z.object(ledgerPageQuery),
  response: z.object({ entries: z.array(auditEntrySchema), nextBefore: z.number().int().nullable() }),
})

export const supportRequestSchema = defineObject('SupportRequest', {
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  email: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  /** True when it came from a PRO user. */
  priority: z.boolean(),
  closedAt: z.iso.datetime().nullable(),
})

export const listSupportRequests = defineCall('Admin', {
  method: 'GET',
  path: '/api/admin/support-requests',
  access: 'admin',
  summary: 'Requests to support: open ones first, of those PRO first, then the oldest; at most 200.',
  response: z.array(supportRequestSchema),
})

export const closeSupportRequest = defineCall('Admin', {
  method: 'POST',
  path: '/api/admin/support-requests/close',
  access: 'admin',
  summary: 'Mark a request as answered.',
  body: z.object({ requestId: z.uuid() }).strict(),
  response: supportRequestSchema,
  failures: { 404: 'There is no such support request.' },
})

export const serverStatusSchema = defineObject('ServerStatus', {
  version: z.string(),
  node: z.string(),
  uptimeSeconds: z.number().int(),
  memoryMebibytes: z.number().int(),
  /** Delay of the event loop that 99 of 100 were below since the start. */
  eventLoopDelayMilliseconds: z.number().int(),
  database: z.object({
    engine: z.enum(['embedded', 'postgres']),
    isReachable: z.boolean(),
    /** Connections of the pool; `waiting` counts transactions that wait for one. */
    connections: z.object({ open: z.number().int(), idle: z.number().int(), waiting: z.number().int() }),
  }),
  threads: z.object({ running: z.number().int(), waiting: z.number().int() }),
  marketData: marketDataStatusSchema,
  /** Name of the model that is configured, or of the built-in engine. */
  analysisEngine: z.string(),
  /** `local` shows mail on a page of this machine and sends none. */
  mail: z.enum(['smtp', 'local', 'none']),
})
export type ServerStatus = z.infer<typeof serverStatusSchema>

export const backgroundWorkSchema = defineObject('BackgroundWork', {
  jobs: z.array(
    z.object({
      /** Name of the queue: a job that is done again and again, or pieces of one that all processes share. */
      name: z.string(),
      waiting: z.number().int(),
      active: z.number().int(),
      /** Runs among the last ones, about a hundred. */
      done: z.number().int(),
      /** Attempts that failed, of the same runs. */
      failures: z.number().int(),
      /** Attempts that failed one after the other until now. */
      failuresInRow: z.number().int(),
      endedAt: z.iso.datetime().nullable(),
      /** When the newest attempt that failed had begun, and why it did, while it is not done. */
      lastFailedAt: z.iso.datetime().nullable(),
      lastError: z.string().nullable(),
    }),
  ),
  /** Messages on their way by e-mail, webhook and browser. */
  deliveries: z.object({
    waiting: z.number().int(),
    /** Count of those waiting that were tried before. */
    retrying: z.number().int(),
    /** In the last 7 days. */
    delivered: z.number().int(),
    givenUp: z.number().int(),
  }),
  /** Portfolios with a policy that was not checked since the last close. */
  duePortfolios: z.number().int(),
  /** Those of them that could not be checked and are tried again, and why the newest could not. */
  failingChecks: z.object({ portfolios: z.number().int(), newestReason: z.string().nullable() }),
  /** State of the process that answers. */
  server: serverStatusSchema,
})
export type BackgroundWork = z.infer<typeof backgroundWorkSchema>

export const getBackgroundWork = defineCall('Admin', {
  method: 'GET',
  path: '/api/admin/background-work',
  access: 'admin',
  summary: 'How background jobs ended last, what waits or was given up, and what the server runs on.',
  response: backgroundWorkSchema,
})
