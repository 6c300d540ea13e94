import { findCheapestPackage, type OptionPackage, type PackageSearch } from './cheapest-package.ts'
import type { ProposalDraft } from './evaluate-proposal.ts'
import { countCoveredCalls, countUncoveredLots } from './free-shares.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { HedgeHolding, OptionLine, OptionMarket } from './hedge-market.ts'
import type { HedgeProposal } from './hedge-proposal.ts'
import { type PreparedSearch, valueLines } from './hedge-search.ts'
import { PUT_RANGE, pickCap } from './holding-hedges.ts'
import type { HedgeCandidates, IndexHedgeSearch } from './index-hedges.ts'
import { collectCoveringLines } from './option-lines.ts'
import { findCallBarrier, findUnderlyingBarrier, isSingleName } from './permitted-legs.ts'

/** Options that cover one holding, and what they gain in each state of the world that a search asks about. */
export interface HoldingCover {
  readonly put: OptionLine
  /** A call sold against the same shares; null for the put alone. */
  readonly call: OptionLine | null
  /** Contracts of each. */
  readonly contracts: number
  /** Currency, with commissions; negative is a credit. */
  readonly cost: number
  /** Net of its cost, in currency, in the order of the search's required gains. */
  readonly gains: Float64Array
}

/** A holding covered by its own options, and the rest by the index's. */
export interface SplitHedge {
  readonly cover: HoldingCover
  readonly index: OptionPackage
  readonly cost: number
}

/** A holding below this share of the book is left to the index. */
const LEAST_WEIGHT = 0.1
/** Amounts in currency that are the same. */
const SAME = 1e-4

/**
 * The cheapest of all covers, each with the cheapest package on the index that gains what it leaves open: exact over both,
 * under one limit and one budget. All options expire on one day, so that one day ends it and renews it.
 *
 * @param search of the index, with all that is to be gained
 * @returns null when no cover leaves something that a package within the budget can gain
 */
export function findCheapestSplit(search: PackageSearch, covers: readonly HoldingCover[]): SplitHedge | null {
  let best: SplitHedge | null = null
  const cutToExpiry = createCutter(search)
  for (const cover of covers) {
    // Whatever is bought of the index costs more than what may be sold below it brings.
    if (best !== null && cover.cost >= best.cost) continue
    const requiredGains = search.requiredGains.map((gain, state) => gain - cover.gains[state]!)
    // Alone it does what is asked, so that nothing is split.
    if (requiredGains.every((gain) => gain <= 0)) continue
    const index = findCheapestPackage({
      ...cutToExpiry(cover.put.expiry),
      requiredGains,
      maximumCost: Math.min(search.maximumCost, best === null ? Infinity : best.cost - SAME) - cover.cost,
      securedCash: search.securedCash - Math.max(0, cover.cost),
    })
    if (index !== null) best = { cover, index, cost: cover.cost + index.cost }
  }
  return best
}

/** The lines of one expiry, each expiry cut out once. */
function createCutter(search: PackageSearch) {
  const known = new Map<string, PackageSearch>()
  const cut = (expiry: string): PackageSearch => {
    const isKept = search.lines.map((line) => line.expiry === expiry)
    const keep = <Item>(items: readonly Item[]) => items.filter((_, place) => isKept[place])
    const { lines, values, soldValues } = search
    return { ...search, lines: keep(lines), values: keep(values), ...(soldValues && { soldValues: keep(soldValues) }) }
  }
  return (expiry: string): PackageSearch => {
    const found = known.get(expiry) ?? cut(expiry)
    known.set(expiry, found)
    return found
  }
}

/**
 * Hedges of two underlyings: every lot of the largest single holding covered by its own puts, alone or paid for by calls,
 * and puts or put spreads on the index for the rest. The cheapest of each of the two kinds that keeps the limit.
 */
export function proposeSplitHedges(context: HedgeContext, { prepared, outcome }: IndexHedgeSearch): HedgeCandidates {
  const nothing: HedgeCandidates = { drafts: [], considered: [] }
  const { request, book, crisis } = context
  if (prepared === null || crisis !== null || request.objective !== 'loss-curve') return nothing
  if (outcome === null || outcome.status === 'not-needed') return nothing
  const holding = findLargestName(context)
  const found = holding === undefined ? null : context.findMarket(holding.ticker)
  if (holding === undefined || found === null || findUnderlyingBarrier(request, 'single-name') !== null) return nothing
  const search = prepared.toSearch(request.limit, request.maximumPremium * book.value)
  const drafts = listCovers(context, holding, found.market, prepared).flatMap((covers): ProposalDraft[] => {
    const split = findCheapestSplit(search, covers)
    return split === null ? [] : [toDraft(split)]
  })
  return { drafts, considered: [] }
}

function findLargestName({ situation, book }: HedgeContext): HedgeHolding | undefined {
  return situation.holdings
    .filter((holding) => isSingleName(holding) && holding.value >= LEAST_WEIGHT * book.value)
    .sort((a, b) => b.value - a.value || (a.ticker < b.ticker ? -1 : 1))[0]
}

/** Covers of every lot of a holding that no put covers yet, by puts alone, and by collars, the cheapest first. */
export function listCovers(
  context: HedgeContext,
  holding: HedgeHolding,
  market: OptionMarket,
  { states, valueSold }: Pick<PreparedSearch, 'states' | 'valueSold'>,
): readonly (readonly HoldingCover[])[] {
  const { request, term, lookup } = context
  const lots = countUncoveredLots(context, holding, market.multiplier)
  if (lots < 1) return []
  const puts = collectCoveringLines(market, term.date, {
    type: 'put',
    delta: { least: 0, most: 1 },
    moneyness: PUT_RANGE,
  }).lines
  const cover = (put: OptionLine, call: OptionLine | null, contracts: number): HoldingCover => {
    const fees = request.fee * contracts * (call === null ? 1 : 2)
    const cost = contracts * put.multiplier * (put.ask - (call?.bid ?? 0)) + fees
    const [bought] = valueLines([put], states, lookup)
    const [sold] = call === null ? [] : valueSold([call])
    const gains = bought!.map((value, state) => contracts * put.multiplier * (value - (sold?.[state] ?? 0)) - cost)
    return { put, call, contracts, cost, gains }
  }
  const alone = puts.filter(({ mostBought }) => mostBought >= lots).map((put) => cover(put, null, lots))
  const isCapped = findCallBarrier(request) === null && !request.keepUpside && !request.keep.includes(holding.ticker)
  const sellable = Math.min(lots, countCoveredCalls(context, holding, market.multiplier))
  const collars =
    !isCapped || sellable < 1
      ? []
      : puts.flatMap((put) => {
          const call = put.mostBought < sellable ? null : pickCap(market, put, sellable)
          return call === null ? [] : [cover(put, call, sellable)]
        })
  return [alone, collars].map((covers) => covers.toSorted((a, b) => a.cost - b.cost))
}

/** The lines of a cover, the put first. */
export const toCoverLines = ({ put, call, contracts }: HoldingCover): ProposalDraft['options'] => [
  { line: put, contracts },
  ...(call === null ? [] : [{ line: call, contracts: -contracts }]),
]

function toDraft({ cover, index: { bought, sold } }: SplitHedge): ProposalDraft {
  const below = sold === null ? [] : [{ line: sold.line, contracts: -sold.contracts }]
  return {
    family: 'split-hedge',
    options: [...toCoverLines(cover), { line: bought.line, contracts: bought.contracts }, ...below],
    trades: [],
    caveats: [],
  }
}

/**
 * The split hedge that is worth more than the index's own: it keeps the limit, caps nothing, and each dollar that it costs
 * more takes at least as much off what stays open as a dollar of the index's hedge takes off the loss at the shock.
 *
 * @param unhedgedLoss at the shock, a fraction
 */
export function findWorthySplit(
  proposals: readonly HedgeProposal[],
  index: HedgeProposal,
  unhedgedLoss: number,
): HedgeProposal | undefined {
  const relief = unhedgedLoss - index.lossAtShock
  return proposals.find(({ family, holdsLimit, breakEven, legs, cost, openRisk }) => {
    if (family !== 'split-hedge' || !holdsLimit || breakEven.cap !== null) return false
    if (legs.some(({ type, contracts }) => type === 'call' && contracts < 0)) return false
    const closed = index.openRisk.total - openRisk.total
    return closed > 0 && relief > 0 && (cost.total - index.cost.total) * relief <= index.cost.total * closed
  })
}
