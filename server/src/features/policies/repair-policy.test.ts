import type { RepairOrder } from '@ballast/contract'
import { expect, test } from 'vitest'
import { describeRepair } from './repair-policy.ts'

const order = (contracts: number, strike: number, expiry: string, underlying = 'SPY'): RepairOrder => ({
  symbol: underlying,
  underlying,
  type: 'put',
  strike,
  expiry,
  contracts,
  premium: 10,
  multiplier: 100,
  closes: contracts < 0,
})

test('a repair says what to order, what it comes to and what it keeps', () => {
  const orders = [order(-4, 710, '2026-12-18'), order(1, 695.5, '2027-03-19')]
  expect(describeRepair({ kind: 'roll', orders, cost: 1234.4, lossPercent: 14.84, endsOn: '2027-03-19' })).toBe(
    'Roll in one order: sell 4 SPY Dec 18, 2026 710 puts, buy 1 SPY Mar 19, 2027 695.5 put. It costs $1,234. You would then lose at most 14.8% in the fall until Mar 19, 2027.',
  )
  expect(
    describeRepair({ kind: 'take-off', orders: orders.slice(0, 1), cost: -312, lossPercent: 9, endsOn: '2026-12-18' }),
  ).toMatch(/^Take the hedge off: sell 4 .* You receive \$312\./)
  expect(describeRepair({ kind: 'let-expire', orders: [], cost: 0, lossPercent: -1, endsOn: '2026-12-18' })).toBe(
    'Let the options expire. The fall would then cost you nothing until Dec 18, 2026.',
  )
})

test('a roll to another underlying is two orders, and nothing calls it one', () => {
  const orders = [order(-3, 230, '2027-02-19', 'NVDA'), order(4, 700, '2027-05-21')]
  expect(describeRepair({ kind: 'roll', orders, cost: 2494, lossPercent: 14.8, endsOn: '2027-04-28' })).toMatch(
    /^Roll: sell 3 NVDA Feb 19, 2027 230 puts, buy 4 SPY May 21, 2027 700 puts\./,
  )
})
