import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitShares } from './split-shares.ts'

const account = (free: number, cash: number | null = null, isUsed = false) => ({ free, cash, isUsed })

test('shares are sold where they lie, the largest holding first', () => {
  expect(splitShares(-30, 3_000, [account(20), account(25), account(0)])).toEqual({ shares: [-5, -25, 0], unplaced: 0 })
  expect(splitShares(-50, 5_000, [account(20), account(25)])).toEqual({ shares: [-20, -25], unplaced: -5 })
})

test('shares are bought whole where cash pays for them, first in an account that the ticket uses', () => {
  expect(splitShares(10, 1_000, [account(0, 999), account(0, 1_000)])).toEqual({ shares: [0, 10], unplaced: 0 })
  expect(splitShares(10, 1_000, [account(0), account(0, null, true)])).toEqual({ shares: [0, 10], unplaced: 0 })
  expect(splitShares(10, 1_000, [account(0, 0, true)])).toEqual({ shares: [0], unplaced: 10 })
})

test('a sale takes the fewest accounts that any choice of accounts takes, and no share that is not there', () => {
  const amounts = fc.array(fc.integer({ min: -5, max: 30 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 60 }), (free, wanted) => {
      const { shares, unplaced } = splitShares(
        -wanted,
        1,
        free.map((one) => account(one)),
      )
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
