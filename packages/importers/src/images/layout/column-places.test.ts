import { expect, test } from 'vitest'
import { placeInColumns } from './column-places.ts'

const item = (left: number, right: number, top = 0) => ({ left, right, top, bottom: top + 13, capHeight: 13 })

test('figures at the right edge of a wide column belong to it, though the next name begins nearer', () => {
  // A spreadsheet with names at the left: ticker, shares, avgCost, sector.
  const names = [item(93, 143), item(229, 288), item(382, 456), item(561, 617)]
  const row = [item(93, 141, 30), item(345, 365, 30), item(488, 545, 30), item(561, 656, 30)]
  const places = placeInColumns(names, [row, row.map((each) => ({ ...each, top: 60, bottom: 73 }))])
  expect(row.map((each) => places.get(each))).toEqual([0, 1, 2, 3])
})

test('a column without a name, such as the count of rows, takes no other’s name', () => {
  const names = [item(93, 143), item(229, 288)]
  const row = [item(10, 20, 30), item(93, 141, 30), item(250, 288, 30)]
  const places = placeInColumns(names, [row])
  expect(row.map((each) => places.get(each))).toEqual([undefined, 0, 1])
})

test('a column without figures leaves its name unused', () => {
  const names = [item(0, 40), item(100, 140), item(200, 240)]
  const row = [item(0, 30, 30), item(210, 240, 30)]
  const places = placeInColumns(names, [row])
  expect(row.map((each) => places.get(each))).toEqual([0, 2])
})

test('a mark in one row does not take the name of the column beside it', () => {
  const names = [item(25, 57), ...[600, 700, 800, 900].map((left) => item(left, left + 23))]
  const rows = [0, 30, 60, 90].map((top) => [
    item(57, 196, top),
    ...[600, 700, 800, 900].map((left) => item(left - 3, left + 22, top)),
  ])
  const mark = item(34, 40, 0)
  const places = placeInColumns(names, [[mark, ...(rows[0] ?? [])], ...rows.slice(1)])
  expect(rows.map((row) => row.map((each) => places.get(each)))).toEqual(rows.map(() => [0, 1, 2, 3, 4]))
})
