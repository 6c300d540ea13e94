// Tests: overview.test.ts

import { BASE_CURRENCY, type Overview } from '@ballast/contract'
import { coverGain, coverHistory, coverValue, listHeld } from '../../holdings/count-covers.ts'
import { loadPrices } from '../../holdings/load-prices.ts'
import { describeOrigin, describeSession, loadRisk } from '../../holdings/load-risk.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import type { EncodedJson } from '../../http/answers.ts'
import type { Parts } from '../../parts.ts'
import { versionOfSources } from '../../source-version.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import { computeTotals } from './overview-totals.ts'
import { computeRatesRisk } from './rates-risk.ts'
import { computeRiskFigures } from './risk-figures.ts'

export type OverviewDependencies = Pick<Parts, 'portfolioReader' | 'clock' | 'marketData' | 'workers' | 'results'>

/** More holdings than this take too long to be computed while others wait. */
const INLINE_HOLDINGS = 300

const riskTask = defineWorkerTask(new URL('./risk-figures.ts', import.meta.url).href, computeRiskFigures)

/** The performance-and-risk strip, computed when the positions, the prices or the day have changed. */
export function createOverviewService({ portfolioReader, clock, marketData, workers, results }: OverviewDependencies) {
  /** @throws AppError 404 when the user has no such portfolio */
  return async function getOverview(userId: string, portfolioId: string, signal: AbortSignal): Promise<EncodedJson> {
    const held = await portfolioReader.getHeld(userId, portfolioId)
    const { lots } = held
    const prices = await loadPrices(marketData, lots)
    const today = clock.now()
    const origin = `${versionOfSources(import.meta.url)}-${describeOrigin(held, prices, today, marketData.status().source)}`
    return results.getOrCompute({ userId, portfolioId, kind: 'overview', request: '', origin }, async () => {
      const valued = valueLots(lots, prices)
      const { input, isIncomplete } = await loadRisk(marketData, held, valued.priced, today)
      const figures =
        input.holdings.length > INLINE_HOLDINGS
          ? await workers.run(riskTask, input, { owner: userId, signal })
          : computeRiskFigures(input)
      const { source, simulated } = marketData.status()
      const all = listHeld(lots, valued)
      const overview: Overview = {
        ...describeSession(prices),
        source,
        simulated,
        currency: BASE_CURRENCY,
        ...computeTotals(valued.priced),
        unpriced: valued.unpriced,
        withoutCost: valued.withoutCost,
        covers: {
          value: coverValue(all),
          gain: coverGain(all),
          risk: coverHistory(all, new Set(figures.coverage.missingHistory)),
        },
        rates: computeRatesRisk(lots, valued, prices.prices),
        ...figures,
      }
      const body = Buffer.from(JSON.stringify(overview))
      // Histories that are still on their way belong to the next answer, which must not be this one again.
      return { body, etag: isIncomplete ? `${origin}-incomplete` : origin, isFinal: !isIncomplete }
    })
  }
}
