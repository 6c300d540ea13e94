import { backtests } from './backtests.ts'
import { chainInputs } from './chain-files.ts'
import { correlationPanel } from './correlation-panel.ts'
import { golden, simulatedMarketInputs } from './golden.ts'
import { hedgeStrategies } from './hedge-strategies.ts'
import { normalDistribution } from './normal-distribution.ts'
import { optionsAmerican } from './options-american.ts'
import { optionsChainAnalytics } from './options-chain-analytics.ts'
import { optionsEuropean } from './options-european.ts'
import { optionsImpliedVol } from './options-implied-vol.ts'
import { optionsPublished } from './options-published.ts'
import type { Schema } from './registry.ts'
import { riskMetrics, riskMetricsEdge } from './risk-metrics.ts'

/** Every schema that the runner knows; add yours here. */
export const SCHEMAS: readonly Schema[] = [
  riskMetrics,
  riskMetricsEdge,
  backtests,
  correlationPanel,
  normalDistribution,
  optionsEuropean,
  optionsAmerican,
  optionsImpliedVol,
  optionsPublished,
  optionsChainAnalytics,
  hedgeStrategies,
  chainInputs,
  golden,
  simulatedMarketInputs,
]
