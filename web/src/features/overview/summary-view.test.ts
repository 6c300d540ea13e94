import { expect, test } from 'vitest'
import { makePosition, makePrices } from '../../test-positions.ts'
import { toPositionRows } from './position-rows.ts'
import { toOutcomeBars, toOutcomeCaption, toSummaryView } from './summary-view.ts'

test('adds up what is known and names what is not', () => {
  const rows = toPositionRows(
    [
      makePosition({ ticker: 'AAPL', shares: 10, avgCost: 100 }),
      makePosition({ ticker: 'MSFT', shares: 5, avgCost: 200 }),
      makePosition({ ticker: 'GIFT', shares: 7, avgCost: null }),
      makePosition({ ticker: 'ZZZZ', shares: 4, avgCost: 25 }),
    ],
    makePrices({ AAPL: 150, MSFT: 160, GIFT: 10 }, { ZZZZ: 'unknown-ticker' }),
  )
  expect(toSummaryView(rows)).toEqual({
    totalCostBasis: 2_100, // 1,000 + 1,000 + 100
    costCovers: { covered: 3, positions: 4, leftOut: [{ ticker: 'GIFT', reason: 'no-cost' }] },
    worth: 2_300, // 1,500 + 800: GIFT is in no cost basis, and ZZZZ is left out, not taken at cost
    gainPercent: 15, // (500 − 200) / 2,000
    withoutCost: ['GIFT'],
    withoutPrice: ['ZZZZ'],
    positionCount: 4,
    inProfit: 1,
    atLoss: 1,
    notCompared: 2,
    awaitsPrices: false,
    totalShares: 26,
    mostShares: { ticker: 'AAPL', shares: 10 },
  })
})

test('the cost of cash alone is not the cost of a portfolio', () => {
  const cash = makePosition({ ticker: 'USD', kind: 'cash', shares: 45_000, avgCost: 1 })
  const rows = toPositionRows([makePosition({ ticker: 'VTI', avgCost: null }), cash], makePrices({ VTI: 328 }))
  expect(toSummaryView(rows)).toMatchObject({ totalCostBasis: null, costCovers: { covered: 0, positions: 1 } })
  expect(toSummaryView(toPositionRows([cash], makePrices({}))).totalCostBasis).toBe(45_000)
})

test('what has expired or was paid back is held no more: its cost is in no total', () => {
  const rows = toPositionRows(
    [
      makePosition({ ticker: 'AAPL' }),
      makePosition({ ticker: 'SPY260618P00600000', kind: 'option', multiplier: 100, shares: 3, avgCost: 9 }),
      makePosition({ ticker: 'T2-20260315', kind: 'bond', shares: 100, avgCost: 99 }),
    ],
    makePrices({ AAPL: 110 }, { SPY260618P00600000: 'expired', 'T2-20260315': 'matured' }),
  )
  const view = toSummaryView(rows)
  expect(view.totalCostBasis).toBe(1_000)
  expect(view.costCovers).toEqual({
    covered: 1,
    positions: 3,
    leftOut: [
      { ticker: 'SPY260618P00600000', reason: 'expired' },
      { ticker: 'T2-20260315', reason: 'matured' },
    ],
  })
})

test('cash is no position, and neither cash nor contracts are shares', () => {
  const rows = toPositionRows(
    [
      makePosition({ ticker: 'AAPL', shares: 10 }),
      makePosition({ ticker: 'CASH', kind: 'cash', shares: 9_000, avgCost: null }),
      makePosition({ ticker: 'AAPL261218C00250000', kind: 'option', shares: 2, multiplier: 100, avgCost: 1 }),
    ],
    makePrices({ AAPL: 100 }),
  )
  const view = toSummaryView(rows)
  expect(view.positionCount).toBe(2)
  expect(view.totalShares).toBe(10)
  expect(view.worth).toBe(10_000)
  expect(view.gainPercent).toBe(0) // of 1,000: cash would water it down
  expect(view.totalCostBasis).toBe(10_200) // 1,000 + 9,000 + 2 × 1 × 100
})

test('only what was paid for and has no price is missing from the worth', () => {
  const rows = toPositionRows(
    [
      makePosition({ ticker: 'A', shares: 1, avgCost: 100 }),
      makePosition({ ticker: 'GIFT', shares: 1, avgCost: null }),
      makePosition({ ticker: 'B', shares: 1, avgCost: 50 }),
    ],
    makePrices({ A: 130 }),
  )
  expect(toSummaryView(rows)).toMatchObject({ worth: 130, withoutPrice: ['B'] })
})

test('a gain is measured against the gross cost, so that a short position does not turn its sign', () => {
  const rows = toPositionRows(
    [makePosition({ ticker: 'L', shares: 1, avgCost: 100 }), makePosition({ ticker: 'S', shares: -2, avgCost: 100 })],
    makePrices({ L: 130, S: 100 }),
  )
  expect(toSummaryView(rows).gainPercent).toBe(10) // +30 of 100 + 200
})

test('without any price or cost the totals are unknown, not zero', () => {
  const view = toSummaryView(toPositionRows([makePosition({ ticker: 'A', avgCost: null })], makePrices({})))
  expect(view).toMatchObject({ totalCostBasis: null, worth: null, gainPercent: null })
})

test('each position is a bar while they are few; beyond, bars keep the proportion and none vanishes', () => {
  const view = { ...toSummaryView([]), positionCount: 4, inProfit: 2, atLoss: 1 }
  expect(toOutcomeBars(view)).toEqual(['profit', 'profit', 'loss', 'even'])
  const many = toOutcomeBars({ ...view, positionCount: 2_000, inProfit: 1_998, atLoss: 2 })
  expect(many.length).toBeLessThanOrEqual(21)
  expect(many.filter((bar) => bar === 'loss')).toHaveLength(1)
})

test('the caption says what cannot be said', () => {
  const view = { ...toSummaryView([]), positionCount: 14, inProfit: 10, atLoss: 4 }
  expect(toOutcomeCaption(view)).toBe('10 in profit, 4 at a loss')
  expect(toOutcomeCaption({ ...view, atLoss: 1, notCompared: 3 })).toBe('10 in profit, 1 at a loss, 3 unknown')
  expect(toOutcomeCaption({ ...view, atLoss: 2, notCompared: 1 })).toBe(
    '10 in profit, 2 at a loss, 1 at cost, 1 unknown',
  )
  expect(toOutcomeCaption({ ...view, inProfit: 0, atLoss: 0, notCompared: 14 })).toBe('No prices to compare with')
})

test('prices on their way are awaited, not missing', () => {
  const view = toSummaryView(toPositionRows([makePosition({ ticker: 'A' })], undefined))
  expect(view).toMatchObject({ awaitsPrices: true, withoutPrice: [] })
})
