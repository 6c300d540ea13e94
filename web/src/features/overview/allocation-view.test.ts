import { describe, expect, test } from 'vitest'
import { makePosition, makePrices } from '../../test-positions.ts'
import { toAllocationView, toSlices } from './allocation-view.ts'
import { chooseRowBasis, toPositionRows } from './position-rows.ts'

const rowsOf = (...costs: (readonly [string, number | null, number?])[]) =>
  toPositionRows(
    costs.map(([ticker, avgCost, shares = 1]) => makePosition({ ticker, avgCost, shares })),
    undefined,
  )

test('shares of cost, the largest first, adding up to 100 %', () => {
  const view = toAllocationView(rowsOf(['A', 100], ['B', 300]), 'cost')
  expect(view.entries).toEqual([
    { ticker: 'B', value: 300, percent: 75 },
    { ticker: 'A', value: 100, percent: 25 },
  ])
  expect(view).toMatchObject({ gross: 400, hasShorts: false })
})

test('what has no cost is named instead of shown as nothing', () => {
  const view = toAllocationView(rowsOf(['A', 100], ['GIFT', null]), 'cost')
  expect(view.leftOut).toEqual(['GIFT'])
  expect(view.entries).toHaveLength(1)
})

test('a short position bears its sign and takes room by its size', () => {
  const view = toAllocationView(rowsOf(['A', 100, 3], ['S', 100, -1]), 'cost')
  expect(view.entries[1]).toEqual({ ticker: 'S', value: -100, percent: -25 }) // −100 of 400 gross
  expect(view).toMatchObject({ gross: 400, hasShorts: true })
  expect(view.entries.reduce((total, { percent }) => total + Math.abs(percent), 0)).toBe(100)
  expect(toSlices(view.entries).map((slice) => slice.value)).toEqual([300, 100])
})

test('the tail of a long list is one slice of the right size', () => {
  const view = toAllocationView(rowsOf(...Array.from({ length: 100 }, (_, i) => [`T${i}`, 1 + i] as const)), 'cost')
  const slices = toSlices(view.entries)
  expect(slices).toHaveLength(40)
  expect(slices.reduce((total, slice) => total + slice.value, 0)).toBe(5_050) // 1 + 2 + … + 100
  expect(slices.at(-1)).toMatchObject({ label: '61 smaller', key: 'rest' })
})

describe('what shares are shares of', () => {
  const book = (...costs: (number | null)[]) =>
    toPositionRows(
      [
        makePosition({ ticker: 'VTI', shares: 800, avgCost: costs[0] ?? null }),
        makePosition({ ticker: 'BND', shares: 1_200, avgCost: costs[1] ?? null }),
        makePosition({ ticker: 'USD', kind: 'cash', shares: 45_000, avgCost: 1 }),
      ],
      makePrices({ VTI: 400, BND: 50 }),
    )

  test('without costs it is market value, and cash is not the whole portfolio', () => {
    const rows = book()
    const basis = chooseRowBasis('cost', rows)
    const { entries } = toAllocationView(rows, basis)
    expect(basis).toBe('market-value')
    expect(entries.map(({ ticker, value }) => [ticker, value])).toEqual([
      ['VTI', 320_000],
      ['BND', 60_000],
      ['USD', 45_000],
    ])
  })

  test('a cost for 80 % of the value is enough, cash not counted', () => {
    expect(chooseRowBasis('cost', book(300, null))).toBe('cost') // 320,000 of 380,000
    expect(chooseRowBasis('cost', book(null, 40))).toBe('market-value')
    expect(chooseRowBasis('market-value', book(300, 40))).toBe('market-value')
  })
})
