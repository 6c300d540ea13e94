import { expect, test } from 'vitest'
import type { FigureRole, Layout } from './layout.ts'
import { readList } from './list-layout.ts'
import { readTables } from './table-layout.ts'
import { placeText, toContext } from './testing/placed-cells.ts'

/** Ticker, shares and cost of each holding, as texts of the image. */
const summarise = (layout: Layout | undefined) =>
  (layout?.candidates ?? []).map(({ security, figures }) => {
    const read = (role: FigureRole) => figures[role]?.pick(figures[role].cell.text)
    return [security.ticker, read('quantity'), read('avgCost') ?? read('costTotal')]
  })

const HOLDINGS = [
  ['MSFT', 'Microsoft', '51.6109'],
  ['AAPL', 'Apple', '7.0105'],
  ['KO', 'Coca-Cola', '31.3642'],
] as const

test('shares that say so below a value belong to the row, and a cost in one line to rows of two', () => {
  const header = ['Position', 'Total value', 'Price', 'Book cost'].map((name, at) => placeText(name, 50 + 300 * at, 50))
  const rows = HOLDINGS.flatMap(([ticker, name, shares], row) => [
    ...[placeText(ticker, 50, 100 + 90 * row), placeText(`$2,70${row}.10`, 350, 100 + 90 * row)],
    ...[placeText(`$49${row}.45`, 650, 100 + 90 * row), placeText(`$1,48${row}.30`, 950, 115 + 90 * row)],
    ...[placeText(name, 50, 130 + 90 * row), placeText(`${shares} shares`, 350, 130 + 90 * row)],
    placeText('+1.57%', 650, 130 + 90 * row),
  ])
  expect(summarise(readTables(toContext([...header, ...rows])))).toEqual(
    HOLDINGS.map(([ticker, , shares], row) => [ticker, shares, `$1,48${row}.30`]),
  )
})

test('a ticker that nobody knows, beside its name like the others, has a row of its own', () => {
  const named = [...HOLDINGS.slice(0, 2), ['ZZQ', 'Zzy Quarries', '3.25'], ...HOLDINGS.slice(2)] as const
  const cells = named.flatMap(([ticker, name, shares], row) => [
    ...[placeText(`${ticker} ${name}`, 50, 100 + 110 * row), placeText(`$4,0${row}4.81`, 600, 100 + 110 * row)],
    placeText(`${shares} shares`, 50, 140 + 110 * row, 17),
  ])
  expect(summarise(readList(toContext(cells))).map(([ticker, shares]) => [ticker, shares])).toEqual(
    named.map(([ticker, , shares]) => [ticker, shares]),
  )
})

test('a name in two lines pushes its ticker down, and the row remains one', () => {
  const columns = [
    ['Name', 'Quantity', 'Price'],
    ['Symbol', 'Mkt Value', 'Cost'],
  ] as const
  const header = columns.flatMap((names, line) =>
    names.map((name, at) => placeText(name, 50 + 300 * at, 40 + 30 * line)),
  )
  const rows = HOLDINGS.flatMap(([ticker, name], row) => {
    const top = 140 + 110 * row + (row === 2 ? 30 : 0)
    const names = row === 1 ? ['Apple', 'Comp'] : [name]
    return [
      ...names.map((line, at) => placeText(line, 50, top + 30 * at, 22)),
      placeText(ticker, 50, top + 30 * names.length, 18),
      ...[placeText(`${row + 3}`, 350, top), placeText(`4${row}.45`, 650, top)],
      ...[placeText(`1${row}0.35`, 350, top + 30, 18), placeText(`5${row}.00`, 650, top + 30, 18)],
    ]
  })
  expect(summarise(readTables(toContext([...header, ...rows])))).toEqual(
    HOLDINGS.map(([ticker], row) => [ticker, `${row + 3}`, `5${row}.00`]),
  )
})
