// Tests: cheapest-package-solver.test.ts

import type { AccountRoom } from './account-room.ts'
import type { OptionLine } from './hedge-market.ts'

/** Which packages are allowed, and what they must gain. */
export interface PackageSearch {
  /** Options of one type on one underlying, in order of expiry, then strike. */
  readonly lines: readonly OptionLine[]
  /** Value per share of each line in each state of the world: `values[line][state]`. */
  readonly values: readonly Float64Array[]
  /** The same of a line that is sold, where that differs: bought again in between, it costs the spread. */
  readonly soldValues?: readonly Float64Array[]
  /** Net gain that each state demands, in currency; the package's own cost counts against it. */
  readonly requiredGains: Float64Array
  /** Commission per contract, in currency. */
  readonly fee: number
  /** The most contracts of one line: what keeps a hedge from being larger than what it hedges. */
  readonly mostContracts: number
  /** The most that a package may cost, in currency; Infinity for any. */
  readonly maximumCost: number
  /** 1: bought lines only. 2: puts sold at lower strikes of the same expiry too, no more than bought. */
  readonly maximumLines: 1 | 2
  /** Cash that pays for the package and for the shares that its sold puts may deliver; Infinity where none is asked. */
  readonly securedCash: number
  /** Accounts that a package has to fit into; none if left out. */
  readonly room?: AccountRoom | null
  /** Least distance of the two strikes, in currency per share. */
  readonly leastWidth: number
}

/** Contracts of one line that are bought, and of another that are sold. */
export interface OptionPackage {
  readonly bought: { readonly line: OptionLine; readonly contracts: number }
  readonly sold: { readonly line: OptionLine; readonly contracts: number } | null
  /** Premiums paid less received, with fees, in currency. */
  readonly cost: number
}

/** Gains are compared with this share of their size as slack, so that rounding does not buy a contract. */
const SLACK = 1e-12

interface Candidate {
  readonly cost: number
  readonly contracts: number
  readonly bought: number
  readonly boughtCount: number
  readonly sold: number
  readonly soldCount: number
}

/**
 * The cheapest package that gains what every state demands: n contracts of one line bought, or n bought and m ≤ n of a
 * lower strike of the same expiry sold, in whole contracts and any ratio. Exact: the same answer as trying all of them.
 *
 * For given lines and n, each state is a linear condition on m, so the feasible m are an interval and the cheapest is its
 * upper end. A pair is left as soon as its lower bound n·(cost of a bought less proceeds of a sold contract) is no
 * better than what was found. Of packages of equal cost the one with fewer contracts is taken, then the earlier line.
 *
 * Nothing is naked: every sold put is covered by a bought one of a higher strike, and by cash where that is asked. Where
 * there are accounts, every contract fits into one of them.
 *
 * @returns null when no allowed package gains enough
 */
export function findCheapestPackage(search: PackageSearch): OptionPackage | null {
  let best: Candidate | null = null
  for (let i = 0; i < search.lines.length; i++) {
    const single = findSingle(search, i)
    // More of it would not fit either.
    if (single !== null && isBetter(single, best) && fits(search, single)) best = single
  }
  if (search.maximumLines === 2) {
    // Neighbours mostly fail in the same state, which is looked at first.
    const firstState = { k: 0 }
    for (let i = 0; i < search.lines.length; i++) {
      for (let j = i - 1; j >= 0 && search.lines[j]!.expiry === search.lines[i]!.expiry; j--) {
        if (search.lines[i]!.strike - search.lines[j]!.strike < search.leastWidth - 1e-9) continue
        best = searchPair(search, i, j, { incumbent: best, firstState })
      }
    }
  }
  return best === null ? null : toPackage(search, best)
}

/** True if a package gains what every state demands and keeps to all rules of the search. */
export function isPackageFeasible(search: PackageSearch, choice: OptionPackage): boolean {
  const i = search.lines.indexOf(choice.bought.line)
  const j = choice.sold === null ? -1 : search.lines.indexOf(choice.sold.line)
  const cost = computeCost(search, i, choice.bought.contracts, j, choice.sold?.contracts ?? 0)
  return (
    cost <= search.maximumCost &&
    isSecured(search, j, choice.sold?.contracts ?? 0, cost) &&
    choice.bought.contracts <= largestCount(search, i) &&
    fits(search, {
      bought: i,
      boughtCount: choice.bought.contracts,
      sold: j,
      soldCount: choice.sold?.contracts ?? 0,
    }) &&
    gainsEnough(search, i, choice.bought.contracts, j, choice.sold?.contracts ?? 0, cost)
  )
}

function findSingle(search: PackageSearch, i: number): Candidate | null {
  const [unit, most] = [unitCost(search, i), largestCount(search, i)]
  const least = leastCount(search, i, -1)
  // The bound is exact for one line up to rounding: where it does not do, more contracts only cost more.
  for (let n = least; n <= Math.min(most, least + 1); n++) {
    const cost = n * unit
    if (cost <= search.maximumCost && gainsEnough(search, i, n, -1, 0, cost)) {
      return { cost, contracts: n, bought: i, boughtCount: n, sold: -1, soldCount: 0 }
    }
  }
  return null
}

function searchPair(
  search: PackageSearch,
  i: number,
  j: number,
  { incumbent, firstState }: { incumbent: Candidate | null; firstState: { k: number } },
): Candidate | null {
  const paid = unitCost(search, i)
  const received = unitProceeds(search, j)
  if (received <= 0 || search.lines[j]!.mostSold === 0) return incumbent
  // Where one beside one does not fit, no number does: a sold put lies beside a bought one of its own.
  if (!fits(search, { bought: i, boughtCount: 1, sold: j, soldCount: 1 })) return incumbent
  let best = incumbent
  const most = largestCount(search, i)
  const cheapest = paid - received
  for (let n = leastCount(search, i, j); n <= most; n++) {
    const bound = best === null ? search.maximumCost : Math.min(search.maximumCost, best.cost)
    if (cheapest > 0 && n * cheapest > bound + toleranceOf(bound)) break
    // Selling fewer costs more than what was found. A tenth of a cent is left for rounding.
    const leastSold = bound < Infinity ? Math.max(1, Math.ceil((n * paid - bound - 1e-3) / received)) : 1
    // Fewer sold cost more, so that the first that fits is the cheapest.
    for (let m = largestSold(search, { i, j, n, leastSold }, firstState); m >= 1; m--) {
      const cost = computeCost(search, i, n, j, m)
      const candidate = { cost, contracts: n + m, bought: i, boughtCount: n, sold: j, soldCount: m }
      if (cost > search.maximumCost || !isBetter(candidate, best)) break
      if (!gainsEnough(search, i, n, j, m, cost)) break
      if (!fits(search, candidate)) continue
      best = candidate
      break
    }
  }
  return best
}

/** The least n that no state rules out whatever is sold beside it. */
function leastCount(search: PackageSearch, i: number, j: number): number {
  const { requiredGains } = search
  const [paid, perContract, values] = [unitCost(search, i), search.lines[i]!.multiplier, search.values[i]!]
  const received = j < 0 ? 0 : unitProceeds(search, j)
  const [perSold, sold] = j < 0 ? [0, values] : [search.lines[j]!.multiplier, soldValues(search, j)]
  let least = 1
  for (let k = 0; k < requiredGains.length; k++) {
    const own = perContract * values[k]! - paid
    const other = j < 0 ? 0 : Math.max(0, received - perSold * sold[k]!)
    const needed = requiredGains[k]!
    if (own + other > 0) least = Math.max(least, needed / (own + other))
    else if (needed > toleranceOf(needed)) return Infinity
  }
  // One less than the bound, for a quotient that rounding lifted above a whole number.
  return Math.max(1, Math.ceil(least * (1 - SLACK) - 1e-9))
}

/**
 * The largest m from `leastSold` to n that every state allows with n bought; 0 when none does.
 *
 * @param firstState state that is looked at first; set to the one that rules all m out
 */
function largestSold(
  search: PackageSearch,
  { i, j, n, leastSold }: { i: number; j: number; n: number; leastSold: number },
  firstState: { k: number },
): number {
  const { requiredGains, lines } = search
  const [values, sold] = [search.values[i]!, soldValues(search, j)]
  const paid = unitCost(search, i)
  const received = unitProceeds(search, j)
  const slackOfCost = toleranceOf(n * paid)
  const [perBought, perSold] = [lines[i]!.multiplier, lines[j]!.multiplier]
  let [least, most] = [leastSold, Math.min(n, lines[j]!.mostSold, search.mostContracts)]
  if (search.securedCash < Infinity) {
    // Each one sold binds its strike and brings its premium.
    const bound = perSold * lines[j]!.strike - received
    if (bound > 0) most = Math.min(most, Math.floor((search.securedCash - n * paid) / bound + 1e-9))
  }
  const states = requiredGains.length
  for (let step = 0, k = firstState.k; step < states && least <= most; step++, k = k + 1 < states ? k + 1 : 0) {
    const missing = requiredGains[k]! - n * (perBought * values[k]! - paid)
    const gain = received - perSold * sold[k]!
    const slack = toleranceOf(requiredGains[k]!) + slackOfCost
    if (gain > 0) least = Math.max(least, Math.ceil((missing - slack) / gain - 1e-9))
    else if (gain < 0) most = Math.min(most, Math.floor((missing - slack) / gain + 1e-9))
    else if (missing > slack) most = 0
    if (least > most) firstState.k = k
  }
  for (let m = most; m >= least; m--) {
    if (gainsEnough(search, i, n, j, m, computeCost(search, i, n, j, m))) return m
  }
  return 0
}

function gainsEnough(search: PackageSearch, i: number, n: number, j: number, m: number, cost: number): boolean {
  const { requiredGains, lines } = search
  const values = search.values[i]!
  const bought = n * lines[i]!.multiplier
  const [sold, valuesSold] = j < 0 ? [0, values] : [m * lines[j]!.multiplier, soldValues(search, j)]
  const slack = toleranceOf(cost)
  for (let k = 0; k < requiredGains.length; k++) {
    const gain = bought * values[k]! - (j < 0 ? 0 : sold * valuesSold[k]!) - cost
    if (gain < requiredGains[k]! - slack - toleranceOf(requiredGains[k]!)) return false
  }
  return true
}

function isSecured({ securedCash, lines }: PackageSearch, j: number, m: number, cost: number): boolean {
  return j < 0 || m * lines[j]!.multiplier * lines[j]!.strike + cost <= securedCash + 1e-6
}

function toleranceOf(amount: number): number {
  return SLACK * Math.abs(amount)
}

function soldValues({ values, soldValues = values }: PackageSearch, j: number): Float64Array {
  return soldValues[j]!
}

function largestCount(search: PackageSearch, i: number): number {
  return Math.min(search.mostContracts, search.lines[i]!.mostBought)
}

function unitCost({ lines, fee }: PackageSearch, i: number): number {
  return lines[i]!.multiplier * lines[i]!.ask + fee
}

function unitProceeds({ lines, fee }: PackageSearch, j: number): number {
  return lines[j]!.multiplier * lines[j]!.bid - fee
}

function computeCost(search: PackageSearch, i: number, n: number, j: number, m: number): number {
  return n * unitCost(search, i) - (j < 0 ? 0 : m * unitProceeds(search, j))
}

/** Premiums are cents, so amounts closer than a hundredth of a cent are the same. */
function isBetter(other: Candidate, best: Candidate | null): boolean {
  if (best === null) return true
  const difference = Math.round(1e4 * other.cost) - Math.round(1e4 * best.cost)
  const order = difference || other.contracts - best.contracts || other.bought - best.bought || other.sold - best.sold
  return order < 0
}

function fits(
  { room, lines }: PackageSearch,
  { bought, boughtCount, sold, soldCount }: Pick<Candidate, 'bought' | 'boughtCount' | 'sold' | 'soldCount'>,
): boolean {
  if (!room) return true
  const long = { line: lines[bought]!, contracts: boughtCount }
  return room.fits(sold < 0 ? [long] : [long, { line: lines[sold]!, contracts: -soldCount }])
}

function toPackage({ lines }: PackageSearch, { cost, bought, boughtCount, sold, soldCount }: Candidate): OptionPackage {
  return {
    bought: { line: lines[bought]!, contracts: boughtCount },
    sold: sold < 0 ? null : { line: lines[sold]!, contracts: soldCount },
    cost,
  }
}
