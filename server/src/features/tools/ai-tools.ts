// Tests: ../mcp/same-figures.test.ts, ../mcp/spending.test.ts

import {
  aiRunEntrySchema,
  comprehensiveAnalysisSchema,
  countTokens,
  discoveryRunSchema,
  discoverySchema,
  TOKEN_COSTS,
} from '@ballast/contract'
import { z } from 'zod'
import { type AiRunDependencies, createAiRuns } from '../../advice/runs/ai-runs.ts'
import { type AiAnalysisDependencies, createAiAnalysisService } from '../ai-analysis/ai-analysis.service.ts'
import { createDiscoveryService, type DiscoveryDependencies } from '../discovery/discovery.service.ts'
import { countOf, portfolioIdInput, SIMULATED } from './portfolio-tools.ts'
import { defineTool, type Tool } from './tool.ts'

export type AiToolDependencies = AiAnalysisDependencies & DiscoveryDependencies & AiRunDependencies

const { actions, methodology, context } = comprehensiveAnalysisSchema.shape
const analysisOutput = comprehensiveAnalysisSchema.omit({ facts: true }).extend({
  actions: z.array(actions.element.omit({ parts: true })),
  methodology: methodology.omit({ approachParts: true, dataSourceParts: true }),
  context: z.array(context.element.omit({ noteParts: true })),
})

const discoveryOutput = discoveryRunSchema
  .omit({ facts: true, repricing: true, assets: true, considered: true })
  .extend({
    discoveries: z.array(
      discoverySchema.omit({
        rationaleParts: true,
        firstPrincipleParts: true,
        pricingParts: true,
        legs: true,
        greeks: true,
        pricing: true,
        effect: true,
      }),
    ),
  })

/** Tools of the AI Analysis screen, with its earlier runs. */
export function createAiTools(dependencies: AiToolDependencies): Tool[] {
  const analyses = createAiAnalysisService(dependencies)
  const discoveries = createDiscoveryService(dependencies)
  const runs = createAiRuns(dependencies)
  return [
    defineTool({
      name: 'run_comprehensive_analysis',
      title: 'Analyse a whole portfolio',
      description:
        'Gives one piece of advice for a whole portfolio, with its reasons, actions and evidence. It looks at diversification, tail risk, past crises and hedges. `evidence` is in words. `confidence` is its percent, not a chance of success. Needs PRO, costs no tokens. Figures in texts given as pieces (`…Parts`) carry the id of their fact: get_fact opens `<analysisId>.<fact>`. Nothing is traded.',
      scope: 'run:analysis',
      rateLimit: 'ai',
      feature: 'comprehensive_analysis',
      input: z.strictObject({ portfolioId: portfolioIdInput }),
      output: analysisOutput,
      async load({ portfolioId }, { user, idempotencyKey, progress, signal }) {
        const analysis = await analyses.begin({ user, portfolioId, idempotencyKey, signal })
        return analysis.follow(progress)
      },
      summarise: describeAnalysis,
    }),

    defineTool({
      name: 'run_discovery',
      title: 'Discover option ideas',
      description: `Finds options on assets related to a portfolio by more than the market and chance. They are hedges, or long shots (\`tail-risk\`) that do not protect it. Needs PRO and SPENDS ${countTokens(TOKEN_COSTS.agentic_discovery)} of the user’s unless nothing is found: call it only when the user asks. \`mispricing\`, \`expectedReturn\` and \`conditionalReturn\` are percents. A volatility is a fraction a year. \`factIds\` name the fact behind each figure: get_fact opens \`<runId>.<fact>\`. Nothing is traded.`,
      scope: 'spend:tokens',
      rateLimit: 'ai',
      feature: 'agentic_discovery',
      input: z.strictObject({ portfolioId: portfolioIdInput }),
      output: discoveryOutput,
      async load({ portfolioId }, { user, idempotencyKey, progress, signal }) {
        const run = await discoveries.begin({ user, portfolioId, idempotencyKey, signal })
        return run.follow(progress)
      },
      summarise: describeDiscovery,
    }),

    defineTool({
      name: 'list_ai_runs',
      title: 'List earlier analyses and discoveries',
      description: 'Past runs of AI Analysis and discovery. `isCurrent` is false once the positions changed.',
      scope: 'read:portfolios',
      input: z.strictObject({ portfolioId: portfolioIdInput }),
      output: z.object({ runs: z.array(aiRunEntrySchema) }),
      load: async ({ portfolioId }, { user }) => ({ runs: await runs.list(user, portfolioId) }),
      summarise: ({ runs: listed }) => `${countOf(listed.length, 'earlier run')}.`,
    }),

    defineTool({
      name: 'get_ai_run',
      title: 'Open an earlier analysis or discovery',
      description: 'A past run of AI Analysis or discovery as it was, with the prices of its day.',
      scope: 'read:portfolios',
      input: z.strictObject({
        portfolioId: portfolioIdInput,
        runId: z.string().max(100).describe('From list_ai_runs.'),
      }),
      output: z.object({ comprehensive: analysisOutput.nullable(), discovery: discoveryOutput.nullable() }),
      load: ({ portfolioId, runId }, { user }) => runs.get(user, portfolioId, runId),
      summarise: ({ comprehensive, discovery }) =>
        comprehensive
          ? describeAnalysis(comprehensive)
          : discovery
            ? describeDiscovery(discovery)
            : 'This run is empty.',
    }),
  ]
}

const describeAnalysis = ({ recommendation, evidence, isCurrent, simulated }: z.output<typeof analysisOutput>) =>
  [recommendation, evidence, !isCurrent && CHANGED, simulated && SIMULATED].filter(Boolean).join(' ')

const describeDiscovery = ({ summary, isCurrent, simulated }: z.output<typeof discoveryOutput>) =>
  [summary, !isCurrent && CHANGED, simulated && SIMULATED].filter(Boolean).join(' ')

const CHANGED = 'The positions have changed since.'
