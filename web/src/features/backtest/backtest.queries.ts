import {
  type BacktestRequest,
  type BacktestResult,
  getBacktestSeries,
  listScenarios,
  runBacktestScenario,
} from '@ballast/contract'
import { queryOptions } from '@tanstack/react-query'
import { type FigureSource, nameSource } from '../../components/explained.tsx'
import type { AlikeQuery } from '../../lib/ask-alike.ts'
import { apiQuery, callApi } from '../../lib/call-api.ts'
import { downloadCall } from '../../lib/download-call.ts'
import { formatDate } from '../../lib/format.ts'

export const scenariosQuery = apiQuery(listScenarios)

/** A finished replay and what was asked for: while the next one runs, this one's downloads are still its own. */
export interface BacktestRun {
  request: BacktestRequest
  result: BacktestResult
}

/** A replay; the portfolio is named in the key, so that an edit of its positions makes the result old. */
export const backtestQuery = (request: BacktestRequest) =>
  queryOptions({
    queryKey: [
      runBacktestScenario.path,
      { params: { portfolioId: request.portfolioId }, body: request },
    ] as readonly unknown[],
    queryFn: async ({ signal }): Promise<BacktestRun> => ({
      request,
      result: await callApi(runBacktestScenario, { body: request, signal }),
    }),
    meta: { alike: (portfolioId): AlikeQuery => backtestQuery({ ...request, portfolioId }) },
  })

/** Every day of a replay as CSV. */
export function saveSeries(request: BacktestRequest, { scenario }: Pick<BacktestResult, 'scenario'>): Promise<void> {
  const name = `ballast-backtest-${scenario.id}-${scenario.first}-${scenario.last}.csv`
  return downloadCall(getBacktestSeries, { body: request }, name)
}

/** Where the figures of a replay come from. */
export function toFigureSource(request: BacktestRequest, result: BacktestResult): FigureSource {
  const { scenario, metrics, benchmark, source, asOf } = result
  return {
    window: `${formatDate(scenario.first)} to ${formatDate(scenario.last)}`,
    observations: metrics.observations,
    asOf: formatDate(asOf),
    benchmark,
    source: nameSource(source),
    saveInputs: () => saveSeries(request, result),
  }
}
