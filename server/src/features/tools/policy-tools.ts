// Tests: ../mcp/policy-tools.test.ts, ../mcp/same-figures.test.ts

import {
  newPolicySchema,
  type PolicyState,
  policyEntrySchema,
  policyJudgementSchema,
  policySchema,
} from '@ballast/contract'
import { z } from 'zod'
import { createPolicyService, type PolicyDependencies } from '../policies/policies.service.ts'
import { pageInput, pageSchema, takePage } from './paging.ts'
import { countOf, portfolioIdInput, SIMULATED } from './portfolio-tools.ts'
import { defineTool, type Tool } from './tool.ts'

/** Where a policy stands, without the tables of a screen. */
const standSchema = policyJudgementSchema.omit({
  losses: true,
  legValues: true,
  legsAhead: true,
  repairs: true,
  renewals: true,
})
const listedSchema = policySchema.extend({ judgement: standSchema.nullable() })
const policyOutput = policySchema.extend({
  judgement: policyJudgementSchema.omit({ losses: true, legValues: true, legsAhead: true }).nullable(),
})

const { legs, ...terms } = newPolicySchema.shape

/** Hedges that were placed: where each stands, the ticket that repairs it, and recording another one. */
export function createPolicyTools(dependencies: PolicyDependencies): Tool[] {
  const policies = createPolicyService(dependencies)
  return [
    defineTool({
      name: 'list_policies',
      title: 'List policies',
      description:
        'Hedges that the user placed and Ballast checks after each close, with terms, legs, cost and newest state. `lossPercent` is the loss in a fall of `shockPercent`; it should not pass `limitPercent`. Open ones first.',
      scope: 'read:portfolios',
      input: z.strictObject({
        withClosed: z.boolean().default(false).describe('Whether to list closed policies, too.'),
      }),
      output: z.object({ policies: z.array(listedSchema) }),
      async load({ withClosed }, { user }) {
        const all = await policies.list(user)
        return { policies: all.filter(({ status }) => withClosed || status === 'open') }
      },
      summarise: ({ policies: listed }) =>
        listed.length === 0
          ? 'The user has no such policy.'
          : `${countOf(listed.length, 'policy', 'policies')}. ${describeStates(listed)}`,
    }),

    defineTool({
      name: 'get_policy',
      title: 'Open a policy',
      description:
        'A policy with its state, the cost to renew it now or later, and its history, newest first. `judgement.repairs` holds the tickets that repair it, the cheapest first; all orders of a ticket go together. Costs are in dollars at bid and ask, negative where you get money. Nothing is traded.',
      scope: 'read:portfolios',
      input: z.strictObject({
        policyId: z.string().max(100).describe('From list_policies.'),
        ...pageInput(20, 100),
      }),
      output: z.object({ policy: policyOutput, history: z.array(policyEntrySchema), page: pageSchema }),
      async load({ policyId, ...asked }, { user }) {
        const { policy, history } = await policies.get(user, policyId)
        const { items, page } = takePage(history, asked)
        return { policy, history: items, page }
      },
      summarise: ({ policy: { judgement } }) =>
        judgement === null
          ? 'This policy was not checked yet.'
          : [judgement.sentence, judgement.repairs[0]?.text ?? judgement.advice, judgement.simulated && SIMULATED]
              .filter(Boolean)
              .join(' '),
    }),

    defineTool({
      name: 'create_policy',
      title: 'Record a hedge that was placed',
      description:
        'Records a hedge that the user HAS PLACED at their broker, so that Ballast checks it. Call it only when the user asks for it and states the fills. Needs PRO. It adds the options to the portfolio unless `addPositions` is false. Contracts are negative when sold, `price` is per share. Nothing is traded.',
      scope: 'write:policies',
      rateLimit: 'compute',
      writes: true,
      input: z.strictObject({
        portfolioId: portfolioIdInput,
        ...terms,
        legs: legs.describe('Options by OCC symbol such as SPY270219P00730000.'),
        limitPercent: terms.limitPercent.describe('The most that may be lost, in percent.'),
        shockPercent: terms.shockPercent.describe('The fall of the market it is meant for, in percent.'),
        endsOn: terms.endsOn.describe('Last day of protection.'),
        fees: terms.fees.default(0).describe('Fees of all fills, in dollars.'),
        addPositions: terms.addPositions.default(true).describe('False when the portfolio holds the options already.'),
        analysisId: terms.analysisId.default(null).describe('Hedge search that made this ticket.'),
        strategyId: terms.strategyId.default(null).describe('Strategy of that search.'),
      }),
      output: z.object({
        policy: listedSchema.pick({ id: true, name: true, legs: true, cost: true, judgement: true }),
      }),
      load: async ({ portfolioId, ...wanted }, { user, idempotencyKey, signal }) => ({
        policy: await policies.create(user, portfolioId, wanted, { signal, idempotencyKey }),
      }),
      summarise: ({ policy: { name, judgement } }) =>
        [`Recorded: ${name}.`, judgement?.sentence, judgement?.simulated && SIMULATED].filter(Boolean).join(' '),
    }),
  ]
}

/** `holds: 2, decayed: 1.` */
function describeStates(policies: readonly z.output<typeof listedSchema>[]): string {
  const states = Object.groupBy(policies, ({ judgement }): PolicyState | 'not checked yet' =>
    judgement === null ? 'not checked yet' : judgement.state,
  )
  const counted = Object.entries(states).map(([state, { length }]) => `${state}: ${length}`)
  const simulated = policies.some(({ judgement }) => judgement?.simulated)
  return [`${counted.join(', ')}.`, simulated && SIMULATED].filter(Boolean).join(' ')
}
