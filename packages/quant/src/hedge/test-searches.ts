import { createRandomSource, type RandomSource } from '../random.ts'
import { type PreparedSearch, prepareSearch } from './hedge-search.ts'
import { collectOptionLines, hedgeDays, toHedgeUnderlying } from './option-lines.ts'
import { createLegLookup } from './reprice-hedge.ts'
import { createMarket, INDEX_CHAIN } from './test-chains.ts'

/** A book and a chain drawn at random, for tests; some are easy to hedge, some cannot be. */
export function drawSearch(seed: number): { readonly prepared: PreparedSearch; readonly random: RandomSource } {
  const random = createRandomSource(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const spot = between(80, 900)
  const market = createMarket(
    {
      ...INDEX_CHAIN,
      spot,
      atmVolatility: between(0.1, 0.4),
      slope: between(-0.5, 0),
      strikeStep: spot * between(0.015, 0.03),
      halfSpread: between(0.002, 0.06),
      days: [between(30, 60), between(70, 190)].map(Math.round),
      rate: between(0, 0.06),
      dividendYield: between(0, 0.03),
      openInterest: (draw) => Math.round(5 + 400 * draw() ** 2),
    },
    random,
  )
  const value = between(60_000, 600_000)
  const book = {
    value,
    exposures: [0.5, 0.3, 0.2].map((share) => ({ value: share * value, beta: between(0.2, 2) })),
    options: [],
  }
  const horizonDays = Math.round(between(1, 25))
  const underlying = toHedgeUnderlying(market)!
  const { lines } = collectOptionLines(market, {
    type: 'put',
    days: hedgeDays(horizonDays),
    delta: { least: 0.03, most: 0.45 },
    moneyness: { least: 0.75, most: 1.2 },
  })
  const problem = {
    book,
    dollarBeta: book.exposures.reduce((sum, exposure) => sum + exposure.value * exposure.beta, 0),
    underlying,
    lines,
    lookup: createLegLookup([underlying]),
    horizonDays,
    fee: between(0, 1.5),
    maximumLines: random() < 0.2 ? (1 as const) : (2 as const),
  }
  return { prepared: prepareSearch(problem, -between(0.1, 0.3)), random }
}
