import { correlationPanel } from './correlation-panel.ts'
import { golden, simulatedMarketInputs } from './golden.ts'
import type { Schema } from './registry.ts'
import { riskMetrics, riskMetricsEdge } from './risk-metrics.ts'

/** Every schema that the runner knows; add yours here. */
export const SCHEMAS: readonly Schema[] = [
  riskMetrics,
  riskMetricsEdge,
  correlationPanel,
  golden,
  simulatedMarketInputs,
]
