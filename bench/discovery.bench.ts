/**
 * A discovery from quotes to plays: 25 positions, 55 assets with ten years of history and their chains in hand, all read
 * and computed anew each time, in one thread. A third of the assets is related to the book, far more than is usual.
 */
import { analyzeOptionChain, createRandomSource, discoverPlays, scanRelations } from '@ballast/quant'
import { createUniverse, type TestDay } from '../packages/quant/src/discovery/test-universe.ts'
import { createMarket, INDEX_CHAIN } from '../packages/quant/src/hedge/test-chains.ts'
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
  discovery: () => discoverPlays({ ...input, options }),
  whole: () => discoverPlays({ ...input, options: read() }),
})
const { plays, candidates, scan } = discoverPlays({ ...input, options })
reportLine({
  workload: `discovery, ${POSITIONS} positions, ${ASSETS} assets, ${markets.reduce((sum, one) => sum + one.chain.contracts.length, 0)} contracts`,
  chainsMs: times.chains,
  scanMs: times.scan,
  discoveryMs: times.discovery,
  wholeMs: times.whole,
  tests: scan.tests,
  related: scan.significant,
  priced: candidates.length,
  plays: plays.length,
  holds: times.whole <= MOST_MS,
})
