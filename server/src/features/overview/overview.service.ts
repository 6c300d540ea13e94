import { BASE_CURRENCY, type Overview } from '@ballast/contract'
import { BoundedCache } from '../../bounded-cache.ts'
import type { Clock } from '../../clock.ts'
import { type EncodedJson, encodedJson } from '../../http/answers.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { describeOrigin, describeSession, loadRisk, valueLots } from '../holdings/holdings.service.ts'
import { loadPrices } from '../prices/prices.service.ts'
import { computeTotals } from './overview-totals.ts'
import { computeRiskFigures } from './risk-figures.ts'

export interface OverviewDependencies {
  portfolioReader: PortfolioReader
  clock: Clock
  marketData: MarketData
  workers: WorkerPool
}

const CACHE_BYTES = 16 * 1024 * 1024
/** More holdings than this take too long to be computed while others wait. */
const INLINE_HOLDINGS = 300

const riskTask = defineWorkerTask(new URL('./risk-figures.ts', import.meta.url).href, computeRiskFigures)

/** The performance-and-risk strip, computed when the positions, the prices or the day have changed. */
export function createOverviewService({ portfolioReader, clock, marketData, workers }: OverviewDependencies) {
  const cache = new BoundedCache<{ origin: string; answer: EncodedJson }>(CACHE_BYTES)

  /** @throws AppError 404 when the user has no such portfolio */
  return async function getOverview(userId: string, portfolioId: string, signal: AbortSignal): Promise<EncodedJson> {
    const { version, lots } = await portfolioReader.getHeld(userId, portfolioId)
    const prices = await loadPrices(marketData, lots)
    const today = clock.now()
    const origin = describeOrigin(version, prices, today, marketData.status().source)
    const key = `${userId} ${portfolioId}`
    const kept = cache.get(key)
    if (kept?.origin === origin) return kept.answer

    const valued = valueLots(lots, prices)
    const { input, isIncomplete } = await loadRisk(marketData, lots, valued.priced, today)
    const figures =
      input.holdings.length > INLINE_HOLDINGS ? await workers.run(riskTask, input, signal) : computeRiskFigures(input)
    const { source, simulated } = marketData.status()
    const overview: Overview = {
      ...describeSession(prices),
      source,
      simulated,
      currency: BASE_CURRENCY,
      ...computeTotals(valued.priced),
      unpriced: valued.unpriced,
      withoutCost: valued.withoutCost,
      ...figures,
    }
    const body = Buffer.from(JSON.stringify(overview))
    // Histories that are still on their way belong to the next answer, which must not be this one again.
    const answer = encodedJson(body, isIncomplete ? `${origin}-incomplete` : origin)
    if (!isIncomplete) cache.set(key, { origin, answer }, body.length)
    return answer
  }
}
