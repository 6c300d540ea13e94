import type { SimulatedPaths } from '../bootstrap-paths.ts'
import { findCheapestPackage, type OptionPackage } from './cheapest-package.ts'
import { countMostContracts, type HedgeProblem, LEAST_SPREAD_WIDTH, valueLines } from './hedge-search.ts'
import { repriceBook } from './reprice-hedge.ts'

/** The cheapest package that holds the mean of the worst paths within a limit. */
export interface CvarPackage {
  readonly choice: OptionPackage
  /** Mean loss of the worst 5 % of paths with it, as a fraction. */
  readonly cvar: number
}

/** A CVaR search's result: what the unhedged book loses, and a package unless none is needed or none is enough. */
export interface CvarOutcome {
  readonly status: 'not-needed' | 'found' | 'not-reachable'
  /** Mean loss of the worst 5 % of paths without a hedge, as a fraction. */
  readonly unhedgedCvar: number
  readonly package: CvarPackage | null
}

const PATHS_USED = 400
const TAIL = 0.05
/** Each round rules out the package just found; far fewer are ever needed. */
const MOST_ROUNDS = 400

/**
 * The cheapest package whose mean loss over the worst 5 % of simulated paths keeps within a limit (conditional value at
 * risk after Rockafellar & Uryasev), on the first 400 paths.
 *
 * The constraint is that *every* set of 5 % of the paths loses at most the limit on average, which is linear in the
 * contracts. Only the sets that matter are made conditions: search, look at the worst paths of what was found, demand
 * enough gain on average over them, search again. When the worst paths of the package found keep within the limit, it is
 * the cheapest of all, since every condition it was found under is necessary.
 *
 * Options are worth what they are at the horizon with volatility answering a rise only, the cautious case.
 *
 * @param paths of at least 20 total returns up to the last day of the problem's term
 * @param limit mean loss of the worst paths, a fraction
 * @param maximumCost in currency
 * @see Rockafellar & Uryasev, "Optimization of conditional value-at-risk", Journal of Risk 2(3), 2000
 */
export function findCheapestCvarPackage(
  problem: HedgeProblem,
  paths: SimulatedPaths,
  limit: number,
  maximumCost: number,
): CvarOutcome {
  const { book, lines, lookup, underlying, fee, maximumLines, securedCash, room = null } = problem
  const horizonDays = problem.lossDays.at(-1) ?? 0
  const count = Math.min(PATHS_USED, paths.benchmark.length)
  const worst = Math.max(1, Math.round(TAIL * count))
  const shocks = Array.from(paths.benchmark.subarray(0, count), (marketReturn) => ({
    marketReturn: Math.max(-0.99, marketReturn),
    horizonDays,
    volatility: { kind: 'rule', scale: 0 } as const,
  }))
  const optionsOnly = { ...book, exposures: [] }
  const profits = Float64Array.from(
    shocks,
    (shock, k) => book.value * paths.portfolio[k]! + repriceBook(optionsOnly, shock, lookup),
  )
  const perPath = valueLines(lines, shocks, lookup)
  const unhedgedCvar = -averageOf(profits, findWorst(profits, worst)) / book.value
  if (unhedgedCvar <= limit) return { status: 'not-needed', unhedgedCvar, package: null }
  const values: number[][] = lines.map(() => [])
  const gains: number[] = []
  const demand = (tail: readonly number[]) => {
    for (const [i, own] of perPath.entries()) values[i]!.push(averageOf(own, tail))
    gains.push(-limit * book.value - averageOf(profits, tail))
  }
  demand(findWorst(profits, worst))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const choice = findCheapestPackage({
      lines,
      values: values.map((row) => Float64Array.from(row)),
      requiredGains: Float64Array.from(gains),
      fee,
      mostContracts: countMostContracts(problem),
      maximumCost,
      maximumLines,
      securedCash,
      room,
      leastWidth: LEAST_SPREAD_WIDTH * underlying.spot,
    })
    if (choice === null) return { status: 'not-reachable', unhedgedCvar, package: null }
    const hedged = addPackage(profits, perPath, lines.indexOf(choice.bought.line), choice, lines)
    const tail = findWorst(hedged, worst)
    const cvar = -averageOf(hedged, tail) / book.value
    if (cvar <= limit * (1 + 1e-9) + 1e-12) return { status: 'found', unhedgedCvar, package: { choice, cvar } }
    demand(tail)
  }
  return { status: 'not-reachable', unhedgedCvar, package: null }
}

function addPackage(
  profits: Float64Array,
  perPath: readonly Float64Array[],
  bought: number,
  { bought: long, sold, cost }: OptionPackage,
  lines: HedgeProblem['lines'],
): Float64Array {
  const short = sold === null ? -1 : lines.indexOf(sold.line)
  return profits.map((profit, k) => {
    const gain = long.contracts * long.line.multiplier * perPath[bought]![k]!
    const owed = sold === null ? 0 : sold.contracts * sold.line.multiplier * perPath[short]![k]!
    return profit + gain - owed - cost
  })
}

/** Indices of the `count` smallest entries; of equal ones the earlier. */
function findWorst(profits: Float64Array, count: number): number[] {
  const order = Array.from(profits.keys()).sort((a, b) => profits[a]! - profits[b]! || a - b)
  return order.slice(0, count)
}

function averageOf(values: Float64Array, indices: readonly number[]): number {
  return indices.reduce((sum, k) => sum + values[k]!, 0) / indices.length
}
