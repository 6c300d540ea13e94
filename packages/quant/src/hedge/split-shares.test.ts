import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SharesAccount, type SharesTrade, splitShares } from './split-shares.ts'

const account = (shares: Record<string, number>, cash: number | null = null, isUsed = false): SharesAccount => ({
  freeShares: new Map(Object.entries(shares)),
  cash,
  isUsed,
})
const trade = (shares: number, price = 100, ticker = 'TLT'): SharesTrade => ({ ticker, shares, amount: shares * price })

test('shares are sold where they lie, the largest holding first', () => {
  const accounts = [account({ TLT: 20 }), account({ TLT: 25 }), account({})]
  expect(splitShares([trade(-30)], accounts)).toEqual([{ shares: [-5, -25, 0], unplaced: 0 }])
  expect(splitShares([trade(-50)], accounts)).toEqual([{ shares: [-20, -25, 0], unplaced: -5 }])
})

test('what is bought lies in one account that can pay for it, first in one that the ticket uses', () => {
  expect(splitShares([trade(10)], [account({}, 999), account({}, 1_000)])).toEqual([{ shares: [0, 10], unplaced: 0 }])
  expect(splitShares([trade(10)], [account({}), account({}, null, true)])).toEqual([{ shares: [0, 10], unplaced: 0 }])
  expect(splitShares([trade(10)], [account({}, 0, true)])).toEqual([{ shares: [0], unplaced: 10 }])
})

describe('each account pays for what it buys', () => {
  test('from what it sells itself, and not with the money of another', () => {
    const sale = trade(-10, 600, 'SPY')
    // The first one is used by the ticket’s options, and its cash is not known; the second one sells.
    const accounts = [account({}, null, true), account({ SPY: 10 })]
    expect(splitShares([sale, trade(60)], accounts)).toEqual([
      { shares: [0, -10], unplaced: 0 },
      { shares: [0, 60], unplaced: 0 },
    ])
    // The order of the ticket does not matter, and what the sales do not pay for is left over.
    expect(splitShares([trade(61), sale], accounts)[0]).toEqual({ shares: [0, 60], unplaced: 1 })
  })

  test('where both sell, each buys for its own part, whole shares only', () => {
    const accounts = [account({ SPY: 6 }, 0), account({ SPY: 4 }, 0)]
    const sale = trade(-10, 600, 'SPY')
    expect(splitShares([sale, trade(60)], accounts)[1]).toEqual({ shares: [36, 24], unplaced: 0 })
    expect(splitShares([sale, trade(40, 140)], accounts)[1]).toEqual({ shares: [25, 15], unplaced: 0 })
    expect(splitShares([sale, trade(42, 140)], accounts)[1]).toEqual({ shares: [25, 17], unplaced: 0 })
    // 3,600 / 131 and 2,400 / 131 are 27.5 and 18.3.
    expect(splitShares([sale, trade(45.8, 131)], accounts)[1]!.unplaced).toBe(0)
    expect(splitShares([sale, trade(46, 130.4)], accounts)[1]).toEqual({ shares: [27, 18], unplaced: 1 })
  })

  test('debts come first, and two purchases are not paid from the same money', () => {
    const sale = trade(-10, 600, 'SPY')
    expect(splitShares([sale, trade(60)], [account({ SPY: 10 }, -1_000)])[1]).toEqual({ shares: [50], unplaced: 10 })
    const bought = splitShares([trade(6), trade(6, 100, 'GLD')], [account({}, 1_000), account({}, 700)])
    expect(bought).toEqual([
      { shares: [6, 0], unplaced: 0 },
      { shares: [0, 6], unplaced: 0 },
    ])
  })
})

test('a sale takes the fewest accounts that any choice of accounts takes, and no share that is not there', () => {
  const amounts = fc.array(fc.integer({ min: -5, max: 30 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 60 }), (free, wanted) => {
      const accounts = free.map((one) => account({ TLT: one }))
      const { shares, unplaced } = splitShares([trade(-wanted)], accounts)[0]!
      const chosen = Array.from({ length: 2 ** free.length }, (_, set) =>
        free.map((__, place) => place).filter((place) => set & (2 ** place)),
      )
      const most = free.reduce((sum, one) => sum + Math.max(0, one), 0)
      const sold = Math.min(wanted, most)
      const enough = chosen.filter((set) => set.reduce((sum, place) => sum + Math.max(0, free[place]!), 0) >= sold)
      expect(shares.filter((one) => one !== 0)).toHaveLength(Math.min(...enough.map(({ length }) => length)))
      expect(shares.reduce((sum, one) => sum + one, 0) + unplaced).toBeCloseTo(-wanted, 9)
      for (const [place, one] of shares.entries()) expect(-one).toBeLessThanOrEqual(Math.max(0, free[place]!))
    }),
  )
})

test('nobody spends more than their own cash and sales, and what is left over no account could pay', () => {
  const accounts = fc.array(
    fc.record({ SPY: fc.nat(20), TLT: fc.nat(20), cash: fc.constantFrom(null, -500, 0, 50, 1_000, 7_000) }),
    { minLength: 1, maxLength: 4 },
  )
  const trades = fc.array(
    fc.tuple(
      fc.constantFrom('SPY', 'TLT', 'GLD'),
      fc.integer({ min: -30, max: 30 }).filter((shares) => shares !== 0),
      fc.constantFrom(90, 131, 600),
    ),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(accounts, trades, (own, wanted) => {
      const distinct = [...new Map(wanted.map((one) => [one[0], one])).values()]
      const ticket = distinct.map(([ticker, shares, price]) => trade(shares, price, ticker))
      const over = own.map(({ cash, ...shares }) => account(shares, cash))
      const splits = splitShares(ticket, over)
      const hasSales = ticket.some(({ shares }) => shares < 0)
      over.forEach(({ cash }, place) => {
        if (cash === null && !hasSales) return
        const paid = splits.reduce((sum, { shares }, index) => sum + shares[place]! * distinct[index]![2], 0)
        const isBuyer = splits.some(({ shares }) => shares[place]! > 0)
        if (isBuyer) expect(paid).toBeLessThanOrEqual((cash ?? 0) + 0.01)
        const left = (cash ?? 0) - paid
        splits.forEach(({ unplaced }, index) => {
          if (unplaced > 0) expect(left).toBeLessThan(distinct[index]![2])
        })
      })
      splits.forEach(({ shares, unplaced }, index) => {
        expect(shares.reduce((sum, one) => sum + one, 0) + unplaced).toBeCloseTo(ticket[index]!.shares, 9)
      })
    }),
    { numRuns: 200 },
  )
})
