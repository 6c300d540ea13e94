import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { HEDGE_RANGES } from './hedges.ts'
import { portfolioParams } from './portfolios.ts'

/*
 * A watch rule tells its owner when something happens to a portfolio, with or without a hedge. Currency is US dollars unless
 * a field says otherwise; fields named `…Percent` are percents of the portfolio's value, losses positive.
 */

const inRange = ({ least, most }: { least: number; most: number }) => z.number().min(least).max(most)
const percentSchema = inRange({ least: 0.1, most: 100 })
const tickerSchema = z.string().trim().min(1).max(32)

/** Terms of a rule. */
export const watchTermsSchema = z
  .discriminatedUnion('kind', [
    /** The loss if the market fell so far at once. */
    z.strictObject({
      kind: z.literal('loss'),
      limitPercent: inRange(HEDGE_RANGES.limitPercent),
      shockPercent: inRange(HEDGE_RANGES.shockPercent),
    }),
    /** The share of one security in the portfolio; of its largest one when `ticker` is null. */
    z.object({ kind: z.literal('weight'), ticker: tickerSchema.nullable(), limitPercent: percentSchema }).strict(),
    /** How far today's positions are below their highest close of the last year. */
    z.object({ kind: z.literal('drawdown'), limitPercent: percentSchema }).strict(),
    /** A price in the currency in which the security trades. */
    z.strictObject({
      kind: z.literal('price'),
      ticker: tickerSchema,
      direction: z.enum(['below', 'above']),
      price: z.number().positive().max(10_000_000),
    }),
    /** Options of the portfolio that expire within so many calendar days. */
    z.object({ kind: z.literal('expiry'), days: z.number().int().min(0).max(90) }).strict(),
    /** Sold calls whose time value is less than the next dividend. */
    z.object({ kind: z.literal('assignment') }).strict(),
    /** Positions without a price, or with one that is older than so many trading days. */
    z.object({ kind: z.literal('stale'), days: z.number().int().min(1).max(60) }).strict(),
  ])
  .meta({ id: 'WatchTerms' })
export type WatchTerms = z.infer<typeof watchTermsSchema>
export type WatchKind = WatchTerms['kind']

export const watchStateSchema = z.enum(['quiet', 'met', 'unknown'])
export type WatchState = z.infer<typeof watchStateSchema>

export const watchRuleSchema = defineObject('WatchRule', {
  id: z.uuid(),
  portfolioId: z.uuid(),
  portfolioName: z.string(),
  terms: watchTermsSchema,
  /** The rule in a few words: "NVDA below 150". */
  name: z.string(),
  isOn: z.boolean(),
  /** True while it is on and the owner's plan does not check it. */
  isResting: z.boolean(),
  /** Channels through which it is not told; the inbox always has it. */
  mutedChannelIds: z.array(z.uuid()),
  /** Finding of the newest check; null before the first. */
  state: watchStateSchema.nullable(),
  sentence: z.string().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  simulated: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type WatchRule = z.infer<typeof watchRuleSchema>

const tag = 'Watch rules'
const ruleParams = z.object({ ruleId: z.string() })
const NO_RULE = { 404: 'There is no such rule.' }

export const listWatchRules = defineCall(tag, {
  method: 'GET',
  path: '/api/watch-rules',
  summary: 'The user’s watch rules with what the newest check found, the oldest first.',
  response: z.object({ rules: z.array(watchRuleSchema), mostRules: z.number().int() }),
})

const mutedSchema = z.array(z.uuid()).max(20)

export const createWatchRule = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/watch-rules',
  rateLimit: 'compute',
  summary: 'Add a watch rule to a portfolio, and check it for the first time.',
  params: portfolioParams,
  body: z.object({ terms: watchTermsSchema, mutedChannelIds: mutedSchema.default([]) }).strict(),
  response: watchRuleSchema,
  failures: { 403: 'The plan has no room for another rule.', 409: 'There are as many rules as an account can have.' },
})

export const changeWatchRule = defineCall(tag, {
  method: 'PATCH',
  path: '/api/watch-rules/:ruleId',
  rateLimit: 'compute',
  summary: 'Change what a rule asks, switch it on or off, or choose the channels that tell of it.',
  params: ruleParams,
  body: z.object({ terms: watchTermsSchema, isOn: z.boolean(), mutedChannelIds: mutedSchema }).partial().strict(),
  response: watchRuleSchema,
  failures: NO_RULE,
})

export const deleteWatchRule = defineCall(tag, {
  method: 'DELETE',
  path: '/api/watch-rules/:ruleId',
  summary: 'Delete a rule. Its messages stay in the inbox.',
  params: ruleParams,
  response: z.object({ deleted: z.literal(true) }),
  failures: NO_RULE,
})
