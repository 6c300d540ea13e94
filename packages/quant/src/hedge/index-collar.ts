import type { HedgeContext } from './hedge-context.ts'
import type { OptionLine, OptionMarket } from './hedge-market.ts'
import type { PreparedSearch } from './hedge-search.ts'
import { collectCoveringLines } from './option-lines.ts'

/** As many calls sold as puts bought. */
export interface IndexCollar {
  readonly put: OptionLine
  readonly call: OptionLine
  readonly contracts: number
  readonly cost: number
}

/** A cap nearer than this gives up too much of an ordinary year. */
const NEAREST_CAP = 1.05

/**
 * The collar that holds the request's limit and costs least; of those that cost nothing the one with the highest cap, and
 * then with the fewest contracts. Put and call expire together, in equal numbers.
 *
 * @param mostSold contracts of calls that may be sold
 * @returns null when none holds the limit within the budget
 */
export function findCheapestCollar(
  context: HedgeContext,
  market: OptionMarket,
  prepared: PreparedSearch,
  mostSold: number,
): IndexCollar | null {
  const { request, book, term, room } = context
  const calls = collectCoveringLines(market, term.date, {
    type: 'call',
    delta: { least: 0.03, most: 0.45 },
    moneyness: { least: NEAREST_CAP, most: 2 },
  }).lines.filter((line) => line.mostSold > 0)
  const budget = request.maximumPremium * book.value
  const { lines: puts, values: putValues, requiredGains, mostContracts } = prepared.toSearch(request.limit, budget)
  const callValues = prepared.valueSold(calls)
  let best: IndexCollar | null = null
  for (const [i, put] of puts.entries()) {
    for (const [j, call] of calls.entries()) {
      if (call.expiry !== put.expiry) continue
      const unit = put.multiplier * put.ask - call.multiplier * call.bid + 2 * request.fee
      const gains = requiredGains.map((_, k) => put.multiplier * (putValues[i]![k]! - callValues[j]![k]!) - unit)
      const contracts = leastCount(gains, requiredGains)
      const most = Math.min(mostContracts, put.mostBought, call.mostSold, mostSold)
      if (contracts === null || contracts > most || contracts * unit > budget) continue
      const better = betterCollar(best, { put, call, contracts, cost: contracts * unit })
      const legs = [put, call].map((line) => ({ line, contracts: line === put ? contracts : -contracts }))
      if (room === null || room.fits(legs)) best = better
    }
  }
  return best
}

/** The least n with n·gain ≥ required in every state; null if there is none. */
function leastCount(gains: Float64Array, required: Float64Array): number | null {
  let least = 1
  for (const [k, gain] of gains.entries()) {
    if (gain > 0) least = Math.max(least, Math.ceil(required[k]! / gain - 1e-9))
    else if (required[k]! > 0) return null
  }
  return gains.every((gain, k) => least * gain >= required[k]! - 1e-9 * Math.abs(required[k]!)) ? least : null
}

function betterCollar(best: IndexCollar | null, other: IndexCollar): IndexCollar {
  if (best === null) return other
  const paid = ({ cost }: IndexCollar) => Math.max(0, Math.round(100 * cost))
  const order = paid(other) - paid(best) || best.call.strike - other.call.strike || other.contracts - best.contracts
  return order < 0 ? other : best
}
