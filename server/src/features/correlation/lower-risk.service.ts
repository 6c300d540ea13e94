// Tests: lower-risk.test.ts

import { type LowerRisk, MARKET_BENCHMARK, toOptionTerms, toTicker } from '@ballast/contract'
import { loadPrices } from '../../holdings/load-prices.ts'
import { describeOrigin, describeSession, loadRisk } from '../../holdings/load-risk.ts'
import { createCrisisLoader } from '../../holdings/replay/load-crises.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import type { EncodedJson } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import type { CorrelationDependencies } from './correlation.service.ts'
import { proposeLowerRisk } from './propose-lower-risk.ts'

/** Raised whenever the same inputs give other figures, so that no older answer is taken for the new one. */
const ENGINE_VERSION = 1

const proposalTask = defineWorkerTask(new URL('./propose-lower-risk.ts', import.meta.url).href, proposeLowerRisk)

export interface LowerRiskQuestion {
  keep?: string | undefined
  maxHoldingPercent?: number | undefined
  maxSectorPercent?: number | undefined
}

/** The same holdings with less risk; computed in a thread when the positions, the prices or the last close have changed. */
export function createLowerRiskService(deps: CorrelationDependencies) {
  const { portfolioReader, clock, marketData, workers, results } = deps
  const loadCrises = createCrisisLoader(marketData)

  return {
    /** @throws AppError 404 when the user has no such portfolio, 400 for a ticker to keep that is none */
    async get(
      userId: string,
      portfolioId: string,
      question: LowerRiskQuestion,
      signal: AbortSignal,
    ): Promise<EncodedJson> {
      const { maxHoldingPercent = 100, maxSectorPercent = 100 } = question
      const keep = readKept(question.keep)
      const { lots } = await portfolioReader.getHeld(userId, portfolioId)
      // Less risk is less variance, whatever the portfolio is compared with.
      const compared = { lots, benchmark: MARKET_BENCHMARK }
      const prices = await loadPrices(marketData, lots)
      const now = clock.now()
      const { source, simulated } = marketData.status()
      const origin = `${ENGINE_VERSION}-${describeOrigin(compared, prices, now, source)}`
      const request = JSON.stringify([keep, maxHoldingPercent, maxSectorPercent])
      return results.getOrCompute({ userId, portfolioId, kind: 'lower-risk', request, origin }, async () => {
        const valued = valueLots(lots, prices)
        const risk = await loadRisk(marketData, compared, valued.priced, now)
        const { crises, isFinal } = await loadCrises(portfolioId, { lots, valued, now })
        const figures = await workers.run(
          proposalTask,
          {
            input: risk.input,
            names: Object.fromEntries([...risk.instruments].map(([ticker, { name }]) => [ticker, name])),
            sharePrices: Object.fromEntries(
              valued.priced.flatMap(({ ticker, kind, price }) => (kind === 'security' ? [[ticker, price]] : [])),
            ),
            underOptions: lots.flatMap(({ ticker, kind }) =>
              kind === 'option' ? (toOptionTerms(ticker)?.underlying ?? []) : [],
            ),
            crises,
            keep,
            maxHoldingPercent,
            maxSectorPercent,
          },
          { owner: userId, signal },
        )
        const answer: LowerRisk = {
          ...figures,
          asOf: describeSession(prices).asOf,
          source,
          simulated,
          stale: risk.stale,
        }
        const isWhole = isFinal && !risk.isIncomplete && !risk.stale
        const etag = isWhole ? `${origin}-${request}` : `${origin}-${request}-${now.toISOString()}`
        return { body: Buffer.from(JSON.stringify(answer)), etag, isFinal: isWhole }
      })
    },
  }
}

function readKept(text = ''): string[] {
  const tickers = text.split(',').flatMap((part) => {
    if (part.trim() === '') return []
    const ticker = toTicker(part)
    if (ticker === undefined) throw errors.badRequest(`"${part.slice(0, 20)}" is not a ticker that you could keep.`)
    return [ticker]
  })
  return [...new Set(tickers)].sort()
}
