import { expect, test } from 'vitest'
import { sumHedgeCosts } from './hedge-costs.ts'

const leg = (symbol: string, filled: number, price: number) => ({
  symbol,
  ordered: filled,
  filled,
  price,
  multiplier: 100,
  positionId: null,
})
const known = { today: '2026-11-20', findMark: () => 4, findClose: () => 90 }
const hedge = (legs: ReturnType<typeof leg>[], closedAt: Date | null = null) => ({ legs, fees: 2, closedAt })

test('what expired paid the difference at the close of its last day, and sold legs the other way', () => {
  const spread = hedge([leg('SPY261016P00100000', 2, 3), leg('SPY261016P00095000', -2, 1)])
  // Paid 2·100·(3 − 1) + 2; paid back 2·100·(10 − 5).
  expect(sumHedgeCosts([spread], known)).toEqual({ count: 1, paid: 402, paidBack: 1_000, worth: 0, closedEarly: 0 })
})

test('what is open is worth its price, and unknown without one', () => {
  const open = hedge([leg('SPY261218P00100000', 1, 3)])
  expect(sumHedgeCosts([open], known)).toEqual({ count: 1, paid: 302, paidBack: 0, worth: 400, closedEarly: 0 })
  expect(sumHedgeCosts([open], { ...known, findMark: () => undefined })?.worth).toBeNull()
})

test('what was closed early brought nobody knows what', () => {
  const closed = hedge([leg('SPY261218P00100000', 1, 3)], new Date('2026-11-01T15:00:00Z'))
  expect(sumHedgeCosts([closed], known)).toEqual({ count: 1, paid: 302, paidBack: 0, worth: 0, closedEarly: 1 })
})

test('a ticket that was never filled is no hedge', () => {
  expect(sumHedgeCosts([hedge([leg('SPY261218P00100000', 0, 0)])], known)).toBeNull()
})
