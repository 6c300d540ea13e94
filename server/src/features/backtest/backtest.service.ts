// Tests: backtest.test.ts, backtest-edges.test.ts

import { type BacktestRequest, type BacktestScenario, MARKET_INDEX } from '@ballast/contract'
import { loadPrices } from '../../holdings/load-prices.ts'
import { describeOrigin } from '../../holdings/load-risk.ts'
import type { BacktestInput } from '../../holdings/replay/backtest-input.ts'
import { createIndexReader, loadBacktest } from '../../holdings/replay/load-backtest.ts'
import { toCatalogue } from '../../holdings/replay/scenario-catalogue.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import type { EncodedJson, FileAnswer } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import { letOthersWork } from '../../other-work.ts'
import type { Parts } from '../../parts.ts'
import { versionOfSources } from '../../source-version.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import { computeBacktest } from './compute-backtest.ts'
import { writeSeries } from './write-series.ts'

export type BacktestDependencies = Pick<Parts, 'portfolioReader' | 'clock' | 'marketData' | 'workers' | 'results'>

/** More prices than this take too long to be computed while others wait. */
const INLINE_PRICES = 100_000

const backtestTask = defineWorkerTask(new URL('./compute-backtest.ts', import.meta.url).href, computeBacktest)

/** Scenarios, and portfolios sent through them; computed when the positions, the prices or the last close have changed. */
export function createBacktestService(deps: BacktestDependencies) {
  const { portfolioReader, clock, marketData, workers, results } = deps
  const readIndex = createIndexReader(marketData)

  async function loadPriced(userId: string, portfolioId: string) {
    const held = await portfolioReader.getHeld(userId, portfolioId)
    const { lots } = held
    const prices = await loadPrices(marketData, lots)
    const { source } = marketData.status()
    const now = clock.now()
    return {
      held,
      prices,
      now,
      origin: `${versionOfSources(import.meta.url)}-${describeOrigin(held, prices, now, source)}`,
    }
  }

  async function load(request: BacktestRequest, { held, prices, now }: Awaited<ReturnType<typeof loadPriced>>) {
    const index = await readIndex()
    if (!index) {
      throw errors.unavailable(
        `There is no price history of ${MARKET_INDEX} yet, because the market data provider does not answer. Please try again in a minute.`,
      )
    }
    return loadBacktest(marketData, index, request, { ...held, valued: valueLots(held.lots, prices), now })
  }

  async function compute(input: BacktestInput, owner: string, signal: AbortSignal) {
    await letOthersWork()
    const isHeavy = input.replay.series.length * input.replay.days.length > INLINE_PRICES
    const outcome = isHeavy ? await workers.run(backtestTask, input, { owner, signal }) : computeBacktest(input)
    if (outcome.status === 'impossible') throw errors.unprocessable(outcome.message)
    return outcome
  }

  return {
    /** The catalogue; without the index's history its scenarios have no spark line. */
    async listScenarios(): Promise<BacktestScenario[]> {
      return toCatalogue(await readIndex())
    },

    /**
     * @throws AppError 404 when the user has no such portfolio, 400 for an unknown scenario or a bad range, 422 when the
     *         scenario says nothing about this portfolio, 503 when no history is stored and the provider does not answer
     */
    async run(userId: string, request: BacktestRequest, signal: AbortSignal): Promise<EncodedJson> {
      const priced = await loadPriced(userId, request.portfolioId)
      const { portfolioId, ...rest } = request
      const asked = JSON.stringify(Object.entries(rest).sort())
      const question = { userId, portfolioId, kind: 'backtest', request: asked, origin: priced.origin }
      return results.getOrCompute(question, async () => {
        const { input, isFinal } = await load(request, priced)
        const { result } = await compute(input, userId, signal)
        const body = Buffer.from(JSON.stringify(result))
        return { body, etag: `${priced.origin}-${result.asOf}`, isFinal }
      })
    },

    /** Every day of a backtest, as CSV. @throws AppError as `run` */
    async getSeries(userId: string, request: BacktestRequest, signal: AbortSignal): Promise<FileAnswer> {
      const { input } = await load(request, await loadPriced(userId, request.portfolioId))
      const { curves, result } = await compute(input, userId, signal)
      return {
        body: writeSeries(curves, result),
        contentType: 'text/csv; charset=utf-8',
        fileName: `backtest-${result.scenario.id}.csv`,
      }
    },
  }
}
