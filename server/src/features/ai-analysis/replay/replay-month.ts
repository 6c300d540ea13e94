// Tests: replay.test.ts

import { BUILT_IN_ENGINE_NAME } from '@ballast/contract'
import { computeOutcome } from '../../../advice/record/compute-outcome.ts'
import { type Draft, draftRecommendation } from '../../../advice/record/draft-recommendation.ts'
import { buildHorizonPrices, listHorizonTickers } from '../../../advice/record/horizon-prices.ts'
import type { ReplayedMonth } from '../../../advice/record/replayed-months.ts'
import type { ReplayedPortfolio } from '../../../advice/record/replayed-portfolio.ts'
import { toCloseInstant } from '../../../market-data/calendar.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import type { StoredLot } from '../../../portfolios/position.repository.ts'
import { adviseOn } from '../advice.service.ts'
import { createPastMarket, type LoadWholeHistories } from './past-market.ts'

interface ReplayDependencies {
  marketData: MarketData
  load: LoadWholeHistories
  engineVersion: string
}

/** As much as the sample portfolio; results are shares of it. */
const VALUE = 100_000
/** Nobody guesses what is public: no salt is needed. */
const NO_SALT = '0'.repeat(32)
const NOBODY = '00000000-0000-4000-8000-000000000000'

/**
 * Computes what the built-in engine would have advised after the close of a day, knowing nothing later; null when it had
 * too little to go by.
 */
export async function adviseInThePast(
  { marketData, load, engineVersion }: ReplayDependencies,
  portfolio: ReplayedPortfolio,
  day: number,
): Promise<Draft | null> {
  const past = createPastMarket(marketData, load, day)
  const at = toCloseInstant(day)
  const { found } = await past.getQuotes({ tickers: Object.keys(portfolio.weights) })
  const lots = Object.entries(portfolio.weights).flatMap(([ticker, weight], place) => {
    const price = found.get(ticker)?.price
    return price === undefined ? [] : [toLot(ticker, (weight * VALUE) / price, place)]
  })
  const advice = await adviseOn(
    { clock: { now: () => new Date(at) }, marketData: past },
    { id: NOBODY, name: portfolio.name, lots },
  )
  if (advice === null) return null
  const { source, simulated } = marketData.status()
  return draftRecommendation(
    {
      userId: NOBODY,
      portfolioId: NOBODY,
      runId: NOBODY,
      kind: 'comprehensive',
      source,
      simulated,
      createdAt: at,
      pricesAsOf: at,
      engine: BUILT_IN_ENGINE_NAME,
      recommendation: advice.recommendation,
      confidence: { stated: advice.confidence, estimated: advice.confidence },
      ...advice.recorded,
    },
    { salt: NO_SALT, engineVersion },
  )
}

/**
 * A month of a replay: advice from what was known, scored by what came after with the same rule as live ones.
 * @returns null when there is no advice, or what came after is not known yet
 */
export async function replayMonth(
  dependencies: ReplayDependencies,
  portfolio: ReplayedPortfolio,
  { day, today }: { day: number; today: number },
): Promise<ReplayedMonth | null> {
  const draft = await adviseInThePast(dependencies, portfolio, day)
  if (draft === null) return null
  const { content, snapshot } = draft
  if (content.excludedBecause !== null) return { content, outcome: null }
  const histories = await dependencies.load(listHorizonTickers(snapshot))
  const found = buildHorizonPrices(snapshot, content, { histories, quotes: new Map(), today })
  if (found.status === 'wait') return null
  if (found.status === 'impossible') return { content: { ...content, excludedBecause: 'unscorable' }, outcome: null }
  return { content, outcome: computeOutcome(snapshot, found.prices) }
}

function toLot(ticker: string, shares: number, place: number): StoredLot {
  return {
    id: `${NOBODY.slice(0, -2)}${String(place).padStart(2, '0')}`,
    importId: null,
    kind: 'security',
    ticker,
    shares: shares.toFixed(6),
    avgCost: null,
    currency: 'USD',
    multiplier: 1,
    sector: null,
    account: null,
  }
}
