// Tests: correlation.test.ts

import { MARKET_INDEX } from '@ballast/contract'
import { listHeld } from '../../holdings/count-covers.ts'
import { loadPrices } from '../../holdings/load-prices.ts'
import { describeOrigin, describeSession, type LoadedRisk, loadRisk } from '../../holdings/load-risk.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import type { EncodedJson, FileAnswer } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import type { FundSectors } from '../../market-data/market-data.ts'
import type { Parts } from '../../parts.ts'
import { versionOfSources } from '../../source-version.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import type { AnalysisFrame } from './analyse-portfolio.ts'
import { encodeAnalysis } from './encode-analysis.ts'
import { writeInputs } from './write-inputs.ts'

export type CorrelationDependencies = Pick<Parts, 'portfolioReader' | 'clock' | 'marketData' | 'workers' | 'results'>

/** More holdings than this take too long to be computed while others wait. */
const INLINE_HOLDINGS = 100

const analysisTask = defineWorkerTask(new URL('./encode-analysis.ts', import.meta.url).href, encodeAnalysis)

/** The correlation and risk analysis: computed when the positions, the prices or the last close have changed. */
export function createCorrelationService(deps: CorrelationDependencies) {
  const { portfolioReader, clock, marketData, workers, results } = deps

  async function loadPriced(userId: string, portfolioId: string) {
    const held = await portfolioReader.getHeld(userId, portfolioId)
    const { lots } = held
    const prices = await loadPrices(marketData, lots)
    const today = clock.now()
    const origin = `${versionOfSources(import.meta.url)}-${describeOrigin(held, prices, today, marketData.status().source)}`
    return { held, lots, prices, today, origin }
  }

  return {
    /**
     * @throws AppError 404 when the user has no such portfolio, 503 when there is no history to compare with, because
     *         the provider does not answer and none is stored
     */
    async getAnalysis(userId: string, portfolioId: string, signal: AbortSignal): Promise<EncodedJson> {
      const { held, lots, prices, today, origin } = await loadPriced(userId, portfolioId)
      return results.getOrCompute({ userId, portfolioId, kind: 'correlation', request: '', origin }, async () => {
        const valued = valueLots(lots, prices)
        const { priced, unpriced, unpricedCost } = valued
        const risk = await loadRisk(marketData, held, priced, today)
        requireIndex(risk)
        const { source, simulated } = marketData.status()
        const frame: AnalysisFrame = {
          ...describeSession(prices),
          source,
          simulated,
          stale: risk.stale,
          unpriced,
          marketValue: priced.length === 0 ? null : priced.reduce((sum, { value }) => sum + value, 0),
        }
        const names = Object.fromEntries([...risk.instruments].map(([ticker, { name }]) => [ticker, name]))
        const request = {
          input: { ...risk.input, names, fundSectors: listFundSectors(risk), unpricedCost },
          frame,
          held: listHeld(lots, valued),
        }
        const isHeavy = risk.input.holdings.length > INLINE_HOLDINGS
        const encoded = isHeavy
          ? await workers.run(analysisTask, request, { owner: userId, signal })
          : encodeAnalysis(request)
        const body = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
        // What a provider still owes will change the answer without changing its origin: it is neither kept nor taken
        // for the full answer by a browser that has it.
        const isFinal = !risk.isIncomplete && !risk.stale
        return { body, etag: isFinal ? origin : `${origin}-${describeHistories(risk)}`, isFinal }
      })
    },

    /** The figures that enter the analysis, as CSV. @throws AppError as `getAnalysis` */
    async getInputs(userId: string, portfolioId: string): Promise<FileAnswer> {
      const { held, lots, prices, today } = await loadPriced(userId, portfolioId)
      const risk = await loadRisk(marketData, held, valueLots(lots, prices).priced, today)
      requireIndex(risk)
      return {
        body: writeInputs({ ...risk.input, fundSectors: listFundSectors(risk) }, marketData.status()),
        contentType: 'text/csv; charset=utf-8',
        fileName: 'correlation-analysis-inputs.csv',
      }
    },
  }
}

/** Lists the sectors of broad funds by ticker, where the source tells them. */
function listFundSectors({ instruments }: LoadedRisk): Record<string, FundSectors> {
  return Object.fromEntries(
    [...instruments].flatMap(([ticker, { fundSectors }]) => (fundSectors ? [[ticker, fundSectors]] : [])),
  )
}

function requireIndex({ input, histories }: LoadedRisk): void {
  if (input.calendar.length > 0 || input.holdings.length === 0) return
  throw errors.unavailable(
    histories.missing.get(MARKET_INDEX) === 'provider-down'
      ? `The market data provider does not answer. We have no history of ${MARKET_INDEX} yet, so there is nothing to compare with. Please try again in a minute.`
      : `There is no price history of ${MARKET_INDEX}, so there is nothing to compare with. Please try again later.`,
  )
}

function describeHistories({ histories: { found, missing } }: LoadedRisk): string {
  let fetchedAt = ''
  for (const history of found.values()) if (history.fetchedAt > fetchedAt) fetchedAt = history.fetchedAt
  return `${found.size}-${missing.size}-${fetchedAt}`
}
