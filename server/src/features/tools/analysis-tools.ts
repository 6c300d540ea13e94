// Tests: ../mcp/same-figures.test.ts

import {
  backtestCoverageSchema,
  backtestRequestSchema,
  backtestResultSchema,
  correlationAnalysisSchema,
  scenarioSchema,
} from '@ballast/contract'
import { z } from 'zod'
import { type BacktestDependencies, createBacktestService } from '../backtest/backtest.service.ts'
import { type CorrelationDependencies, createCorrelationService } from '../correlation/correlation.service.ts'
import { backtestTask, correlationTask, narrow } from './narrow-answers.ts'
import { pageInput, pageSchema } from './paging.ts'
import { portfolioIdInput, SIMULATED } from './portfolio-tools.ts'
import { defineTool, type Tool } from './tool.ts'

export type AnalysisToolDependencies = CorrelationDependencies & BacktestDependencies

const MATRIX_TICKERS = 30
const CURVE_POINTS = 120
const COVERAGE_ROWS = 40

/** Tools of the Analysis and Backtest screens. */
export function createAnalysisTools(dependencies: AnalysisToolDependencies): Tool[] {
  return [correlationTool(dependencies), ...backtestTools(dependencies)]
}

function correlationTool(dependencies: CorrelationDependencies): Tool {
  const correlation = createCorrelationService(dependencies)
  return defineTool({
    name: 'get_correlation_analysis',
    title: 'Analyse what moves together',
    description: `Shows how positions move together, over one year of daily returns. \`marketCorrelations\` lists them by weight, in parts. \`strongestPairs\` and \`bestOffsets\` are the five highest and lowest pairs. \`correlationMatrix\` holds only pairs of the \`tickers\` that you name (at most ${MATRIX_TICKERS}). Fields named …Percent are percents, null means too little data.`,
    scope: 'run:analysis',
    rateLimit: 'compute',
    input: z.strictObject({
      portfolioId: portfolioIdInput,
      tickers: z
        .array(z.string().max(21))
        .max(MATRIX_TICKERS)
        .default([])
        .describe('Tickers of the positions to compare with each other.'),
      ...pageInput(50, 200),
    }),
    output: correlationAnalysisSchema.omit({ tickers: true }).extend({ page: pageSchema }),
    async load({ portfolioId, tickers, ...asked }, { user, signal }) {
      const encoded = await correlation.getAnalysis(user.id, portfolioId, signal)
      return narrow(
        dependencies.workers,
        correlationTask,
        encoded,
        { part: asked, tickers },
        { owner: user.id, signal },
      )
    },
    summarise: ({ diversification, diversificationMissing, concentration, simulated }) =>
      [
        diversification ? `${diversification.label}.` : diversificationMissing,
        concentration?.rule,
        diversification?.isDoubtful && 'The score says little: much of the portfolio has too little data.',
        simulated && SIMULATED,
      ]
        .filter(Boolean)
        .join(' '),
  })
}

function backtestTools(dependencies: BacktestDependencies): Tool[] {
  const backtest = createBacktestService(dependencies)
  return [
    defineTool({
      name: 'list_backtest_scenarios',
      title: 'List backtest scenarios',
      description: 'Past crises, recoveries and recent windows for a backtest. `custom` takes your own dates.',
      scope: 'run:analysis',
      input: z.strictObject({}),
      output: z.object({ scenarios: z.array(scenarioSchema.omit({ spark: true })) }),
      load: async () => ({ scenarios: await backtest.listScenarios() }),
      summarise: ({ scenarios }) => `Scenarios: ${scenarios.map(({ id, name }) => `${id} (${name})`).join(', ')}.`,
    }),

    defineTool({
      name: 'run_backtest',
      title: 'Replay a portfolio through the past',
      description: `Replays a portfolio through a scenario, next to its benchmark from the same start. Percent fields are percents, drawdowns and losses positive. \`results\`, the curve, is empty unless \`curvePoints\` asks for points. \`coverage.details\` lists the ${COVERAGE_ROWS} first rows.`,
      scope: 'run:analysis',
      rateLimit: 'compute',
      input: backtestRequestSchema.extend({
        portfolioId: portfolioIdInput,
        scenarioId: z.string().max(40).describe('From list_backtest_scenarios; `custom` needs `start` and `end`.'),
        curvePoints: z
          .number()
          .int()
          .min(0)
          .max(CURVE_POINTS)
          .default(0)
          .describe(`How many points of the curve to list, at most ${CURVE_POINTS}.`),
        monthlyReturns: z.boolean().default(false).describe('Whether to list the return of each month.'),
      }),
      output: backtestResultSchema.extend({
        coverage: backtestCoverageSchema.extend({ detailCount: z.number().int() }),
      }),
      async load({ curvePoints, monthlyReturns, ...asked }, { user, signal }) {
        const encoded = await backtest.run(user.id, asked, signal)
        const choice = { curvePoints, monthlyReturns, coverageRows: COVERAGE_ROWS }
        return narrow(dependencies.workers, backtestTask, encoded, choice, { owner: user.id, signal })
      },
      summarise: ({ analysis, simulated }) => [analysis, simulated && SIMULATED].filter(Boolean).join(' '),
    }),
  ]
}
