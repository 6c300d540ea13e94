import { expect, test } from 'vitest'
import type { OptionType } from '../options/option-contract.ts'
import { listMoving, sumGross } from './book-weights.ts'
import type { HedgeHolding } from './hedge-market.ts'

const holding = (ticker: string, value: number) => ({ ticker, value, internalDiversification: 1 }) as HedgeHolding
const put = {
  underlying: 'SPY',
  type: 'put' as OptionType,
  strike: 700,
  expiry: '2027-02-19',
  contracts: -2,
  multiplier: 100,
  premium: 5,
}

test('weights are shares of everything by magnitude, options at their price', () => {
  expect(sumGross({ holdings: [holding('A', 500), holding('B', -200)], cash: -300, options: [put] })).toBe(2_000)
})

test('options move as shares of what they are on, held or not', () => {
  const exposure = { internalDiversification: 2 }
  const moving = listMoving({
    holdings: [holding('A', 500)],
    optionExposures: [
      { ticker: 'A', value: -100, ...exposure },
      { ticker: 'SPY', value: -50, ...exposure },
      { ticker: 'SPY', value: -20, ...exposure },
    ],
  })
  expect(moving.map(({ ticker, value, internalDiversification }) => [ticker, value, internalDiversification])).toEqual([
    ['A', 400, 1],
    ['SPY', -70, 2],
  ])
})
