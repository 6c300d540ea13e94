import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAt, layOutMatrix, nextCell } from './matrix-geometry.ts'

const room = { width: 960, longestLabel: 5, zoom: 'fit' } as const

test('few tickers are printed, many become points that fit into one view', () => {
  const few = layOutMatrix({ ...room, count: 14 })
  expect(few.isPrinted).toBe(true)
  expect(few.labelWidth + 14 * few.cellWidth).toBeLessThanOrEqual(960)
  const many = layOutMatrix({ ...room, count: 500 })
  expect(many.isPrinted).toBe(false)
  expect(many.labelWidth + 500 * many.cellWidth).toBeLessThanOrEqual(960.001)
  expect(500 * many.cellHeight).toBeLessThanOrEqual(590.001)
  // Names are 14 px apart at least.
  expect(many.labelStep * many.cellHeight).toBeGreaterThanOrEqual(14)
})

test('few tickers fill the room there is, without cells that are taller than wide', () => {
  for (const count of [5, 8, 12, 16]) {
    const { labelWidth, cellWidth, cellHeight } = layOutMatrix({ ...room, count })
    // Less than a pixel is lost for each column.
    expect(labelWidth + count * cellWidth).toBeGreaterThan(960 - count)
    expect(cellHeight).toBeLessThanOrEqual(cellWidth)
    expect(count * cellHeight).toBeLessThanOrEqual(16 * 38)
  }
  expect(layOutMatrix({ ...room, count: 2 }).cellWidth).toBe(200)
})

test('to be read, cells have room for their figures however many there are', () => {
  const read = layOutMatrix({ ...room, count: 500, zoom: 'read' })
  expect(read.isPrinted).toBe(true)
  expect(read.cellWidth).toBeGreaterThanOrEqual(46)
})

test('the cell under its own middle is that cell, at any size', () => {
  const counts = fc.integer({ min: 1, max: 500 })
  fc.assert(
    fc.property(counts, fc.nat(499), fc.nat(499), fc.constantFrom('fit', 'read'), (count, r, c, zoom) => {
      const layout = layOutMatrix({ ...room, count, zoom })
      const [row, column] = [r % count, c % count]
      const x = layout.labelWidth + (column + 0.5) * layout.cellWidth
      const y = layout.headHeight + (row + 0.5) * layout.cellHeight
      expect(cellAt(layout, count, x, y)).toEqual({ row, column })
    }),
  )
})

test('over the names there is no cell', () => {
  const layout = layOutMatrix({ ...room, count: 5 })
  expect(cellAt(layout, 5, 4, layout.headHeight + 4)).toBeNull()
  expect(cellAt(layout, 5, layout.labelWidth + 4, 4)).toBeNull()
})

test('arrows walk cell by cell and stop at the edges; Escape leaves', () => {
  expect(nextCell('ArrowRight', null, 3)).toEqual({ row: 0, column: 0 })
  expect(nextCell('ArrowRight', { row: 1, column: 2 }, 3)).toEqual({ row: 1, column: 2 })
  expect(nextCell('ArrowDown', { row: 1, column: 2 }, 3)).toEqual({ row: 2, column: 2 })
  expect(nextCell('ArrowUp', { row: 0, column: 1 }, 3)).toEqual({ row: 0, column: 1 })
  expect(nextCell('End', { row: 1, column: 0 }, 3)).toEqual({ row: 1, column: 2 })
  expect(nextCell('Home', { row: 1, column: 2 }, 3)).toEqual({ row: 1, column: 0 })
  expect(nextCell('Escape', { row: 1, column: 2 }, 3)).toBeNull()
  expect(nextCell('Escape', null, 3)).toBeUndefined()
  expect(nextCell('Tab', { row: 1, column: 2 }, 3)).toBeUndefined()
})
