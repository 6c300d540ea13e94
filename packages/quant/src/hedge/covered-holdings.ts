import type { ProposalDraft } from './evaluate-proposal.ts'
import type { HedgeContext } from './hedge-context.ts'
import { valueLines } from './hedge-search.ts'
import { findHoldingBarrier } from './holding-hedges.ts'
import type { HedgeCandidates, IndexHedgeSearch } from './index-hedges.ts'
import { computeRequiredGains, createLossLimits } from './loss-limits.ts'
import { type HoldingCover, listCovers, toCoverLines } from './split-hedges.ts'

/** A ticket of more positions is one that nobody types. */
const MOST_POSITIONS = 6
/** Strikes over the spot of the puts that are tried. */
const STRIKES = [0.85, 0.9, 0.95] as const
/** Gains are compared with this share of their size as slack. */
const SLACK = 1e-9

/** Part of a ticket that may be taken or left. */
type Cover = Pick<HoldingCover, 'cost' | 'gains'>

/** Covers, at most one of each position, and what is paid for them in currency; what one brings pays for no other. */
export interface CoverChoice<Kind extends Cover = HoldingCover> {
  readonly covers: readonly Kind[]
  readonly paid: number
}

/**
 * The choice of at most one cover of each position that gains what every state demands for the least paid, and of those the
 * one with the fewest covers: a credit is no reason to cap more. Exact: what is left out cannot gain enough, or is no better.
 *
 * @param choices covers of each position
 * @param mostPaid in currency
 */
export function findCheapestCovers<Kind extends Cover>(
  requiredGains: Float64Array,
  choices: readonly (readonly Kind[])[],
  mostPaid: number,
): CoverChoice<Kind> | null {
  // The most that the positions from each one on can gain in each state.
  const ahead = [new Float64Array(requiredGains.length)]
  for (const covers of choices.toReversed()) {
    ahead.unshift(ahead[0]!.map((sum, k) => sum + Math.max(0, ...covers.map(({ gains }) => gains[k]!))))
  }
  let best: CoverChoice<Kind> | null = null
  const search = (place: number, { covers, paid }: CoverChoice<Kind>, missing: Float64Array): void => {
    if (paid > mostPaid || (best !== null && !isBetter({ covers, paid }, best))) return
    if (missing.some((gain, k) => gain > ahead[place]![k]! + SLACK * Math.abs(requiredGains[k]!))) return
    if (place === choices.length) {
      best = { covers, paid }
      return
    }
    search(place + 1, { covers, paid }, missing)
    for (const cover of choices[place]!) {
      const left = missing.map((gain, k) => gain - cover.gains[k]!)
      search(place + 1, { covers: [...covers, cover], paid: paid + Math.max(0, cover.cost) }, left)
    }
  }
  search(0, { covers: [], paid: 0 }, requiredGains)
  return best
}

/** Amounts closer than a hundredth of a cent are the same. */
const isBetter = (one: CoverChoice<Cover>, other: CoverChoice<Cover>): boolean =>
  (Math.round(1e4 * one.paid) - Math.round(1e4 * other.paid) || one.covers.length - other.covers.length) < 0

/**
 * Own options of several positions that keep the limit together, where options on the index may not be used, or do not
 * keep it: the cheapest choice of a put or a collar on each of the six largest positions.
 */
export function proposeCoveredHoldings(context: HedgeContext, { outcome }: IndexHedgeSearch): HedgeCandidates {
  const { request, book, crisis, lossDays, lookup } = context
  const nothing: HedgeCandidates = { drafts: [], considered: [] }
  if (!request.allowOptions || crisis !== null || request.objective !== 'loss-curve') return nothing
  if (outcome !== null && outcome.status !== 'not-reachable') return nothing
  const required = computeRequiredGains(book, createLossLimits(request), lossDays, lookup)
  const states = required.map(({ shock }) => shock)
  const choices = context.situation.holdings
    .filter((holding) => findHoldingBarrier(context, holding) === null)
    .sort((a, b) => b.value - a.value || (a.ticker < b.ticker ? -1 : 1))
    .slice(0, MOST_POSITIONS)
    .map((holding) => {
      const found = context.findMarket(holding.ticker)
      if (found === null) return []
      const valueSold = (lines: Parameters<typeof valueLines>[0]) => valueLines(lines, states, lookup)
      const covers = listCovers(context, holding, found.market, { states, valueSold }).flat()
      return keepTried(covers, found.market.spot)
    })
  const gains = Float64Array.from(required, ({ gain }) => gain)
  const found = findCheapestCovers(gains, choices, request.maximumPremium * book.value)
  // One position alone is proposed by itself, and none is needed where nothing is missing.
  return found === null || found.covers.length < 2 ? nothing : { drafts: [toDraft(found.covers)], considered: [] }
}

/** Covers of the first expiry whose strikes are nearest those that are tried. */
function keepTried(covers: readonly HoldingCover[], spot: number): HoldingCover[] {
  const first = covers.map(({ put }) => put.expiry).sort()[0]
  const ofFirst = covers.filter(({ put }) => put.expiry === first)
  const distance = ({ put }: HoldingCover, target: number) => Math.abs(put.strike / spot - target)
  const strikes = STRIKES.map((target) => ofFirst.toSorted((a, b) => distance(a, target) - distance(b, target))[0])
  return ofFirst.filter(({ put }) => strikes.some((nearest) => nearest?.put.strike === put.strike))
}

const toDraft = (covers: readonly HoldingCover[]): ProposalDraft => ({
  family: 'covered-holdings',
  options: covers.flatMap(toCoverLines),
  trades: [],
  caveats: [],
})
