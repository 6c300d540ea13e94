import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QuantInputError } from '../errors.ts'
import { ACCOUNT_LEVELS, findSplitObstacle, type SplitAccount, type SplitLeg } from './account-rules.ts'
import { ACCOUNT_KINDS } from './permitted-legs.ts'
import { splitTicket, type TicketSplit } from './split-ticket.ts'

const leg = (contracts: number, strike: number, more: Partial<SplitLeg> = {}): SplitLeg => ({
  underlying: 'SPY',
  root: 'SPY',
  type: 'put',
  strike,
  expiryDay: 100,
  contracts,
  premium: 5,
  multiplier: 100,
  ...more,
})
const account = (more: Partial<SplitAccount> & { shares?: Record<string, number> } = {}): SplitAccount => ({
  level: 'long',
  kind: 'margin',
  cash: null,
  freeShares: new Map(Object.entries(more.shares ?? {})),
  ...more,
})

describe('known answers', () => {
  test('one account that may hold all of it gets all of it, the first of several that may', () => {
    expect(splitTicket([leg(4, 700)], [account(), account()])).toEqual({
      counts: [[4], [0]],
      unplaced: [0],
      obstacles: [[]],
    })
  })

  test('a spread lies where spreads are approved, both legs together', () => {
    const accounts = [account(), account({ level: 'spreads', kind: 'ira' }), account({ level: 'spreads' })]
    expect(splitTicket([leg(4, 700), leg(-3, 600)], accounts).counts).toEqual([
      [0, 0],
      [0, 0],
      [4, 3],
    ])
  })

  test('what is in the way of a sold put is said of each account, a bought put beside it or not', () => {
    const accounts = [account(), account({ level: 'spreads', kind: 'ira', cash: 0 }), account({ level: null })]
    expect(splitTicket([leg(4, 700), leg(-3, 600)], accounts)).toMatchObject({
      counts: [
        [4, 0],
        [0, 0],
        [0, 0],
      ],
      obstacles: [[], ['level', 'cash', 'level']],
    })
    // Two bought puts, of which each secures one.
    expect(splitTicket([leg(2, 700), leg(-3, 600)], [account({ level: 'spreads' })])).toMatchObject({
      unplaced: [0, 1],
      obstacles: [[], ['pair']],
    })
  })

  test('an IRA sells a put only against cash that pays for the shares and the premium', () => {
    const legs = [leg(1, 70), leg(-1, 60, { premium: 2 })]
    const withCash = (cash: number) => splitTicket(legs, [account({ level: 'spreads', kind: 'ira', cash })])
    // 6,000 secure the sold put; 5 − 2 per share are paid.
    expect(withCash(6_300).counts).toEqual([[1, 1]])
    expect(withCash(6_299)).toMatchObject({ counts: [[1, 0]], unplaced: [0, 1], obstacles: [[], ['cash']] })
  })

  test('calls are sold where the shares lie, whole contracts only', () => {
    const call = leg(-5, 800, { type: 'call' })
    const accounts = [account({ shares: { SPY: 250 } }), account({ shares: { SPY: 199 } }), account()]
    expect(splitTicket([call], accounts)).toEqual({
      counts: [[2], [1], [0]],
      unplaced: [2],
      obstacles: [['shares', 'shares', 'shares']],
    })
    expect(splitTicket([call], [account({ level: 'uncovered' })]).unplaced).toEqual([0])
    expect(splitTicket([call], [account({ level: 'uncovered', kind: 'cash' })]).unplaced).toEqual([5])
  })

  test('what is known of cash pays the premium and the fees', () => {
    const accounts = [account({ cash: 1_600 }), account({ cash: 700 })]
    expect(splitTicket([leg(5, 700)], accounts)).toMatchObject({ counts: [[3], [1]], unplaced: [1] })
    // Three with fees cost 1,501.95, four 2,002.60.
    expect(splitTicket([leg(5, 700)], accounts, 0.65).counts).toEqual([[3], [1]])
    expect(splitTicket([leg(5, 700)], accounts, 200).counts).toEqual([[2], [1]])
    expect(splitTicket([leg(1, 700)], [account({ cash: -20 })])).toMatchObject({ obstacles: [['cash']] })
  })

  test('fewer accounts come before fewer orders, and no options means none', () => {
    const accounts = [
      account({ level: 'none' }),
      account({ cash: 500 }),
      account({ cash: 500 }),
      account({ cash: 1_000 }),
    ]
    expect(splitTicket([leg(2, 700)], accounts).counts).toEqual([[0], [0], [0], [2]])
    expect(splitTicket([leg(2, 700)], [account({ level: 'none' })])).toMatchObject({ obstacles: [['level']] })
    expect(splitTicket([leg(2, 700)], [])).toMatchObject({ counts: [], unplaced: [2], obstacles: [[]] })
  })

  test('where only options against shares are approved, puts are bought for shares that lie there', () => {
    const held = account({ level: 'covered', shares: { SPY: 230 } })
    expect(splitTicket([leg(3, 700)], [held])).toMatchObject({ counts: [[2]], obstacles: [['level']] })
    expect(splitTicket([leg(1, 700, { type: 'call' })], [held])).toMatchObject({ obstacles: [['level']] })
    // A put that is held covers a hundred of them already.
    const covered = { ...held, coveredShares: new Map([['SPY', 100]]) }
    expect(splitTicket([leg(3, 700)], [covered])).toMatchObject({ counts: [[1]], unplaced: [2] })
  })

  test('a sold put that ends after the bought one, or has a higher strike, is not secured by it', () => {
    const spreads = [account({ level: 'spreads' })]
    expect(splitTicket([leg(1, 700), leg(-1, 600, { expiryDay: 101 })], spreads).unplaced).toEqual([0, 1])
    expect(splitTicket([leg(1, 700), leg(-1, 710)], spreads).unplaced).toEqual([0, 1])
  })

  test('large tickets move in blocks, and nothing of them is lost', () => {
    const accounts = [account({ level: 'spreads', cash: 100_000 }), account({ level: 'spreads' })]
    const { counts, unplaced } = splitTicket([leg(301, 700), leg(-300, 600)], accounts)
    expect(unplaced).toEqual([0, 0])
    expect(counts[0]!.map((count, place) => count + counts[1]![place]!)).toEqual([301, 300])
  })

  test('half a contract and a fee below 0 are refused', () => {
    expect(() => splitTicket([leg(0.5, 700)], [])).toThrow(QuantInputError)
    expect(() => splitTicket([leg(0, 700)], [])).toThrow('contracts[0] is 0')
    expect(() => splitTicket([], [], Number.NaN)).toThrow('feePerContract')
  })
})

const legs = (most: number, mostLegs = 3) =>
  fc.array(
    fc.record({
      underlying: fc.constantFrom('SPY', 'SPY', 'AAPL'),
      root: fc.constant('R'),
      type: fc.constantFrom('put' as const, 'put' as const, 'call' as const),
      strike: fc.constantFrom(60, 65, 70),
      expiryDay: fc.constantFrom(100, 100, 130),
      contracts: fc.integer({ min: -most, max: most }).filter((count) => count !== 0),
      premium: fc.constantFrom(1, 2, 5),
      multiplier: fc.constant(100),
    }),
    { minLength: 1, maxLength: mostLegs },
  )
const accounts = fc.array(
  fc.record({
    level: fc.constantFrom(null, ...ACCOUNT_LEVELS),
    kind: fc.constantFrom(...ACCOUNT_KINDS),
    cash: fc.constantFrom(null, 0, 400, 1_000, 7_000, 20_000),
    freeShares: fc
      .record({ SPY: fc.constantFrom(0, 99, 100, 250), AAPL: fc.constantFrom(0, 100, 200) })
      .map((shares) => new Map(Object.entries(shares))),
    coveredShares: fc.constantFrom(new Map([['SPY', 100]]), new Map<string, number>()),
  }),
  { minLength: 1, maxLength: 3 },
)

/**
 * The rules once more, by another way: each unit is a contract of its own, and every way to secure the sold puts by bought
 * ones is tried.
 */
function isPermitted(
  { level, kind, cash, freeShares, coveredShares }: SplitAccount,
  ticket: readonly SplitLeg[],
  counts: readonly number[],
) {
  const rank = level === null ? 2 : { none: 0, covered: 1, long: 2, spreads: 3, uncovered: 4 }[level]
  const units = ticket.flatMap((one, place) => Array.from({ length: counts[place]! }, () => one))
  if (units.length === 0) return true
  if (rank === 0) return false
  const bought = units.filter(({ contracts }) => contracts > 0)
  const sold = units.filter(({ contracts }) => contracts < 0)
  if (level === null && sold.length > 0) return false
  for (const underlying of ['SPY', 'AAPL']) {
    const shares = freeShares.get(underlying) ?? 0
    const countOf = (side: readonly SplitLeg[], type: string) =>
      side.filter((unit) => unit.underlying === underlying && unit.type === type).length
    const open = Math.floor((shares - (coveredShares?.get(underlying) ?? 0)) / 100)
    if (rank < 2 && (countOf(bought, 'call') > 0 || countOf(bought, 'put') > Math.max(0, open))) return false
    if (countOf(sold, 'call') > Math.floor(shares / 100) && !(rank === 4 && kind === 'margin')) return false
  }
  const putsSold = sold.filter(({ type }) => type === 'put')
  const putsBought = bought.filter(({ type }) => type === 'put')
  const secures = (long: SplitLeg, short: SplitLeg) =>
    long.underlying === short.underlying && long.strike >= short.strike && long.expiryDay >= short.expiryDay
  const match = (shorts: readonly SplitLeg[], longs: readonly SplitLeg[]): boolean => {
    const [first, ...others] = shorts
    if (!first) return true
    return longs.some((long, place) => secures(long, first) && match(others, longs.toSpliced(place, 1)))
  }
  const hasBought = (underlying: string) =>
    ticket.some((one) => one.underlying === underlying && one.type === 'put' && one.contracts > 0)
  if (
    !match(
      putsSold.filter(({ underlying }) => hasBought(underlying)),
      putsBought,
    )
  )
    return false
  const isSpread = rank >= 3 && kind === 'margin' && match(putsSold, putsBought)
  const needed = isSpread ? 0 : putsSold.reduce((sum, { strike }) => sum + 100 * strike, 0)
  if (needed > 0 && cash === null) return false
  const paid = [...bought.map(({ premium }) => premium), ...sold.map(({ premium }) => -premium)].reduce(
    (a, b) => a + b,
    0,
  )
  return cash === null || needed + 100 * paid <= cash
}

/** Lists what a split leaves over and uses, in the order in which splits are compared. */
function judge(ticket: readonly SplitLeg[], counts: readonly (readonly number[])[]): number[] {
  const left = ticket.map(
    ({ contracts }, place) => Math.abs(contracts) - counts.reduce((sum, of) => sum + of[place]!, 0),
  )
  const leftOf = (sign: number) =>
    left.reduce((sum, amount, place) => sum + (ticket[place]!.contracts * sign > 0 ? amount : 0), 0)
  const orders = counts.map(
    (of) => new Set(ticket.filter((_, place) => of[place]! > 0).map(({ underlying }) => underlying)).size,
  )
  return [leftOf(1), leftOf(-1), orders.filter((count) => count > 0).length, orders.reduce((a, b) => a + b, 0)]
}

const isBefore = (a: readonly number[], b: readonly number[]) => {
  const place = a.findIndex((value, index) => value !== b[index])
  return place >= 0 && a[place]! < b[place]!
}

/** The best that any split comes to, every one of them tried. */
function findBestByForce(ticket: readonly SplitLeg[], over: readonly SplitAccount[]): number[] {
  const allOf = (left: readonly number[]): number[][] =>
    left.reduce<number[][]>(
      (ways, amount) => ways.flatMap((way) => Array.from({ length: amount + 1 }, (_, count) => [...way, count])),
      [[]],
    )
  let best: number[] | undefined
  const walk = (place: number, left: readonly number[], counts: readonly (readonly number[])[]): void => {
    const next = over[place]
    if (!next) {
      const found = judge(ticket, counts)
      if (!best || isBefore(found, best)) best = found
      return
    }
    for (const way of allOf(left)) {
      if (isPermitted(next, ticket, way))
        walk(
          place + 1,
          left.map((amount, leg) => amount - way[leg]!),
          [...counts, way],
        )
    }
  }
  walk(
    0,
    ticket.map(({ contracts }) => Math.abs(contracts)),
    [],
  )
  return best!
}

const expectSound = (ticket: readonly SplitLeg[], over: readonly SplitAccount[], split: TicketSplit) => {
  split.counts.forEach((counts, place) => {
    expect(isPermitted(over[place]!, ticket, counts)).toBe(true)
  })
  expect(split.unplaced).toEqual(
    ticket.map(({ contracts }, leg) => Math.abs(contracts) - split.counts.reduce((sum, of) => sum + of[leg]!, 0)),
  )
  for (const counts of split.counts) for (const count of counts) expect(count).toBeGreaterThanOrEqual(0)
}

describe('properties', () => {
  test('on 200 random tickets it is as good as the best of all splits', () => {
    fc.assert(
      fc.property(legs(2), accounts, (ticket, over) => {
        const split = splitTicket(ticket, over)
        expectSound(ticket, over, split)
        expect(judge(ticket, split.counts)).toEqual(findBestByForce(ticket, over))
      }),
      { numRuns: 200 },
    )
  })

  test('no account gets what it may not hold, and what is left over no account could take as well', () => {
    fc.assert(
      fc.property(legs(40, 2), accounts, (ticket, over) => {
        const split = splitTicket(ticket, over, 0)
        expectSound(ticket, over, split)
        split.unplaced.forEach((amount, place) => {
          expect(split.obstacles[place]).toHaveLength(amount === 0 ? 0 : over.length)
        })
      }),
      { numRuns: 30 },
    )
  })

  test('the rules agree with those written a second time', () => {
    fc.assert(
      fc.property(legs(3), accounts, fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }), (ticket, [held], counts) => {
        const own = ticket.map(({ contracts }, place) => Math.min(Math.abs(contracts), counts[place]!))
        expect(findSplitObstacle(held!, ticket, own, 0) === null).toBe(isPermitted(held!, ticket, own))
      }),
      { numRuns: 1_000 },
    )
  })
})
