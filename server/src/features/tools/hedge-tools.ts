// Tests: ../mcp/same-figures.test.ts, ../mcp/spending.test.ts

import {
  countTokens,
  type HedgeAnalysis,
  hedgeAnalysisSchema,
  hedgeRequestBodySchema,
  hedgeStrategySchema,
  listHedgeAnalyses,
  TOKEN_COSTS,
} from '@ballast/contract'
import { z } from 'zod'
import { createHedgesService, type HedgeDependencies } from '../hedges/hedges.service.ts'
import { countOf, portfolioIdInput, SIMULATED } from './portfolio-tools.ts'
import { defineTool, type Tool } from './tool.ts'

const analysisOutput = hedgeAnalysisSchema
  .omit({ repricing: true, frontierStrategies: true, facts: true, riskAssessment: true, considered: true })
  .extend({
    riskAssessment: hedgeAnalysisSchema.shape.riskAssessment.omit({ parts: true }),
    hedgeStrategies: z.array(
      hedgeStrategySchema
        .omit({
          estimatedCostParts: true,
          instrumentParts: true,
          reasoningParts: true,
          implementationParts: true,
          greeks: true,
        })
        .extend({ caveats: z.array(hedgeStrategySchema.shape.caveats.element.omit({ parts: true })) }),
    ),
    considered: z.array(hedgeAnalysisSchema.shape.considered.element.omit({ reasonParts: true })),
  })

/** Profit at each move of the market and in each past crisis is most of an analysis, and drawn together in the rest. */
const withoutTables = (analysis: HedgeAnalysis): HedgeAnalysis => ({
  ...analysis,
  hedgeStrategies: analysis.hedgeStrategies.map((strategy) => ({ ...strategy, table: [], crises: [] })),
})

const ABOUT =
  'A loss is positive in a field named loss, and negative in one named profit. …Percent is of the portfolio’s value. `summaryParts` name the facts of a text. get_fact opens `<analysisId>.<fact>`.'

/** Searching hedges, and earlier searches. */
export function createHedgeTools(dependencies: HedgeDependencies): Tool[] {
  const hedges = createHedgesService(dependencies)
  return [
    defineTool({
      name: 'search_hedges',
      title: 'Search hedges',
      description: `Search a whole portfolio for the cheapest protection that holds. Needs PRO and SPENDS ${countTokens(TOKEN_COSTS.hedge_analysis)} of the user’s: call it only when the user asks. \`request\` tells the defaults of arguments left out. Nothing is traded. \`table\` and \`crises\` of strategies are in get_hedge_analysis. ${ABOUT}`,
      scope: 'spend:tokens',
      rateLimit: 'ai',
      feature: 'hedge_analysis',
      input: hedgeRequestBodySchema.extend({
        portfolioId: portfolioIdInput,
        customPrompt: hedgeRequestBodySchema.shape.customPrompt.describe('The request in the user’s own words.'),
        limitPercent: hedgeRequestBodySchema.shape.limitPercent.describe('The most that may be lost, in percent.'),
        shockPercent: hedgeRequestBodySchema.shape.shockPercent.describe(
          'The fall of the market it is meant for, in percent.',
        ),
        crisisId: hedgeRequestBodySchema.shape.crisisId.describe('A past crisis in place of one fall of the market.'),
        horizonDays: hedgeRequestBodySchema.shape.horizonDays.describe('Trading days for which protection is wanted.'),
        budgetPercent: hedgeRequestBodySchema.shape.budgetPercent.describe('The most that it may cost, in percent.'),
      }),
      output: analysisOutput,
      async load({ portfolioId, ...body }, { user, idempotencyKey, progress, signal }) {
        const analysis = await hedges.begin({ user, portfolioId, body, idempotencyKey, signal })
        return withoutTables(await analysis.follow(progress))
      },
      summarise: describeAnalysis,
    }),

    defineTool({
      name: 'list_hedge_analyses',
      title: 'List earlier hedge searches',
      description:
        'Earlier hedge searches of a portfolio, newest first. `isCurrent` is false once the positions changed.',
      scope: 'read:portfolios',
      input: z.strictObject({ portfolioId: portfolioIdInput }),
      output: z.object({ analyses: listHedgeAnalyses.response }),
      load: async ({ portfolioId }, { user }) => ({ analyses: await hedges.list(user, portfolioId) }),
      summarise: ({ analyses }) => `${countOf(analyses.length, 'earlier hedge search', 'earlier hedge searches')}.`,
    }),

    defineTool({
      name: 'get_hedge_analysis',
      title: 'Open an earlier hedge search',
      description: `An earlier hedge search as it was, with the prices of its day. ${ABOUT}`,
      scope: 'read:portfolios',
      input: z.strictObject({
        portfolioId: portfolioIdInput,
        analysisId: z.string().max(100).describe('From list_hedge_analyses.'),
        tables: z
          .boolean()
          .default(false)
          .describe('Whether to list each strategy’s profit by move of the market and by past crisis.'),
      }),
      output: analysisOutput,
      async load({ portfolioId, analysisId, tables }, { user }) {
        const analysis = await hedges.get(user, portfolioId, analysisId)
        return tables ? analysis : withoutTables(analysis)
      },
      summarise: describeAnalysis,
    }),
  ]
}

const describeAnalysis = ({ summary, isCurrent, simulated }: z.output<typeof analysisOutput>) =>
  [summary, !isCurrent && 'The positions have changed since.', simulated && SIMULATED].filter(Boolean).join(' ')
