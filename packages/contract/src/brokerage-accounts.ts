import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { hedgeLegSchema, hedgeStrategySchema } from './hedge-strategies.ts'
import { ACCOUNT_KINDS, APPROVAL_LEVELS } from './hedges.ts'
import { LIMITS } from './limits.ts'
import { portfolioParams } from './portfolios.ts'

/** Levels that a broker approves an account for; each allows all that those before it allow. */
export const ACCOUNT_LEVELS = ['none', ...APPROVAL_LEVELS] as const

export const brokerageAccountSchema = defineObject('BrokerageAccount', {
  portfolioId: z.uuid(),
  portfolioName: z.string(),
  /** As its positions name it; null for the positions of a portfolio that name none. */
  account: z.string().nullable(),
  /** Level that the owner states; null when nobody has: then options may be bought and not sold. */
  level: z.enum(ACCOUNT_LEVELS).nullable(),
  kind: z.enum(ACCOUNT_KINDS).nullable(),
})
export type BrokerageAccount = z.infer<typeof brokerageAccountSchema>

const tag = 'Hedges'

/** Options of a ticket of more legs are not split over accounts. */
export const MOST_SPLIT_LEGS = 8

export const listBrokerageAccounts = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/accounts',
  summary: 'The brokerage accounts that positions lie in, of a group those of its portfolios, and what each may hold.',
  params: portfolioParams,
  response: z.array(brokerageAccountSchema),
})

export const describeBrokerageAccount = defineCall(tag, {
  method: 'PUT',
  path: '/api/portfolios/:portfolioId/accounts',
  summary: 'Say what a brokerage account of a portfolio may hold.',
  params: portfolioParams,
  body: z.strictObject({
    account: z.string().max(LIMITS.accountNameCharacters).nullable(),
    level: z.enum(ACCOUNT_LEVELS),
    kind: z.enum(ACCOUNT_KINDS),
  }),
  response: brokerageAccountSchema,
  failures: {
    404: 'There is no such portfolio or account.',
    409: 'It is a group: describe the accounts of its portfolios.',
  },
})

const legSchema = hedgeLegSchema
  .pick({ symbol: true, underlying: true, type: true, strike: true, expiry: true, multiplier: true })
  .extend({
    contracts: z
      .number()
      .int()
      .min(-1e6)
      .max(1e6)
      .refine((contracts) => contracts !== 0, 'A leg has at least one contract'),
    premium: z.number().min(0).max(LIMITS.avgCost),
  })
const tradesSchema = hedgeStrategySchema.shape.trades

export const splitTicket = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/ticket-split',
  rateLimit: 'compute',
  summary:
    'Split a ticket over the accounts of a portfolio or group. Each gets only what it may hold. As few contracts as can be are left over, in as few accounts and orders as can be.',
  params: portfolioParams,
  body: z.strictObject({
    legs: z.array(legSchema).max(MOST_SPLIT_LEGS, 'A ticket that is split has at most eight legs'),
    trades: tradesSchema.max(1_000),
    /** Commissions of the whole ticket. */
    fees: z.number().min(0).max(1e9).default(0),
  }),
  response: z.object({
    /** Every account, those with nothing to trade too. */
    accounts: z.array(
      brokerageAccountSchema.extend({
        /** Place in the ticket and contracts, with its sign. */
        legs: z.array(z.object({ leg: z.number().int(), contracts: z.number().int() })),
        trades: tradesSchema,
      }),
    ),
    /** Orders that no account can take, and why, in words. */
    unplaced: z.array(
      z.object({
        /** Place in the ticket; null for shares. */
        leg: z.number().int().nullable(),
        ticker: z.string(),
        /** Contracts or shares, with the sign of the ticket; null where the number of shares is not known. */
        quantity: z.number().nullable(),
        reason: z.string(),
      }),
    ),
  }),
})
