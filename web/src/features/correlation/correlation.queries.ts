import { type CorrelationAnalysis, getCorrelationAnalysis, getCorrelationInputs, getLowerRisk } from '@ballast/contract'
import { type FigureSource, nameSource } from '../../components/explained.tsx'
import { figuresQuery } from '../../lib/call-api.ts'
import { downloadCall } from '../../lib/download-call.ts'
import { formatDate } from '../../lib/format.ts'
import { describeWindow } from './analysis-view.ts'

export const correlationQuery = (portfolioId: string) =>
  figuresQuery(getCorrelationAnalysis, { params: { portfolioId } })

/** Limits that a proposal with less risk must respect. */
export interface LowerRiskLimits {
  /** Tickers whose weight stays. */
  keep: readonly string[]
  maxHoldingPercent?: number | undefined
  maxSectorPercent?: number | undefined
}

/** Proposals that a screen shows first. */
export const NO_LIMITS: LowerRiskLimits = { keep: [] }

export const lowerRiskQuery = (portfolioId: string, { keep, ...limits }: LowerRiskLimits) =>
  figuresQuery(getLowerRisk, {
    params: { portfolioId },
    query: { ...limits, keep: keep.length === 0 ? undefined : [...keep].sort().join() },
  })

/** Where the figures of an analysis come from. */
export function toFigureSource(
  portfolioId: string,
  { window, benchmark, source, asOf }: CorrelationAnalysis,
): FigureSource {
  const name = ['ballast-analysis-inputs', asOf?.slice(0, 10)].filter(Boolean).join('-')
  return {
    window: describeWindow(window),
    observations: window.observations,
    asOf: formatDate(asOf),
    benchmark,
    source: nameSource(source),
    saveInputs: () => downloadCall(getCorrelationInputs, { params: { portfolioId } }, `${name}.csv`),
  }
}
