import { expect, test } from 'vitest'
import { makePosition, makePrices } from '../../test-positions.ts'
import { toPositionRows } from './position-rows.ts'
import { toSectorView } from './sector-view.ts'

const rows = toPositionRows(
  [
    makePosition({ ticker: 'AAPL', sector: 'Technology', shares: 1, avgCost: 100 }),
    makePosition({ ticker: 'MSFT', sector: 'Technology', shares: 1, avgCost: 200 }),
    makePosition({ ticker: 'NVDA', sector: 'Technology', shares: 1, avgCost: 150 }),
    makePosition({ ticker: 'ORCL', sector: 'Technology', shares: 1, avgCost: 50 }),
    makePosition({ ticker: 'XOM', sector: 'Energy', shares: 1, avgCost: 300 }),
    makePosition({ ticker: 'ZZZZ', shares: 1, avgCost: 200 }),
  ],
  makePrices({ AAPL: 150, MSFT: 250, NVDA: 300, ORCL: 100, XOM: 200 }, { ZZZZ: 'no-price' }),
)

test('by cost: the share of all cost, with real market value and gain beside it', () => {
  const { basis, sectors } = toSectorView(rows, 'cost')
  expect(basis).toBe('cost')
  expect(sectors.map((sector) => sector.sector)).toEqual(['Technology', 'Energy', 'Unknown'])
  expect(sectors[0]).toEqual({
    sector: 'Technology',
    value: 500,
    percent: 50, // of 1,000
    marketValue: 800,
    gainLoss: 300,
    gainLossPercent: 60,
    topHoldings: ['MSFT', 'NVDA', 'AAPL'],
    leftOut: 0,
  })
})

test('by market value: what has no price is left out and counted, not taken at cost', () => {
  const { sectors } = toSectorView(rows, 'market-value')
  expect(sectors.map(({ sector, percent }) => [sector, percent])).toEqual([
    ['Technology', 80], // 800 of 1,000
    ['Energy', 20],
    ['Unknown', null],
  ])
  expect(sectors[2]).toMatchObject({ value: null, marketValue: null, gainLoss: null, leftOut: 1 })
})

test('a short position lowers its sector and counts in the gross total', () => {
  const mixed = toPositionRows(
    [
      makePosition({ ticker: 'A', sector: 'X', shares: 3, avgCost: 100 }),
      makePosition({ ticker: 'B', sector: 'Y', shares: -1, avgCost: 100 }),
    ],
    undefined,
  )
  expect(toSectorView(mixed, 'cost').sectors.map(({ percent }) => percent)).toEqual([75, -25])
})
