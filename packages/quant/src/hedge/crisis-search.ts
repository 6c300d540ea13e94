import { type CrisisWindow, replayOptions, replayPaths, toReplayedHedge } from './crisis-replay.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { OptionLine } from './hedge-market.ts'
import { countMostContracts, type HedgeProblem, LEAST_SPREAD_WIDTH, type PreparedSearch } from './hedge-search.ts'
import { toHedgeLeg } from './option-lines.ts'
import type { LegLookup } from './reprice-hedge.ts'

/**
 * A search for the cheapest package that keeps the limit on every day of a crisis, its last one included. Its states are
 * the closes of the window. Every line is bought again at each of its expiries; what that costs is part of what it is
 * worth on the days after, so that the search stays linear in contracts, and exact.
 *
 * A budget is meant for the ticket as it is bought today. What the renewals cost has to be gained along the way.
 *
 * @throws QuantInputError as `repriceHedge` does
 */
export function prepareCrisisSearch(
  problem: HedgeProblem,
  context: HedgeContext,
  crisis: CrisisWindow,
): PreparedSearch {
  const { book, lines, lookup, underlying, fee, maximumLines, securedCash, room = null } = problem
  const { unhedged } = replayPaths(crisis, toReplayedHedge(context, { trades: [], legs: [] }))
  const value = (sign: 1 | -1, own: readonly OptionLine[]) =>
    own.map((line) => valueThrough(line, sign, { crisis, lookup, fee }))
  const [values, soldValues] = [value(1, lines), maximumLines === 1 ? [] : value(-1, lines)]
  const mostContracts = countMostContracts(problem)
  const worstLoss = -Math.min(...unhedged.subarray(1)) / book.value
  const toSearch: PreparedSearch['toSearch'] = (limit, maximumCost) => ({
    lines,
    values,
    soldValues,
    fee,
    mostContracts,
    maximumCost,
    maximumLines,
    securedCash,
    room,
    requiredGains: unhedged.subarray(1).map((profit) => -limit * book.value - profit),
    leastWidth: LEAST_SPREAD_WIDTH * underlying.spot,
  })
  return {
    problem,
    shock: context.request.shock,
    states: [],
    unhedgedLoss: worstLoss,
    worstLoss,
    toSearch,
    toRelaxedSearch: toSearch,
    valueSold: (sold) => value(-1, sold),
  }
}

/** Value per share of one contract on each day after the first, so that its gain is this less its cost. */
function valueThrough(
  line: OptionLine,
  sign: 1 | -1,
  { crisis, lookup, fee }: { readonly crisis: CrisisWindow; readonly lookup: LegLookup; readonly fee: number },
): Float64Array {
  const leg = toHedgeLeg(line, sign)
  const { profit } = replayOptions([leg], crisis, lookup, fee).renewed
  const paid = sign * leg.multiplier * leg.premium + fee
  return profit.subarray(1).map((amount) => (sign * (amount + paid)) / leg.multiplier)
}
