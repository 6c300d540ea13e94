import { expect, test } from 'vitest'
import { mergeExposures, sumRiskCash } from './load-risk.ts'
import type { PricedLots } from './value-lots.ts'

const lot = (fields: Partial<PricedLots>): PricedLots => ({
  ticker: 'AAPL',
  kind: 'security',
  units: 0,
  price: 0,
  previousClose: null,
  value: 0,
  cost: null,
  grossCost: 0,
  ...fields,
})
const shares = lot({ units: 100, price: 250, value: 25_000 })
const put = lot({
  ticker: 'AAPL261218P00240000',
  kind: 'option',
  units: 100,
  price: 5,
  value: 500,
  exposure: { underlying: 'AAPL', units: -30, value: -7_500 },
})

test('an option is so many shares of its underlying, and the rest of its worth is cash', () => {
  // A put of delta −0.3 on 100 shares: 100 − 30 = 70 shares of $250, and 500 + 7,500 in cash.
  expect([...mergeExposures([shares, put]).values()]).toEqual([{ ticker: 'AAPL', units: 70, value: 17_500 }])
  expect(sumRiskCash([shares, put])).toBe(8_000)
})

test('the parts are together what the portfolio is worth', () => {
  const cash = lot({ ticker: 'CASH', kind: 'cash', value: 1_000 })
  const parts = [...mergeExposures([shares, put, cash]).values()].reduce((sum, { value }) => sum + value, 0)
  expect(parts + sumRiskCash([shares, put, cash])).toBe(25_000 + 500 + 1_000)
})

test('an underlying that is not held has an entry of its own; an option without a delta has no part in risk', () => {
  expect([...mergeExposures([put]).keys()]).toEqual(['AAPL'])
  const { exposure: _unknown, ...unknown } = put
  expect(mergeExposures([unknown]).size).toBe(0)
  expect(sumRiskCash([unknown])).toBe(0)
})
