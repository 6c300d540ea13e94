/**
 * A hedge analysis from quotes to ranked proposals, by its steps: 25 positions with the chains of an index, a sector fund
 * and five companies, 500 positions with the same, and one move of a slider. The chains have as many contracts as listed
 * ones; everything is computed anew each time, in one thread.
 */
import {
  analyzeHedges,
  analyzeOptionChain,
  assessBookRisk,
  completeHedgeRequest,
  createLegLookup,
  createRandomSource,
  type HedgeSituation,
  prepareHedging,
  proposeHedges,
  repriceHedge,
} from '@ballast/quant'
import { INDEX_CHAIN } from '../packages/quant/src/hedge/test-chains.ts'
import { createTestSituation } from '../packages/quant/src/hedge/test-situation.ts'
import { reportLine, timeInTurn } from './measure.ts'

const MOST_MS: Readonly<Record<number, number>> = { 25: 350, 500: 1_500 }
const MOST_SLIDER_MS = 4
const YEARS = 10
/** Moves of the market, days and valuations that a slider screen draws a curve of. */
const CURVE = Array.from({ length: 81 }, (_, k) => -0.4 + 0.0075 * k)

const request = completeHedgeRequest({ horizonDays: 42 })
for (const positions of [25, 500]) await measureAnalysis(positions)
await measureSlider()

function createSituation(positions: number): HedgeSituation {
  const days = [7, 14, 21, 28, 35, 63, 91, 126, 182]
  return createTestSituation({
    positions,
    ownChains: 5,
    days: 252 * YEARS,
    value: 1_500_000,
    indexChain: { ...INDEX_CHAIN, days, strikeStep: 2.5 },
  })
}

async function measureAnalysis(positions: number): Promise<void> {
  const situation = createSituation(positions)
  const quotes = situation.markets.map((market) => ({ market, quotes: market.chain.contracts }))
  const contracts = quotes.reduce((sum, one) => sum + one.quotes.length, 0)
  const read = () =>
    quotes.map(({ market, quotes: own }) => ({
      ...market,
      chain: analyzeOptionChain(own, { spot: market.spot, rate: market.rate, style: market.style }),
    }))
  const context = prepareHedging(situation, request)
  const risk = assessBookRisk(context)
  const times = await timeInTurn({
    chains: read,
    prepare: () => prepareHedging(situation, request),
    risk: () => assessBookRisk(prepareHedging(situation, request)),
    proposals: () => proposeHedges(prepareHedging(situation, request), risk),
    whole: () => analyzeHedges({ ...situation, markets: read() }, request),
  })
  const { search, proposals } = analyzeHedges(situation, request)
  reportLine({
    workload: `hedge analysis, ${positions} positions, ${YEARS} years, ${contracts} contracts`,
    chainsMs: times.chains,
    prepareMs: times.prepare,
    riskMs: times.risk - times.prepare,
    proposalsMs: times.proposals - times.prepare,
    wholeMs: times.whole,
    linesSearched: search.lineCount,
    proposals: proposals.length,
    holds: times.whole <= (MOST_MS[positions] ?? 0),
  })
}

async function measureSlider(): Promise<void> {
  const { book, underlyings, proposals } = analyzeHedges(createSituation(500), request)
  const [pick] = proposals
  const hedge = { book, underlyings, legs: pick?.legs ?? [], fees: pick?.cost.fees ?? 0 }
  const random = createRandomSource(1)
  const { curve } = await timeInTurn({
    curve: () => {
      const factor = 0.5 + random()
      const lookup = createLegLookup(underlyings)
      for (const marketReturn of CURVE) {
        repriceHedge(hedge, { marketReturn, horizonDays: 21, volatility: { kind: 'factor', factor } }, lookup)
      }
    },
  })
  reportLine({
    workload: `one move of a slider: ${CURVE.length} points of a curve, 500 positions, ${hedge.legs.length} legs`,
    curveMs: curve,
    pointMs: curve / CURVE.length,
    holds: curve <= MOST_SLIDER_MS,
  })
}
