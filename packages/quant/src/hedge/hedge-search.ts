// Tests: analyze-hedges.test.ts, considered-hedges.test.ts, idle-options.test.ts

import { requireBeta, requireFiniteNumber, requirePositiveNumber } from '../options/option-contract.ts'
import type { AccountRoom } from './account-room.ts'
import { findCheapestPackage, type OptionPackage, type PackageSearch } from './cheapest-package.ts'
import type { OptionLine } from './hedge-market.ts'
import { computeRequiredGains, createLossLimits, keepsLimit } from './loss-limits.ts'
import { toHedgeLeg } from './option-lines.ts'
import type { HedgeBook, HedgeLeg, HedgeUnderlying } from './priced-hedge.ts'
import { type HedgeShock, type LegLookup, repriceLeg } from './reprice-hedge.ts'
import { computeForgoneReturn } from './sale-cost.ts'

/** A book, the options that may hedge it, and the rules of the search; the limit is still open. */
export interface HedgeProblem {
  readonly book: HedgeBook
  /** Beta exposure of the book in currency: Σ V·β, with the deltas of its options. */
  readonly dollarBeta: number
  readonly underlying: HedgeUnderlying
  readonly lines: readonly OptionLine[]
  readonly lookup: LegLookup
  /** Trading days on which the market may fall; the last one is the last of the term. */
  readonly lossDays: readonly number[]
  readonly fee: number
  readonly maximumLines: 1 | 2
  /** See `PackageSearch`; Infinity in a margin account. */
  readonly securedCash: number
  /** The most contracts that may be bought, whatever there is to cover. */
  readonly mostBuyable: number
  /** Accounts that a package has to fit into; none if left out. */
  readonly room?: AccountRoom | null
}

/** Least distance of the strikes of a spread, over the spot: closer ones pay too little for two commissions. */
export const LEAST_SPREAD_WIDTH = 0.03
/** A hedge may cover at most this many times the exposure it is for. */
const MOST_COVER = 2

/**
 * The most contracts of one line that a hedge may hold: twice the book's exposure to the market over that of one
 * contract, rounded up.
 *
 * @returns 0 when the book does not gain from a rising market, so that there is nothing for puts to hedge
 * @throws QuantInputError naming what is not a possible number
 */
export function computeMostContracts(
  dollarBeta: number,
  underlying: Pick<HedgeUnderlying, 'spot' | 'beta'>,
  multiplier: number,
): number {
  requireFiniteNumber('dollarBeta', dollarBeta)
  requirePositiveNumber('spot', underlying.spot)
  requireBeta('beta', underlying.beta)
  requirePositiveNumber('multiplier', multiplier)
  const perContract = multiplier * underlying.spot * underlying.beta
  return dollarBeta > 0 && perContract > 0
    ? Math.min(Number.MAX_SAFE_INTEGER, Math.ceil((MOST_COVER * dollarBeta) / perContract))
    : 0
}

/** The most contracts of one line, by what there is to cover and by what may be bought. */
export function countMostContracts({ dollarBeta, underlying, lines, mostBuyable }: HedgeProblem): number {
  return Math.min(mostBuyable, computeMostContracts(dollarBeta, underlying, lines[0]?.multiplier ?? 100))
}

/** Parts of a search that do not depend on limit and budget, computed once for a whole frontier. */
export interface PreparedSearch {
  readonly problem: HedgeProblem
  readonly shock: number
  /** Shocks behind the entries of the required gains; empty where they are the days of a crisis. */
  readonly states: readonly HedgeShock[]
  /** Loss of the book at the shock on the worst day and by the worst valuation, a positive fraction (negative for a gain). */
  readonly unhedgedLoss: number
  /** The same over all falls down to the shock: whoever allows for so much needs no hedge. */
  readonly worstLoss: number
  /** The package search for a limit and a budget in currency. */
  readonly toSearch: (limit: number, maximumCost: number) => PackageSearch
  /**
   * The same for whoever cannot afford the limit: beyond the shock a package must save as much as at the shock, where that
   * asks for less than the loss curve does. Otherwise small budgets would all be spent on falls that nobody asked about.
   */
  readonly toRelaxedSearch: (limit: number, maximumCost: number) => PackageSearch
  /** Value per share of any lines in each state, sold. */
  readonly valueSold: (lines: readonly OptionLine[]) => Float64Array[]
}

/**
 * Values every line in every state of the world that a loss curve asks about.
 *
 * @param shock the fall for which the limit is meant, negative
 * @throws QuantInputError naming what is not a possible number
 */
export function prepareSearch(problem: HedgeProblem, shock: number): PreparedSearch {
  const { book, lines, lookup, lossDays, fee, maximumLines, securedCash, room = null } = problem
  const required = computeRequiredGains(book, createLossLimits({ limit: 0, shock }), lossDays, lookup)
  const states = required.map((state) => state.shock)
  const values = valueLines(lines, states, lookup)
  const mostContracts = countMostContracts(problem)
  const isBeyond = required.map((state) => state.shock.marketReturn < shock)
  const atShock = Math.min(
    ...required.filter((state) => state.shock.marketReturn === shock).map(({ unhedged }) => unhedged),
  )
  const loseMost = (states: typeof required) => Math.max(...states.map(({ unhedged }) => -unhedged)) / book.value
  const toSearch = (limit: number, maximumCost: number): PackageSearch => ({
    lines,
    values,
    // The limit moves the whole curve.
    requiredGains: Float64Array.from(required, ({ gain }) => gain - limit * book.value),
    fee,
    mostContracts,
    maximumCost,
    maximumLines,
    securedCash,
    room,
    leastWidth: LEAST_SPREAD_WIDTH * problem.underlying.spot,
  })
  return {
    problem,
    shock,
    states,
    valueSold: (sold) => valueLines(sold, states, lookup),
    unhedgedLoss: loseMost(required.filter((state) => state.shock.marketReturn === shock)),
    worstLoss: loseMost(required.filter((state) => state.shock.marketReturn >= shock)),
    toSearch,
    toRelaxedSearch: (limit, maximumCost) => {
      const search = toSearch(limit, maximumCost)
      const saved = -limit * book.value - atShock
      const requiredGains = search.requiredGains.map((gain, t) => (isBeyond[t] ? Math.min(gain, saved) : gain))
      return { ...search, requiredGains }
    },
  }
}

/** Value per share of each line in each state. */
export function valueLines(
  lines: readonly OptionLine[],
  shocks: readonly HedgeShock[],
  lookup: LegLookup,
): Float64Array[] {
  return lines.map((line) => {
    const leg = toHedgeLeg(line, 1)
    return Float64Array.from(shocks, (shock) => repriceLeg(leg, shock, lookup))
  })
}

/**
 * Why the limit cannot be met as asked: it costs more than allowed, or no tradable package reaches it at any price, where
 * there are accounts none that fits into them.
 */
export type ShortfallReason = 'budget' | 'liquidity-or-strikes' | 'accounts'

/** The reason where no package reaches a limit at any price. */
export function findUnreachable({ room }: Pick<HedgeProblem, 'room'>): ShortfallReason {
  return room ? 'accounts' : 'liquidity-or-strikes'
}

/** The cheapest package for a limit, or how close one can come. */
export type SearchOutcome =
  | { readonly status: 'not-needed'; readonly unhedgedLoss: number }
  | { readonly status: 'found'; readonly unhedgedLoss: number; readonly choice: OptionPackage }
  | {
      readonly status: 'not-reachable'
      readonly unhedgedLoss: number
      readonly reason: ShortfallReason
      /** Cost of the limit without a budget, in currency; null when it cannot be met at all. */
      readonly costWithoutBudget: number | null
      /** The tightest limit that the budget buys, to a twentieth of a point, with its package; null if none helps. */
      readonly best: { readonly limit: number; readonly choice: OptionPackage } | null
    }

/** Steps of halving with which the best reachable limit is found: the whole range over 2^12. */
const HALVINGS = 12

/**
 * The cheapest package that holds the loss curve within a budget. When none does, the tightest limit that one does hold
 * down to the shock while it saves as much beyond, found by bisection, since whatever holds a limit also holds every wider
 * one.
 *
 * @param limit largest loss, a fraction; see `createLossLimits`
 * @param maximumCost in currency
 */
export function searchWithinBudget(prepared: PreparedSearch, limit: number, maximumCost: number): SearchOutcome {
  const { unhedgedLoss, toSearch, toRelaxedSearch } = prepared
  if (holdsUnhedged(prepared, limit)) return { status: 'not-needed', unhedgedLoss }
  const choice = findCheapestPackage(toSearch(limit, maximumCost))
  if (choice !== null) return { status: 'found', unhedgedLoss, choice }
  const unlimited = findCheapestPackage(toSearch(limit, Infinity))
  return {
    status: 'not-reachable',
    unhedgedLoss,
    reason: unlimited === null ? findUnreachable(prepared.problem) : 'budget',
    costWithoutBudget: unlimited?.cost ?? null,
    best: findTightest(limit, prepared.worstLoss, (wider) => findCheapestPackage(toRelaxedSearch(wider, maximumCost))),
  }
}

/**
 * The tightest limit between two for which a search finds a package, by bisection.
 *
 * @param tight a limit without a package
 * @param wide a limit that needs none
 */
export function findTightest(
  tight: number,
  wide: number,
  search: (limit: number) => OptionPackage | null,
): { readonly limit: number; readonly choice: OptionPackage } | null {
  let [low, high] = [tight, wide]
  let best: { readonly limit: number; readonly choice: OptionPackage } | null = null
  for (let step = 0; step < HALVINGS; step++) {
    const limit = 0.5 * (low + high)
    const choice = search(limit)
    if (choice === null) low = limit
    else {
      best = { limit, choice }
      high = limit
    }
  }
  return best
}

/**
 * True if the book keeps within the limit without any hedge, at every fall down to the one that the limit is meant for.
 * What may be lost beyond that is asked of a hedge, so that it does not end there; it is no reason to buy one.
 */
function holdsUnhedged({ worstLoss }: PreparedSearch, limit: number): boolean {
  return keepsLimit(worstLoss, limit)
}

/** One point of the curve of cost against protection. */
export interface FrontierPoint {
  readonly limit: number
  /** Cost in currency and as a fraction of the book; null where no package reaches the limit. */
  readonly cost: number | null
  readonly costFraction: number | null
  readonly legs: readonly HedgeLeg[]
  /** True if it is within the budget given. */
  readonly withinBudget: boolean
  /** The comparator: what selling as much as the limit asks would be expected to forgo over the horizon. */
  readonly sellingCost: number
}

const FRONTIER_POINTS = 8
const TIGHTEST_SHARE = 0.4

/**
 * Cost against protection: the cheapest package for the limit that was asked for, where the book breaks it, and for eight
 * from the unhedged loss down to 40 % of it, whatever the budget. The cost never falls as the limit tightens, because a package that holds a limit holds every wider one.
 *
 * @param asked the limit of the request, as a share of the book
 * @param budget in currency, for `withinBudget`
 * @returns the widest limit first; empty when the book loses nothing at the shock
 */
export function computeHedgeFrontier(prepared: PreparedSearch, asked: number, budget: number): FrontierPoint[] {
  const { unhedgedLoss, toSearch, problem } = prepared
  if (unhedgedLoss <= 0) return []
  const forgone = computeForgoneReturn(problem.book.exposures, problem.lossDays.at(-1) ?? 0)
  const steps = Array.from({ length: FRONTIER_POINTS }, (_, k) => ((1 - TIGHTEST_SHARE) * (k + 1)) / FRONTIER_POINTS)
  const limits = new Set(steps.map((step) => unhedgedLoss * (1 - step)))
  if (asked > 0 && asked < unhedgedLoss) limits.add(asked)
  const widestFirst = [...limits].sort((a, b) => b - a)
  return widestFirst.map((limit) => {
    const choice = findCheapestPackage(toSearch(limit, Infinity))
    return {
      limit,
      cost: choice?.cost ?? null,
      costFraction: choice === null ? null : choice.cost / problem.book.value,
      legs: choice === null ? [] : toPackageLegs(choice),
      withinBudget: choice !== null && choice.cost <= budget,
      sellingCost: (1 - limit / unhedgedLoss) * forgone,
    }
  })
}

/** A package as the legs of a ticket, the bought line first. */
export function toPackageLegs({ bought, sold }: OptionPackage): HedgeLeg[] {
  const long = toHedgeLeg(bought.line, bought.contracts)
  return sold === null ? [long] : [long, toHedgeLeg(sold.line, -sold.contracts)]
}
