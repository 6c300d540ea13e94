import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { lossMapSchema } from './hedge-strategies.ts'
import { HEDGE_RANGES } from './hedges.ts'
import { contractTypeSchema } from './options.ts'
import { MOST_POLICIES } from './plans.ts'
import { portfolioParams } from './portfolios.ts'
import { toOptionTerms } from './ticker.ts'

/*
 * A policy is a hedge that was placed and is watched. Currency is US dollars; fields named `…Percent` are percents of the
 * portfolio's value, losses positive.
 */

export const POLICY_LIMITS = {
  perUser: MOST_POLICIES,
  legs: 24,
  contracts: 100_000,
  historyEntries: 400,
  inboxMessages: 200,
} as const

/** Findings of a check; only the first needs no action. */
export const POLICY_STATES = [
  'holds',
  'too-little',
  'decayed',
  'paid-out',
  'more-than-needed',
  'expires-soon',
  'expired',
  'cannot-be-judged',
] as const
export const policyStateSchema = z.enum(POLICY_STATES)
export type PolicyState = z.infer<typeof policyStateSchema>

const inRange = ({ least, most }: { least: number; most: number }) => z.number().min(least).max(most)
const contractsSchema = z.number().int().min(-POLICY_LIMITS.contracts).max(POLICY_LIMITS.contracts)

const newLegSchema = z.strictObject({
  /** OCC-21 without blanks. */
  symbol: z.string().max(30),
  /** Contracts that the ticket asked for, negative when sold. */
  ordered: contractsSchema.refine((contracts) => contracts !== 0, 'A leg has at least one contract'),
  /** Contracts that were filled so far: as `ordered`, or fewer of the same sign. */
  filled: contractsSchema,
  /** Average price of the fills per share. */
  price: z.number().min(0).max(1_000_000),
})
export type NewPolicyLeg = z.infer<typeof newLegSchema>

const termsShape = {
  /** The most that may be lost in the fall. */
  limitPercent: inRange(HEDGE_RANGES.limitPercent),
  shockPercent: inRange(HEDGE_RANGES.shockPercent),
  /** Last day of protection. */
  endsOn: z.iso.date(),
}
const fillsShape = {
  legs: z.array(newLegSchema).min(1).max(POLICY_LIMITS.legs),
  /** Commissions and fees of all fills. */
  fees: z.number().min(0).max(1_000_000),
  placedOn: z.iso.date(),
}

export const newPolicySchema = z
  .strictObject({
    ...termsShape,
    ...fillsShape,
    /** False when the portfolio holds the options already; true adds the filled contracts as positions. */
    addPositions: z.boolean(),
    /** The portfolio that they are added to, where the policy is one of all portfolios as one. */
    positionsIn: z.uuid().optional(),
    /** The analysis whose ticket this was, and which of its strategies; null for an option bought elsewhere. */
    analysisId: z.uuid().nullable(),
    strategyId: z.string().max(200).nullable(),
  })
  .meta({ id: 'NewPolicy' })
export type NewPolicy = z.infer<typeof newPolicySchema>

export const policyLegSchema = newLegSchema.extend({
  underlying: z.string(),
  type: contractTypeSchema,
  strike: z.number(),
  expiry: z.iso.date(),
  multiplier: z.number(),
})
export type PolicyLeg = z.infer<typeof policyLegSchema>

/** Kinds of repairing tickets; see `findRepairs` of the mathematics. */
export const REPAIR_KINDS = ['add', 'roll', 'harvest', 'reduce', 'take-off', 'let-expire'] as const

/** One order of a repairing ticket. */
export const repairOrderSchema = z.object({
  symbol: z.string(),
  underlying: z.string(),
  type: contractTypeSchema,
  strike: z.number(),
  expiry: z.iso.date(),
  /** Negative when sold. */
  contracts: z.number().int(),
  /** Per share: the ask when bought, the bid when sold. */
  premium: z.number(),
  multiplier: z.number(),
  /** True where it closes a leg that is held. */
  closes: z.boolean(),
})
export type RepairOrder = z.infer<typeof repairOrderSchema>

/** True if a broker takes these together: options of one series on one underlying. */
export const areOneOrder = (orders: readonly Pick<RepairOrder, 'symbol' | 'underlying'>[]): boolean =>
  new Set(orders.map(({ symbol, underlying }) => toOptionTerms(symbol)?.root ?? underlying)).size === 1

/** A ticket after which the limit of a policy holds again; all of its orders are one. */
export const policyRepairSchema = defineObject('PolicyRepair', {
  kind: z.enum(REPAIR_KINDS),
  /** Action and its result, in a sentence or two. */
  text: z.string(),
  orders: z.array(repairOrderSchema),
  /** Dollars at bid and ask, commissions included; negative where money is received. */
  cost: z.number(),
  fees: z.number(),
  /** Loss in the policy’s fall on the worst day until `endsOn`, with the ticket in place. */
  lossPercent: z.number(),
  endsOn: z.iso.date(),
})
export type PolicyRepair = z.infer<typeof policyRepairSchema>

/** Renewing on one day, if the market stands still until then. Dollars. */
export const renewalPointSchema = z.object({
  tradingDays: z.number().int(),
  date: z.iso.date(),
  /** Money from closing the legs then. */
  proceeds: z.number(),
  /** Cost of the new hedge net of it, and the same for 30 more days of protection. */
  cost: z.number(),
  costPerMonth: z.number(),
  until: z.iso.date(),
  /** True if the legs keep the limit on every day until then. */
  holds: z.boolean(),
})

/** A price at which the state of a policy would change, if all prices moved with it. */
export const policyLevelSchema = z.object({
  /** Ticker of the price: the market, or the underlying of a leg. */
  ticker: z.string(),
  side: z.enum(['below', 'above']),
  /** US dollars: the policy is checked again at this price or beyond it. */
  price: z.number(),
  /** The state that is expected there; the same as now where Ballast has looked no further. */
  to: policyStateSchema,
  /** Set where a check was made at this level, so that a price that swings around it is not told each time. */
  restsUntil: z.iso.datetime().nullable().default(null),
})
export type PolicyLevel = z.infer<typeof policyLevelSchema>

/** Result of one check of a policy. */
export const policyJudgementSchema = defineObject('PolicyJudgement', {
  state: policyStateSchema,
  /** One sentence: where the owner stands, or why nobody can tell. */
  sentence: z.string(),
  /** Advice; null while it holds. */
  advice: z.string().nullable(),
  checkedAt: z.iso.datetime(),
  /** Day of the quotes, New York; null when there were none. */
  day: z.iso.date().nullable(),
  /** Day of the newest check that found out where the policy stands; null when none did, or before it was kept. */
  measuredDay: z.iso.date().nullable().default(null),
  /** Loss in the policy's fall on the worst day until the end, with the legs and without them; null when unknown. */
  lossPercent: z.number().nullable(),
  unhedgedLossPercent: z.number().nullable(),
  /** Value of the portfolio, and of the legs at the middle of their quotes. */
  bookValue: z.number().nullable(),
  legsValue: z.number().nullable(),
  /** Value of each leg by symbol. */
  legValues: z.record(z.string(), z.number()),
  /** Loss by day and fall; null when unknown. */
  losses: lossMapSchema.nullable(),
  /** Value of the legs on the days of `losses`, in dollars, if no price moves until then. */
  legsAhead: z.array(z.number()).default([]),
  /** Tickets that repair it, the cheapest first, one of each kind; none while it holds. */
  repairs: z.array(policyRepairSchema).default([]),
  /** Renewing now or later, once it expires soon. */
  renewals: z.array(renewalPointSchema).default([]),
  /** Prices at which it is checked again while the exchange is open; none where nobody can tell. */
  levels: z.array(policyLevelSchema).default([]),
  simulated: z.boolean(),
})
export type PolicyJudgement = z.infer<typeof policyJudgementSchema>

export const policySchema = defineObject('Policy', {
  id: z.uuid(),
  portfolioId: z.uuid(),
  portfolioName: z.string(),
  /** "SPY Feb 19, 2027: 4 × 730 put, −3 × 620 put". */
  name: z.string(),
  ...termsShape,
  ...fillsShape,
  legs: z.array(policyLegSchema),
  /** Cost of the fills, fees included; negative for a credit. */
  cost: z.number(),
  analysisId: z.uuid().nullable(),
  strategyId: z.string().nullable(),
  engineVersion: z.string(),
  status: z.enum(['open', 'closed']),
  createdAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  /** The newest check; null before the first. */
  judgement: policyJudgementSchema.nullable(),
  stateSince: z.iso.datetime().nullable(),
  /** False while the owner is not on PRO: everything stays readable, and nothing is checked. */
  isChecked: z.boolean(),
  /**
   * Lots of an import that look like the legs that Ballast added itself: the same contracts twice. Null when there are
   * none.
   */
  importedAgain: z.boolean(),
})
export type Policy = z.infer<typeof policySchema>

export const policyEntrySchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['created', 'changed', 'closed', 'check']),
  /** Why a check was made; null for changes. */
  cause: z.enum(['placed', 'close', 'change', 'asked', 'level']).nullable(),
  state: policyStateSchema.nullable(),
  text: z.string(),
  /** Loss in the policy’s fall with the legs and without them; null when unknown. */
  lossPercent: z.number().nullable(),
  unhedgedLossPercent: z.number().nullable(),
  legsValue: z.number().nullable(),
})
export type PolicyEntry = z.infer<typeof policyEntrySchema>

const tag = 'Policies'
const policyParams = z.object({ policyId: z.string() })
const NO_POLICY = { 404: 'There is no such policy.' }

export const listPolicies = defineCall(tag, {
  method: 'GET',
  path: '/api/policies',
  summary: 'The user’s policies with their newest check, open ones first.',
  response: z.array(policySchema),
})

export const createPolicy = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/policies',
  rateLimit: 'compute',
  summary: 'Keep a hedge that was placed at a broker as a policy, and check it for the first time.',
  params: portfolioParams,
  body: newPolicySchema,
  response: policySchema,
  failures: { 409: 'There is no room for another policy or for its positions.' },
})

export const getPolicy = defineCall(tag, {
  method: 'GET',
  path: '/api/policies/:policyId',
  summary: 'A policy with its history, newest first.',
  params: policyParams,
  response: z.object({ policy: policySchema, history: z.array(policyEntrySchema) }),
  failures: NO_POLICY,
})

export const changePolicy = defineCall(tag, {
  method: 'PATCH',
  path: '/api/policies/:policyId',
  rateLimit: 'compute',
  summary: 'Change the terms or the fills of an open policy; positions that it added follow its fills.',
  params: policyParams,
  body: z
    .object({ ...termsShape, ...fillsShape })
    .partial()
    .strict(),
  response: policySchema,
  failures: { ...NO_POLICY, 409: 'The policy is closed.' },
})

export const checkPolicy = defineCall(tag, {
  method: 'POST',
  path: '/api/policies/:policyId/check',
  rateLimit: 'compute',
  summary: 'Check a policy now.',
  params: policyParams,
  response: policySchema,
  failures: { ...NO_POLICY, 409: 'The policy is closed.' },
})

export const adoptImportedLots = defineCall(tag, {
  method: 'POST',
  path: '/api/policies/:policyId/adopt',
  summary:
    'Say that imported lots are the policy’s legs: the lots that Ballast added go, so that nothing counts twice.',
  params: policyParams,
  response: policySchema,
  failures: { ...NO_POLICY, 409: 'No imported lots match.' },
})

export const closePolicy = defineCall(tag, {
  method: 'POST',
  path: '/api/policies/:policyId/close',
  summary: 'Close a policy: it is kept with its history and checked no more.',
  params: policyParams,
  body: z.object({ removePositions: z.boolean() }).strict(),
  response: policySchema,
  failures: { ...NO_POLICY, 409: 'The policy is closed already.' },
})

/** A ticket of an earlier analysis whose contracts the portfolio holds now. */
export const policyProposalSchema = defineObject('PolicyProposal', {
  analysisId: z.uuid(),
  strategyId: z.string(),
  /** When the analysis was made. */
  madeAt: z.iso.datetime(),
  instrument: z.string(),
  ...termsShape,
  legs: z.array(newLegSchema),
})
export type PolicyProposal = z.infer<typeof policyProposalSchema>

/** An option of a portfolio that no open policy watches. */
export const unwatchedOptionSchema = defineObject('UnwatchedOption', {
  symbol: z.string(),
  /** Negative when sold. */
  contracts: z.number(),
  /** Average cost per share; null where a lot has none. */
  price: z.number().nullable(),
})
export type UnwatchedOption = z.infer<typeof unwatchedOptionSchema>

export const listUnwatchedOptions = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/unwatched-options',
  summary: 'Options that no open policy watches, the next to expire first. You can make a policy of them.',
  params: portfolioParams,
  response: z.array(unwatchedOptionSchema),
})

export const listPolicyProposals = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/policy-proposals',
  summary: 'Tickets of the latest runs whose contracts the user holds without a policy: “Is this the hedge of Nov 20?”',
  params: portfolioParams,
  response: z.array(policyProposalSchema),
})
