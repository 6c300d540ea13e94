/**
 * A discovery from quotes to ideas: 25 positions, 55 assets with ten years of history and their chains in hand, all read
 * and computed anew each time, in one thread; a third of the assets is related to the book, far more than is usual. Then
 * the built-in analyst on 25 positions with its hedge analysis, and the scoring of 1,000 recommendations.
 */
import {
  advisePortfolio,
  analyzeOptionChain,
  assessBookRisk,
  completeHedgeRequest,
  createRandomSource,
  discoverIdeas,
  prepareHedging,
  proposeHedges,
  scanRelations,
  scoreRecommendation,
} from '@ballast/quant'
import { createUniverse, type TestDay } from '../packages/quant/src/discovery/test-universe.ts'
import { createMarket, INDEX_CHAIN } from '../packages/quant/src/hedge/test-chains.ts'
import { createTestSituation } from '../packages/quant/src/hedge/test-situation.ts'
import { reportLine, timeInTurn } from './measure.ts'

const MOST_MS = 2_000
const POSITIONS = 25
const ASSETS = 55

const related = (size: number) => (day: TestDay) => -0.3 * day.market - size * day.own + 0.6 * day.noise
const assets = Object.fromEntries([
  ...Array.from({ length: POSITIONS }, (_, i) => [`P${i}`, (day: TestDay) => day.market + day.own + day.noise]),
  ...Array.from({ length: ASSETS }, (_, i) => [`F${i}`, i % 3 === 0 ? related(1) : (day: TestDay) => day.noise]),
])
const returns = createUniverse({ days: 2520, seed: 5, assets })
const universe = Array.from({ length: ASSETS }, (_, i) => ({ ticker: `F${i}`, group: `G${i % 20}` }))
const chain = { ...INDEX_CHAIN, spot: 100, strikeStep: 1, days: [7, 14, 21, 28, 35, 42, 63, 91, 119, 182] } as const
const markets = universe.map(({ ticker }) =>
  createMarket({ ...chain, ticker, role: 'other-index' }, createRandomSource(1)),
)
const input = {
  returns,
  index: 'SPY',
  holdings: Array.from({ length: POSITIONS }, (_, i) => ({ ticker: `P${i}`, value: 10_000 - 200 * i })),
  value: 200_000,
  assets: universe,
}
const read = () =>
  markets.map((market) => ({
    premiumClass: 'other' as const,
    market: {
      ...market,
      chain: analyzeOptionChain(market.chain.contracts, { spot: 100, rate: market.rate, style: market.style }),
    },
  }))
const options = read()
const times = await timeInTurn({
  chains: read,
  scan: () => scanRelations(input),
  discovery: () => discoverIdeas({ ...input, options }),
  whole: () => discoverIdeas({ ...input, options: read() }),
})
const { ideas, candidates, scan } = discoverIdeas({ ...input, options })
reportLine({
  workload: `discovery, ${POSITIONS} positions, ${ASSETS} assets, ${markets.reduce((sum, one) => sum + one.chain.contracts.length, 0)} contracts`,
  chainsMs: times.chains,
  scanMs: times.scan,
  discoveryMs: times.discovery,
  wholeMs: times.whole,
  tests: scan.tests,
  related: scan.significant,
  priced: candidates.length,
  ideas: ideas.length,
  holds: times.whole <= MOST_MS,
})

const MOST_ADVICE_MS = 1_000
const MOST_SCORING_MS = 10_000
const RECOMMENDATIONS = 1_000

const situation = createTestSituation({ positions: POSITIONS, ownChains: 5, days: 2520, value: 1_500_000 })
const advise = () => {
  const context = prepareHedging(situation, completeHedgeRequest())
  const risk = assessBookRisk(context)
  const hedges = proposeHedges(context, risk)
  return advisePortfolio({ context, risk, hedges, quality: { unreliable: new Set() } })
}

const days = Int32Array.from({ length: 64 }, (_, t) => 20_000 + t)
const path = Float64Array.from(days, (_, t) => 100 - 0.2 * t)
const holdings = Array.from({ length: POSITIONS }, (_, i) => ({ ticker: `P${i}`, shares: 10, price: 100 }))
const closes = new Map(holdings.map(({ ticker }) => [ticker, path]))
const put = {
  symbol: 'P0 put',
  underlying: 'P0',
  type: 'put',
  strike: 95,
  expiryDay: 20_060,
  contracts: 2,
  multiplier: 100,
  premium: 2,
  volatility: 0.2,
  rate: 0.04,
  dividendYield: 0,
} as const
const snapshot = { holdings, cash: 1_000, options: [], trades: [], optionTrades: [put], fee: 0.65 }
const score = () => {
  for (let k = 0; k < RECOMMENDATIONS; k++) {
    scoreRecommendation(snapshot, { days, closes, marks: new Map(), index: path })
  }
}
const later = await timeInTurn({ advice: advise, score })
reportLine({
  workload: `advice, ${POSITIONS} positions, hedge analysis included; ${RECOMMENDATIONS} recommendations scored`,
  adviceMs: later.advice,
  scoringMs: later.score,
  headline: advise().headline,
  holds: later.advice <= MOST_ADVICE_MS && later.score <= MOST_SCORING_MS,
})
