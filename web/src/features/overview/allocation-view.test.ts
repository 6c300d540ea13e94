import { expect, test } from 'vitest'
import { toAllocationView, toSlices } from './allocation-view.ts'
import { toPositionRows } from './position-rows.ts'
import { makePosition } from './test-positions.ts'

const rowsOf = (...costs: (readonly [string, number | null, number?])[]) =>
  toPositionRows(
    costs.map(([ticker, avgCost, shares = 1]) => makePosition({ ticker, avgCost, shares })),
    undefined,
  )

test('shares of cost, the largest first, adding up to 100 %', () => {
  const view = toAllocationView(rowsOf(['A', 100], ['B', 300]))
  expect(view.entries).toEqual([
    { ticker: 'B', value: 300, percent: 75 },
    { ticker: 'A', value: 100, percent: 25 },
  ])
  expect(view.total).toBe(400)
})

test('what has no cost is named instead of shown as nothing', () => {
  const view = toAllocationView(rowsOf(['A', 100], ['GIFT', null]))
  expect(view.withoutCost).toEqual(['GIFT'])
  expect(view.entries).toHaveLength(1)
})

test('a short position bears its sign and takes room by its size', () => {
  const view = toAllocationView(rowsOf(['A', 100, 3], ['S', 100, -1]))
  expect(view.entries[1]).toEqual({ ticker: 'S', value: -100, percent: -25 }) // −100 of 400 gross
  expect(view.total).toBe(200)
  expect(toSlices(view.entries).map((slice) => slice.value)).toEqual([300, 100])
})

test('the tail of a long list is one slice of the right size', () => {
  const view = toAllocationView(rowsOf(...Array.from({ length: 100 }, (_, i) => [`T${i}`, 1 + i] as const)))
  const slices = toSlices(view.entries)
  expect(slices).toHaveLength(40)
  expect(slices.reduce((total, slice) => total + slice.value, 0)).toBe(5_050) // 1 + 2 + … + 100
  expect(slices.at(-1)).toMatchObject({ label: '61 smaller', key: 'rest' })
})
