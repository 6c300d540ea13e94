import { createRandomSource, type RandomSource } from '../random.ts'
import type { OptionPackage, PackageSearch } from './cheapest-package.ts'
import { listLossDays, toHedgeDate } from './hedge-dates.ts'
import type { OptionLine } from './hedge-market.ts'
import { type HedgeProblem, type PreparedSearch, prepareSearch } from './hedge-search.ts'
import { collectOptionLines, hedgeDays, toHedgeUnderlying } from './option-lines.ts'
import { createLegLookup, type HedgeShock } from './reprice-hedge.ts'
import { createMarket, INDEX_CHAIN, TODAY } from './test-chains.ts'

/** Every day and valuation at which a limit must hold, written from the rule and not from the search. */
export function listStates(lossDays: readonly number[]): Pick<HedgeShock, 'horizonDays' | 'volatility'>[] {
  const [steady, answering] = [0, 1].map((scale) => ({ kind: 'rule', scale }) as const)
  return lossDays.flatMap((horizonDays, place) => [
    { horizonDays, volatility: steady! },
    { horizonDays, volatility: answering! },
    ...(place === lossDays.length - 1 ? [{ horizonDays, volatility: { kind: 'expiry' } as const }] : []),
  ])
}

/**
 * A book and a chain drawn at random, for tests; some are easy to hedge, some cannot be.
 *
 * @param constraints of the owner's, by the price of the index
 * @param expiries ranges of days that they are drawn from
 */
export function drawSearch(
  seed: number,
  constraints: (spot: number) => Partial<HedgeProblem> = () => ({}),
  expiries: readonly (readonly [number, number])[] = [
    [30, 70],
    [70, 190],
  ],
): { readonly prepared: PreparedSearch; readonly random: RandomSource } {
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
      days: expiries.map(([least, most]) => Math.round(between(least, most))),
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
  const term = toHedgeDate(TODAY, Math.round(between(1, 45)))
  const underlying = toHedgeUnderlying(market)!
  const { lines } = collectOptionLines(market, {
    type: 'put',
    days: hedgeDays(term.calendarDays),
    delta: { least: 0.03, most: 0.45 },
    moneyness: { least: 0.75, most: 1.2 },
  })
  const problem = {
    book,
    dollarBeta: book.exposures.reduce((sum, exposure) => sum + exposure.value * exposure.beta, 0),
    underlying,
    lines,
    lookup: createLegLookup([underlying]),
    lossDays: listLossDays(term.tradingDays),
    fee: between(0, 1.5),
    maximumLines: random() < 0.2 ? (1 as const) : (2 as const),
    securedCash: Infinity,
    mostBuyable: Infinity,
    ...constraints(spot),
  }
  return { prepared: prepareSearch(problem, -between(0.1, 0.3)), random }
}

/** True if every state is met, in the plainest words and by sums of its own. */
function isEnough({ lines, values, requiredGains }: PackageSearch, { bought, sold, cost }: OptionPackage): boolean {
  return requiredGains.every((required, k) => {
    const worth = (line: OptionLine) => line.multiplier * values[lines.indexOf(line)]![k]!
    const gain = bought.contracts * worth(bought.line) - (sold === null ? 0 : sold.contracts * worth(sold.line)) - cost
    return gain >= required - 1e-6
  })
}

function hasRoom({ room }: PackageSearch, { bought, sold }: OptionPackage): boolean {
  return room?.fits([bought, ...(sold === null ? [] : [{ ...sold, contracts: -sold.contracts }])]) ?? true
}

/**
 * All packages one by one: the plainest way to be right.
 *
 * @param mayPair expiries of what is bought and of what is sold below it
 */
export function tryAllPackages(
  search: PackageSearch,
  mayPair = (bought: string, sold: string) => bought === sold,
): OptionPackage | null {
  let best: OptionPackage | null = null
  const offer = (choice: OptionPackage) => {
    if (best !== null && choice.cost >= best.cost - 1e-6) return
    if (choice.cost <= search.maximumCost && isEnough(search, choice) && hasRoom(search, choice)) best = choice
  }
  const { lines, fee, maximumLines, leastWidth, securedCash } = search
  for (const line of lines) {
    const most = Math.min(search.mostContracts, line.mostBought)
    for (let n = 1; n <= most; n++) {
      const paid = n * (line.multiplier * line.ask + fee)
      offer({ bought: { line, contracts: n }, sold: null, cost: paid })
      if (maximumLines === 1) continue
      for (const other of lines) {
        if (!mayPair(line.expiry, other.expiry) || other.strike > line.strike - leastWidth + 1e-9) continue
        for (let m = 1; m <= Math.min(n, other.mostSold); m++) {
          const cost = paid - m * (other.multiplier * other.bid - fee)
          if (m * other.multiplier * other.strike > securedCash - cost) continue
          offer({ bought: { line, contracts: n }, sold: { line: other, contracts: m }, cost })
        }
      }
    }
  }
  return best
}
