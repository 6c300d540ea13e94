import { describe, expect, test } from 'vitest'
import { formatIsoDate, parseIsoDate } from '../civil-day.ts'
import { propertyRuns } from '../property-runs.ts'
import { createRandomSource } from '../random.ts'
import { prepareHedging } from './hedge-context.ts'
import { countHedgeDays, listHeldLossDays } from './hedge-dates.ts'
import { completeHedgeRequest } from './hedge-request.ts'
import { computeMostContracts } from './hedge-search.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { createLossLimits } from './loss-limits.ts'
import { collectCoveringLines, INDEX_PUT_RULES, toHedgeLeg, toHedgeUnderlying } from './option-lines.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import {
  countPackages,
  findFreshCost,
  findRepairs,
  listRenewals,
  type RepairQuestion,
  removeLegs,
} from './repair-hedge.ts'
import { createLegLookup, repriceBook, repriceLeg } from './reprice-hedge.ts'
import { INDEX_CHAIN, TODAY, toExpiry } from './test-chains.ts'
import { listStates, tryAllPackages } from './test-searches.ts'
import { createTestSituation } from './test-situation.ts'

const RULES = { ...INDEX_PUT_RULES, days: { least: 20, most: 200 } }
const GOALS = ['restore', 'renew', 'harvest', 'reduce'] as const

/**
 * A portfolio with a hedge that is too small, too large, or near its end, drawn at random.
 *
 * @param on the index, or the largest company that is held, where the index has no options
 */
function drawQuestion(seed: number, on: 'index' | 'company' = 'index'): RepairQuestion {
  const random = createRandomSource(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const spot = Math.round(between(100, 800))
  const situation = createTestSituation({
    positions: 4,
    ownChains: on === 'index' ? 0 : 1,
    days: 70,
    value: between(80_000, 400_000),
    seed,
    indexChain: {
      ...INDEX_CHAIN,
      spot,
      atmVolatility: between(0.12, 0.35),
      strikeStep: Math.max(1, Math.round(spot * between(0.02, 0.035))),
      halfSpread: between(0.003, 0.05),
      days: [35, 98],
    },
  })
  const markets = on === 'index' ? situation.markets : situation.markets.slice(-1)
  const market = markets[0]!
  const { lines } = collectCoveringLines(market, toExpiry(30), RULES)
  const near = lines.filter(({ expiry }) => expiry === toExpiry(35))
  const place = Math.floor(between(near.length / 3, near.length))
  const bought = near[place]!
  const sold = near[Math.floor(between(0, place))]!
  // On a company up to a tenth more than cover its shares.
  const most = on === 'index' ? 6 : (1.1 * situation.holdings[0]!.shares) / 100
  const contracts = 1 + Math.floor(between(0, most))
  const underlying = toHedgeUnderlying(market)!
  const lookup = createLegLookup([underlying])
  const hold = (line: typeof bought, count: number): HedgeLeg => {
    const leg = toHedgeLeg(line, count)
    return {
      ...leg,
      premium: repriceLeg(leg, { marketReturn: 0, horizonDays: 0, volatility: { kind: 'rule', scale: 0 } }, lookup),
    }
  }
  const isSpread = sold !== bought && random() < 0.5
  const legs = isSpread ? [hold(bought, contracts), hold(sold, -contracts)] : [hold(bought, contracts)]
  const goal = GOALS[seed % GOALS.length]!
  return {
    situation: { ...situation, markets, options: legs },
    legs,
    limit: between(0.05, goal === 'reduce' ? 0.4 : 0.2),
    shock: -between(0.1, 0.3),
    lastDay: goal === 'renew' ? toExpiry(90) : toExpiry(35),
    goal,
    permissions: {
      ...completeHedgeRequest({ maximumLines: random() < 0.2 ? 1 : 2, account: random() < 0.3 ? 'cash' : 'margin' }),
    },
    fee: between(0, 1.5),
  }
}

/** The cheapest of all ways, each tried: what is closed, then every package there is. Null where none does. */
function tryAllRepairs({
  situation,
  legs,
  limit,
  shock,
  lastDay,
  goal,
  permissions: { maximumLines, account },
  fee,
}: RepairQuestion): number | null {
  const markets = situation.markets.filter(({ ticker }) => ticker === 'SPY' || ticker === legs[0]!.underlying)
  const lookup = createLegLookup(markets.map((market) => toHedgeUnderlying(market)!))
  const lossDays = listHeldLossDays(countHedgeDays(TODAY, lastDay).tradingDays)
  const shares = situation.holdings.reduce((sum, holding) => sum + holding.value, situation.cash)
  const worth = (some: readonly HedgeLeg[]) => some.reduce((sum, leg) => sum + leg.contracts * 100 * leg.premium, 0)
  const value = shares + worth(situation.options)
  const packages = countPackages(legs)
  const parts =
    goal === 'reduce'
      ? Array.from({ length: packages }, (_, k) => (k + 1) / packages)
      : goal === 'harvest'
        ? [1]
        : [0, 1]
  let best: number | null = null
  for (const part of parts) {
    const closed = legs.map((leg) => ({ ...leg, contracts: part * leg.contracts }))
    const quote = (leg: HedgeLeg) =>
      markets
        .find(({ ticker }) => ticker === leg.underlying)!
        .chain.contracts.find((one) => one.type === leg.type && one.strike === leg.strike && one.expiry === leg.expiry)!
    if (part > 0 && closed.some((leg) => !['ok', 'wide'].includes(quote(leg).state))) continue
    const proceeds =
      part === 0
        ? 0
        : closed.reduce((sum, leg) => {
            const { bid, ask } = quote(leg)
            return sum + 100 * leg.contracts * (leg.contracts > 0 ? bid! : ask!) - fee * Math.abs(leg.contracts)
          }, 0)
    const rest = legs
      .map((leg) => ({ ...leg, contracts: (1 - part) * leg.contracts }))
      .filter(({ contracts }) => contracts !== 0)
    const book = {
      value,
      exposures: situation.holdings.map((one) => ({ value: one.value, beta: one.beta })),
      options: rest,
    }
    const states = createLossLimits({ limit, shock }).flatMap(({ marketReturn, largestLoss }) =>
      listStates(lossDays).map((state) => ({ largestLoss, shock: { ...state, marketReturn } })),
    )
    const lost = worth(closed) - proceeds
    const requiredGains = Float64Array.from(
      states,
      (state) => -state.largestLoss * value - repriceBook(book, state.shock, lookup) + lost,
    )
    const offer = (cost: number) => {
      if (best === null || cost < best) best = cost
    }
    if (requiredGains.every((gain) => gain <= 1e-9)) {
      if (part > 0 || goal === 'renew') offer(-proceeds)
      continue
    }
    if (goal === 'reduce') continue
    const rested = { ...situation, options: rest, cash: situation.cash + worth(closed) }
    const { largestBeta } = prepareHedging(rested, completeHedgeRequest({ limit, shock }))
    const bound = rest.reduce((sum, { contracts, strike }) => sum + Math.max(0, -contracts) * 100 * strike, 0)
    for (const market of markets) {
      const { lines, endsEarly } = collectCoveringLines(market, lastDay, INDEX_PUT_RULES)
      if (endsEarly) continue
      const choice = tryAllPackages({
        lines,
        values: lines.map((line) =>
          Float64Array.from(states, (state) => repriceLeg(toHedgeLeg(line, 1), state.shock, lookup)),
        ),
        requiredGains,
        fee,
        mostContracts: Math.min(
          market.ticker === 'SPY' ? Infinity : countUncovered(situation, market.ticker, rest),
          computeMostContracts(largestBeta, toHedgeUnderlying(market)!, 100),
        ),
        maximumCost: Infinity,
        maximumLines,
        securedCash: account === 'margin' ? Infinity : Math.max(0, rested.cash - bound),
        leastWidth: 0.03 * market.spot,
      })
      if (choice !== null) offer(choice.cost - proceeds)
    }
  }
  return best
}

const countPuts = (options: readonly HedgeLeg[], ticker: string) =>
  options
    .filter(({ underlying, contracts }) => underlying === ticker && contracts > 0)
    .reduce((sum, { contracts }) => sum + contracts, 0)

/** Lots of a company that no put covers yet; those who hold more puts than lots may have as many again. */
function countUncovered({ holdings, options }: HedgeSituation, company: string, rest: readonly HedgeLeg[]): number {
  const lots = Math.floor(holdings.find(({ ticker }) => ticker === company)!.shares / 100)
  return Math.max(lots, countPuts(options, company)) - countPuts(rest, company)
}

describe('what is opened is what the accounts may hold', () => {
  const seeds = Array.from({ length: propertyRuns(20).numRuns }, (_, k) => 500 + k)
  const opensOf = (permissions: Partial<RepairQuestion['permissions']>, on?: 'company') =>
    seeds.flatMap((seed) => {
      const question = drawQuestion(seed, on)
      const whole = { ...question, permissions: completeHedgeRequest({ maximumLines: 2, ...permissions }) }
      return findRepairs(whole).flatMap(({ opens }) => opens)
    })

  test('with everything allowed, options are bought and sold', () => {
    const opens = opensOf({})
    expect(opens.some(({ contracts }) => contracts > 0)).toBe(true)
    expect(opens.some(({ contracts }) => contracts < 0)).toBe(true)
  })

  test.each([{ longOnly: true }, { approval: 'long' }] as const)('bought options only: %o', (permissions) => {
    const opens = opensOf(permissions)
    expect(opens.length).toBeGreaterThan(0)
    expect(opens.filter(({ contracts }) => contracts < 0)).toEqual([])
  })

  // The index is not held: nothing may be bought against its shares.
  const nothing = [{ allowOptions: false }, { approval: 'covered' }, { underlyings: 'single-names' }] as const
  test.each(nothing)('none: %o', (permissions) => expect(opensOf(permissions)).toEqual([]))
  test('indexes only', () => expect(opensOf({ underlyings: 'index' }, 'company')).toEqual([]))
})

function compareWithBruteForce(first: number, count: number, on?: 'company') {
  const kinds = new Map<string, number>()
  for (let seed = first; seed < first + count; seed++) {
    const question = drawQuestion(seed, on)
    const repairs = findRepairs(question)
    const [repair] = repairs
    const slow = tryAllRepairs(question)
    expect(repair === undefined, `seed ${seed}: ${question.goal}`).toBe(slow === null)
    if (repair === undefined || slow === null) continue
    expect(Math.abs(repair.cost - slow), `seed ${seed}: ${repair.kind} ${repair.cost} against ${slow}`).toBeLessThan(
      1e-3,
    )
    expect(repair.loss, `seed ${seed}`).toBeLessThanOrEqual(question.limit + 1e-9)
    for (const { kind } of repairs) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return kinds
}

test('the cheapest repair is what trying all of them finds, on random situations', () => {
  expect(compareWithBruteForce(1, propertyRuns(12).numRuns).size).toBeGreaterThan(2)
})

test('the cheapest repair is what trying all of them finds, on 200 random situations', { tags: ['full'] }, () => {
  const kinds = compareWithBruteForce(1000, 200)
  // The draw would prove nothing if all were alike.
  for (const kind of ['add', 'roll', 'harvest', 'reduce', 'take-off', 'let-expire']) {
    expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(2)
  }
})

describe('puts on a company', () => {
  const seeds = Array.from({ length: 60 }, (_, k) => 2000 + k)

  test('are repaired by the cheapest of all tickets, too', { tags: 'full' }, () => {
    expect(compareWithBruteForce(2000, propertyRuns(40).numRuns, 'company').size).toBeGreaterThan(2)
  })

  test.each(['long', 'covered'] as const)(
    'cover no share twice, with those that are kept: %s',
    { tags: ['full'] },
    (approval) => {
      let added = 0
      for (const seed of seeds) {
        const drawn = drawQuestion(seed, 'company')
        const [{ underlying }] = drawn.legs as [HedgeLeg]
        const lots = Math.floor(drawn.situation.holdings.find(({ ticker }) => ticker === underlying)!.shares / 100)
        const before = countPuts(drawn.legs, underlying)
        // Some of them ask for nearly all that the puts can do.
        for (let limit = 0.04; limit < 0.2; limit += 0.02) {
          const permissions = completeHedgeRequest({ maximumLines: 1, approval })
          const question: RepairQuestion = { ...drawn, goal: 'restore', limit, permissions }
          for (const { closes, opens } of findRepairs(question)) {
            if (opens.length === 0) continue
            added += closes.length === 0 ? 1 : 0
            const after = countPuts([...removeLegs(drawn.legs, closes.map(toHeld)), ...opens], underlying)
            expect(after, `seed ${seed}, ${limit}`).toBeLessThanOrEqual(
              approval === 'long' ? Math.max(lots, before) : lots,
            )
          }
        }
      }
      expect(added).toBeGreaterThan(0)
    },
  )
})

const toHeld = (order: HedgeLeg): HedgeLeg => ({ ...order, contracts: -order.contracts })

describe('a repair', () => {
  const question = drawQuestion(4)

  test('closes at the bid what is held and at the ask what was sold, whole legs in a roll', () => {
    for (const seed of [1, 5, 9, 13, 17]) {
      const drawn = drawQuestion(seed)
      for (const { closes, kind } of findRepairs(drawn)) {
        if (kind !== 'roll') continue
        for (const [place, order] of closes.entries()) {
          const leg = drawn.legs[place]!
          const quote = drawn.situation.markets[0]!.chain.contracts.find(
            (one) => one.type === leg.type && one.strike === leg.strike && one.expiry === leg.expiry,
          )
          expect(order.contracts).toBe(-leg.contracts)
          expect(order.premium).toBe(leg.contracts > 0 ? quote?.bid : quote?.ask)
        }
      }
    }
  })

  test('never costs less for a stricter limit', () => {
    for (const seed of [1, 2, 3]) {
      const drawn = drawQuestion(seed)
      const costs = [0.3, 0.2, 0.15, 0.1].map((limit) => findRepairs({ ...drawn, limit })[0]?.cost ?? Infinity)
      expect(costs).toEqual([...costs].sort((a, b) => a - b))
    }
  })

  test('leaves legs that nobody quotes where they are', () => {
    const { situation } = question
    const [market, ...others] = situation.markets
    const contracts = market!.chain.contracts.map((one) => ({ ...one, state: 'no-quote' as const }))
    const unquoted = { ...situation, markets: [{ ...market!, chain: { ...market!.chain, contracts } }, ...others] }
    expect(findRepairs({ ...question, situation: unquoted }).filter(({ closes }) => closes.length > 0)).toEqual([])
  })
})

test('a part of the legs leaves the rest; other options stay as they are', () => {
  const { legs } = drawQuestion(2)
  const [leg] = legs as [HedgeLeg]
  const other = { ...leg, strike: leg.strike + 1 }
  expect(removeLegs([leg, other], [leg])).toEqual([other])
  expect(removeLegs([{ ...leg, contracts: 4 }, other], [{ ...leg, contracts: 4 }], 0.25)).toEqual([
    { ...leg, contracts: 3 },
    other,
  ])
  expect(countPackages([])).toBe(0)
  expect(
    countPackages([
      { ...leg, contracts: 6 },
      { ...leg, contracts: -4 },
    ]),
  ).toBe(2)
})

test('a new hedge in place of the legs is on what they are on, and costs no more than in a roll', () => {
  for (const on of ['index', 'company'] as const) {
    let rolled = 0
    for (let seed = 3001; seed < 3101; seed += 4) {
      const question = drawQuestion(seed, on)
      const roll = findRepairs(question).find(({ kind, opens }) => kind === 'roll' && opens.length > 0)
      if (roll === undefined) continue
      rolled += 1
      const opened = roll.opens.reduce((sum, { contracts, premium }) => {
        return sum + 100 * contracts * premium + question.fee * Math.abs(contracts)
      }, 0)
      expect(findFreshCost(question), `${on}, seed ${seed}`).toBeLessThanOrEqual(opened + 1e-6)
    }
    expect(rolled, on).toBeGreaterThan(0)
  }
})

describe('renewing later', () => {
  const question = { ...drawQuestion(1), limit: 0.25 }
  const endsOn = toExpiry(35)
  const points = listRenewals(question, { freshCost: 2000, termDays: 60, endsOn, tolerance: 0.005 })

  test('brings the closing prices of today first and intrinsic value on the last day', () => {
    const [repair] = findRepairs({ ...question, goal: 'harvest', limit: 0.9 })
    expect(points[0]?.proceeds).toBeCloseTo(-(repair?.cost ?? Number.NaN), 6)
    expect(points[0]).toMatchObject({ tradingDays: 0, date: TODAY })
    // The day itself is a holiday.
    expect(points.at(-1)?.date).toBe('2026-12-24')
    const { spot } = question.situation.markets[0]!
    const intrinsic = question.legs.reduce((sum, leg) => sum + 100 * leg.contracts * Math.max(0, leg.strike - spot), 0)
    const fees = question.legs.reduce((sum, { contracts }) => sum + question.fee * Math.abs(contracts), 0)
    expect(points.at(-1)!.proceeds).toBeLessThanOrEqual(intrinsic - fees + 0.5)
  })

  test('costs the new hedge less what closing brings, and protects so much longer', () => {
    for (const { cost, proceeds, until, costPerMonth } of points) {
      expect(cost).toBeCloseTo(2000 - proceeds, 9)
      const days = parseIsoDate(until) - parseIsoDate(endsOn)
      expect(costPerMonth).toBeCloseTo((30 * cost) / days, 9)
    }
    expect(formatIsoDate(parseIsoDate(points[0]!.until))).toBe(points[0]!.until)
  })

  test('says from which day on the legs no longer keep the limit', () => {
    const [leg] = question.legs as [HedgeLeg]
    // A put that expires in 35 days keeps nothing after it; before that a wide limit always holds.
    expect(
      listRenewals({ ...question, limit: 0.94 }, { freshCost: 1, termDays: 60, endsOn, tolerance: 0 }).every(
        ({ holds }) => holds,
      ),
    ).toBe(true)
    const tight = listRenewals(
      { ...question, legs: [leg], limit: 0 },
      { freshCost: 1, termDays: 60, endsOn, tolerance: 0 },
    )
    expect(tight.some(({ holds }) => !holds)).toBe(true)
  })
})
