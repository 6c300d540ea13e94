import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { createAccountRoom } from './account-room.ts'
import type { SplitAccount } from './account-rules.ts'
import { findCheapestPackage, isPackageFeasible, type OptionPackage } from './cheapest-package.ts'
import { DEFAULT_HEDGE_REQUEST } from './hedge-request.ts'
import { computeHedgeFrontier, type HedgeProblem, searchWithinBudget } from './hedge-search.ts'
import { drawSearch, tryAllPackages } from './test-searches.ts'

function describePackage(choice: OptionPackage | null): string {
  if (choice === null) return 'none'
  const { bought, sold } = choice
  const short = sold === null ? '' : ` -${sold.contracts}x${sold.line.strike}`
  return `${bought.contracts}x${bought.line.strike}${short} ${bought.line.expiry}`
}

/** A margin account with little cash, an IRA that must pay for what it may be sold, and one that buys only. */
const listAccounts = (spot: number): SplitAccount[] => [
  { level: 'spreads', kind: 'margin', cash: 4 * spot, freeShares: new Map() },
  { level: 'spreads', kind: 'ira', cash: 200 * spot, freeShares: new Map() },
  { level: 'long', kind: 'cash', cash: 6 * spot, freeShares: new Map() },
]

const RUNS = propertyRuns(80).numRuns
const CONSTRAINED_RUNS = propertyRuns(20).numRuns
const EXPIRY_RUNS = propertyRuns(40).numRuns

test(`the search finds what trying all packages finds, on ${RUNS} random chains`, () => {
  let [found, unreachable] = [0, 0]
  for (let seed = 1; seed <= RUNS; seed++) {
    const { prepared, random } = drawSearch(seed)
    const limit = prepared.unhedgedLoss * (0.3 + 0.65 * random())
    const budget = random() < 0.5 ? Infinity : prepared.problem.book.value * 0.04 * random()
    const search = prepared.toSearch(limit, budget)
    const [fast, slow] = [findCheapestPackage(search), tryAllPackages(search)]
    expect(fast === null, `seed ${seed}: ${describePackage(fast)} against ${describePackage(slow)}`).toBe(slow === null)
    if (fast === null || slow === null) unreachable++
    else {
      found++
      expect(
        Math.abs(fast.cost - slow.cost),
        `seed ${seed}: ${describePackage(fast)}, ${describePackage(slow)}`,
      ).toBeLessThan(1e-4)
    }
  }
  // The draw would prove nothing if all were alike.
  expect(found).toBeGreaterThan(RUNS / 4)
  expect(unreachable).toBeGreaterThan(RUNS / 20)
})

test(`a put that is sold to end earlier than the one that covers it makes none cheaper, on ${EXPIRY_RUNS} random chains`, () => {
  let found = 0
  for (let seed = 1; seed <= EXPIRY_RUNS; seed++) {
    const { prepared, random } = drawSearch(seed, () => ({ maximumLines: 2 }), [
      [40, 60],
      [70, 100],
      [150, 190],
    ])
    const search = prepared.toSearch(prepared.unhedgedLoss * (0.3 + 0.65 * random()), Infinity)
    const [fast, slow] = [findCheapestPackage(search), tryAllPackages(search, (bought, sold) => sold <= bought)]
    expect(Math.abs((fast?.cost ?? 0) - (slow?.cost ?? 0)), `seed ${seed}`).toBeLessThan(1e-4)
    if (fast !== null) found++
  }
  expect(found).toBeGreaterThan(EXPIRY_RUNS / 2)
})

describe('with what an owner allows the search still finds what trying all packages finds', () => {
  const overrides: readonly (readonly [string, (spot: number) => Partial<HedgeProblem>])[] = [
    ['long options only, or no spreads', () => ({ maximumLines: 1 })],
    ['an account whose sold puts need cash', (spot) => ({ maximumLines: 2, securedCash: 230 * spot })],
    ['one without cash', () => ({ maximumLines: 2, securedCash: 0 })],
    ['options against a few hundred shares only', () => ({ mostBuyable: 3 })],
    [
      'accounts that may hold different things',
      (spot) => ({ maximumLines: 2, room: createAccountRoom(listAccounts(spot), DEFAULT_HEDGE_REQUEST) }),
    ],
    ['all of them', (spot) => ({ maximumLines: 2, mostBuyable: 4, securedCash: 120 * spot })],
  ]
  test.each(overrides)('%s', (_, constraints) => {
    let [found, spreads] = [0, 0]
    for (let seed = 1; seed <= CONSTRAINED_RUNS; seed++) {
      const { prepared, random } = drawSearch(seed, constraints)
      const search = prepared.toSearch(prepared.unhedgedLoss * (0.4 + 0.55 * random()), Infinity)
      const [fast, slow] = [findCheapestPackage(search), tryAllPackages(search)]
      expect(fast === null, `seed ${seed}`).toBe(slow === null)
      if (fast === null || slow === null) continue
      found++
      if (fast.sold !== null) spreads++
      expect(isPackageFeasible(search, fast)).toBe(true)
      expect(Math.abs(fast.cost - slow.cost), `seed ${seed}`).toBeLessThan(1e-4)
    }
    expect(found).toBeGreaterThan(CONSTRAINED_RUNS / 8)
    const problem = constraints(1)
    const isWithout = problem.maximumLines === 1 || problem.securedCash === 0
    expect(spreads > 0).toBe(!isWithout)
  })
})

describe('a package found', () => {
  const cases = Array.from({ length: 40 }, (_, k) => {
    const { prepared } = drawSearch(10_000 + k)
    const limit = prepared.unhedgedLoss * 0.7
    const search = prepared.toSearch(limit, Infinity)
    return {
      seed: 10_000 + k,
      search,
      single: findCheapestPackage({ ...search, maximumLines: 1 }),
      pair: findCheapestPackage(search),
    }
  })

  test('gains what every state demands', () => {
    for (const { search, single, pair } of cases) {
      for (const choice of [single, pair]) if (choice !== null) expect(isPackageFeasible(search, choice)).toBe(true)
    }
  })

  test('of a single put needs every one of its contracts: with one fewer a state is short', () => {
    let tried = 0
    for (const { search, single } of cases) {
      if (single === null || single.bought.contracts < 2) continue
      tried++
      const { line, contracts } = single.bought
      const fewer = {
        bought: { line, contracts: contracts - 1 },
        sold: null,
        cost: (single.cost * (contracts - 1)) / contracts,
      }
      expect(isPackageFeasible(search, fewer)).toBe(false)
    }
    expect(tried).toBeGreaterThan(10)
  })

  test('is covered: never more sold than bought, and only below what is bought', () => {
    for (const { pair } of cases) {
      if (pair === null || pair.sold === null) continue
      expect(pair.sold.contracts).toBeLessThanOrEqual(pair.bought.contracts)
      expect(pair.sold.line.strike).toBeLessThan(pair.bought.line.strike)
      expect(pair.sold.line.expiry).toBe(pair.bought.line.expiry)
    }
  })

  test('of two lines never costs more than the best of one', () => {
    for (const { single, pair } of cases)
      if (single !== null) expect(pair!.cost).toBeLessThanOrEqual(single.cost + 1e-9)
  })
})

describe('cost against protection', () => {
  test('never rises as the limit loosens, and a point on the frontier is what the search finds there', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { prepared } = drawSearch(20_000 + seed)
      const asked = prepared.unhedgedLoss * (0.503 + seed / 100)
      const points = computeHedgeFrontier(prepared, asked, Infinity)
      const atAsked = points.filter(({ limit }) => limit === asked)
      expect(points).toHaveLength(8 + atAsked.length)
      // A book that keeps the limit needs no ticket for it.
      expect(atAsked.map(({ cost }) => cost)).toEqual(
        asked < prepared.unhedgedLoss ? [findCheapestPackage(prepared.toSearch(asked, Infinity))?.cost ?? null] : [],
      )
      for (const [k, point] of points.entries()) {
        const wider = points[k - 1]
        if (wider === undefined) continue
        expect(point.limit).toBeLessThan(wider.limit)
        // What holds a limit holds every wider one, so a reachable point makes all wider ones reachable.
        if (point.cost !== null) expect(wider.cost!).toBeLessThanOrEqual(point.cost)
      }
    }
  })

  test('a limit beyond the budget is answered with the tightest one within it', () => {
    let tried = 0
    for (let seed = 1; seed <= 60; seed++) {
      const { prepared } = drawSearch(30_000 + seed)
      const limit = prepared.unhedgedLoss * 0.5
      const cheapest = findCheapestPackage(prepared.toSearch(limit, Infinity))
      if (cheapest === null) continue
      const budget = cheapest.cost / 2
      const outcome = searchWithinBudget(prepared, limit, budget)
      expect(outcome.status).toBe('not-reachable')
      if (outcome.status !== 'not-reachable') continue
      expect(outcome.reason).toBe('budget')
      expect(outcome.costWithoutBudget).toBe(cheapest.cost)
      if (outcome.best === null) continue
      tried++
      expect(outcome.best.choice.cost).toBeLessThanOrEqual(budget)
      expect(outcome.best.limit).toBeGreaterThan(limit)
      const tighter = outcome.best.limit - (prepared.unhedgedLoss - limit) / 1000
      expect(findCheapestPackage(prepared.toRelaxedSearch(tighter, budget))).toBeNull()
    }
    expect(tried).toBeGreaterThan(20)
  })

  test('no puts within the budget lose less down to the shock than the best that is answered', () => {
    let tried = 0
    for (let seed = 1; seed <= 40; seed++) {
      const { prepared } = drawSearch(50_000 + seed)
      const { problem, worstLoss, shock, states } = prepared
      const { lines, values, requiredGains, mostContracts } = prepared.toSearch(0, Infinity)
      const budget = 0.004 * problem.book.value
      const outcome = searchWithinBudget(prepared, 0.3 * worstLoss, budget)
      if (outcome.status !== 'not-reachable') continue
      const reached = outcome.best?.limit ?? worstLoss
      for (const [place, line] of lines.entries()) {
        const each = line.multiplier * line.ask + problem.fee
        const count = Math.min(line.mostBought, mostContracts, Math.floor(budget / each))
        for (let contracts = 1; contracts <= count; contracts++) {
          // requiredGains at a limit of 0 are what is lost without a hedge.
          const losses = states.map(({ marketReturn }, t) => {
            const gain = contracts * (line.multiplier * values[place]![t]! - each)
            return marketReturn < shock ? 0 : (requiredGains[t]! - gain) / problem.book.value
          })
          expect(Math.max(...losses)).toBeGreaterThan(reached - worstLoss / 1000)
          tried++
        }
      }
    }
    expect(tried).toBeGreaterThan(100)
  })

  test('a book that keeps within the limit by itself needs nothing', () => {
    const { prepared } = drawSearch(1)
    expect(searchWithinBudget(prepared, 0.9, Infinity).status).toBe('not-needed')
  })
})
