import { expect, test } from 'vitest'
import { readList } from './layout/list-layout.ts'
import { readTables } from './layout/table-layout.ts'
import { toWholeCells } from './layout/whole-cells.ts'
import type { FigureRole, Layout } from './layout.ts'
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

const CARDS = [
  ['DIS', '75.93', '70.05', '8,276.37'],
  ['AAPL', '12', '190.10', '3,222.72'],
  ['KO', '40', '50.00', '2,852.00'],
  ['F', '305', '12.00', '3,980.25'],
  ['MSFT', '3', '301.00', '1,461.30'],
  ['V', '7', '250.00', '2,310.14'],
] as const
const holdings = CARDS.map(([ticker, shares, cost]) => [ticker, shares, cost])
const summariseCards = (cells: Parameters<typeof toContext>[0]) =>
  summarise(readList(toContext(cells))).map(([ticker, shares, cost]) => [ticker, shares, cost?.replace('$', '')])

test.each([1, 2, 3])('plain cards in a grid of %i columns, each with a sentence', (columns) => {
  const cells = CARDS.flatMap(([ticker, shares, cost, value], at) => {
    const [left, top] = [40 + 900 * (at % columns), 100 + 200 * Math.floor(at / columns)]
    return [
      placeText(ticker, left, top, 24),
      placeText(`$${value}`, left, top + 45, 30),
      placeText(`You own ${shares} shares at an average of $${cost}`, left, top + 95, 16),
    ]
  })
  expect(new Set(summariseCards(cells).map(String))).toEqual(new Set(holdings.map(String)))
})

test('cards whose labels stand below the figures, further left than the ticker beside its picture', () => {
  const cells = CARDS.flatMap(([ticker, shares, cost], at) => {
    const [left, top] = [40 + 800 * (at % 2), 100 + 260 * Math.floor(at / 2)]
    return [
      placeText(ticker, left + 60, top, 24),
      ...[placeText(shares, left, top + 60), placeText('Shares', left, top + 90, 16)],
      ...[placeText(`$${cost}`, left, top + 150), placeText('Avg cost', left, top + 180, 16)],
    ]
  })
  expect(new Set(summariseCards(cells).map(String))).toEqual(new Set(holdings.map(String)))
})

test('cards whose tickers stand in the second line of some names, a whole line below the others', () => {
  const isLow = [true, false, false, true, false, true]
  const cells = CARDS.flatMap(([ticker, shares, cost], at) => {
    const [left, top] = [40 + 800 * (at % 2), 100 + 300 * Math.floor(at / 2)]
    const line = isLow[at] ? 42 : 0
    return [
      ...(line > 0 ? [placeText('The Company of', left, top)] : []),
      placeText(`Holdings (${ticker})`, left, top + line),
      ...[placeText(shares, left, top + line + 60), placeText('Shares', left, top + line + 90, 16)],
      ...[placeText(`$${cost}`, left, top + line + 150), placeText('Avg cost', left, top + line + 180, 16)],
    ]
  })
  expect(new Set(summariseCards(cells).map(String))).toEqual(new Set(holdings.map(String)))
})

test('two lines of figures beside a ticker that stands between them', () => {
  const header = [
    ...[placeText('Return %', 400, 40), placeText('Value', 800, 40), placeText('Symbol', 50, 60)],
    ...[placeText('Shares owned', 400, 80), placeText('Avg price', 800, 80)],
  ]
  const rows = CARDS.slice(1).flatMap(([ticker, shares, cost, value], row) => {
    const top = 160 + 100 * row
    return [
      placeText(`${ticker} NYSE`, 50, top + 22),
      ...[placeText('+4.06%', 400, top), placeText(value, 800, top)],
      ...[placeText(shares, 400, top + 44), placeText(cost, 800, top + 44)],
    ]
  })
  expect(summarise(readTables(toContext([...header, ...rows])))).toEqual(holdings.slice(1))
})

test('a name in capitals below its ticker is no holding, and a ticker that nobody knows above a known name is one', () => {
  const cards = [
    ['KO', 'Coca-Cola', '46.5', '55.12'],
    ['NFLX', 'NETFLIX', '10', '48.20'],
    ['MC', 'VISA', '12', '702.30'],
  ]
  const cells = cards.flatMap(([ticker = '', name = '', shares, cost], row) => {
    const top = 100 + 240 * row
    return [
      ...[placeText(ticker, 50, top, 24), placeText(name, 50, top + 38, 18)],
      placeText(`You own ${shares} shares at an average of $${cost}`, 50, top + 90, 18),
    ]
  })
  expect(summariseCards(cells)).toEqual(cards.map(([ticker, , shares, cost]) => [ticker, shares, cost]))
})

test.each([
  ['Entry price', ''],
  ['Cost per', 'share '],
])(
  'a label at the end of a line (%s) has its figure in the next, whatever stands at the right of it',
  (label, rest) => {
    const cells = CARDS.flatMap(([ticker, shares, cost, value], row) => {
      const top = 100 + 160 * row
      return [
        ...[placeText(ticker, 50, top, 24), placeText(value, 700, top + 40)],
        ...[placeText(shares, 50, top + 50), placeText('shares', 50 + 14 * shares.length + 20, top + 50)],
        ...[placeText(label, 190 + 14 * shares.length, top + 50), placeText(`${rest}$${cost}`, 50, top + 85)],
      ]
    })
    expect(summariseCards(toWholeCells(toContext(cells), 5_000))).toEqual(holdings)
  },
)

test('a label that repeats with the holdings is no ticker, though it looks like one', () => {
  const cells = CARDS.flatMap(([ticker, shares, cost], row) => {
    const top = 100 + 200 * row
    return [
      ...[placeText(ticker, 50, top, 20), placeText('PIL', 50, top + 40), placeText('+4.06%', 50, top + 70)],
      ...[placeText('Shares', 400, top + 40), placeText(shares, 400, top + 70)],
      ...[placeText('Avg cost', 700, top + 40), placeText(`$${cost}`, 700, top + 70)],
    ]
  })
  expect(summariseCards(cells)).toEqual(holdings)
})

test('the last holding goes as far down as its lines follow closely, though its name takes one more', () => {
  const entries = CARDS.slice(0, 4)
  const cells = entries.flatMap(([ticker, shares, cost], row) => {
    const top = 100 + 200 * row
    const names = row === entries.length - 1 ? ['Motor Company', 'of America'] : ['Company']
    const lines = [...names, `Quantity ${shares}`, `Avg cost ${cost}`]
    return [placeText(ticker, 50, top), ...lines.map((text, line) => placeText(text, 50, top + 32 * (line + 1), 16))]
  })
  const footer = placeText('Prices are delayed', 50, 100 + 200 * entries.length + 80, 16)
  expect(summariseCards([...cells, footer])).toEqual(holdings.slice(0, 4))
})

test('what is as many times a price as there are shares is no cost of one, though a label stands in its row', () => {
  const rows = [
    ['AAPL', '10', '$150.00', '$1,500.00'],
    ['KO', '40', '$62.50', '$2,500.00'],
  ]
  const cells = rows.flatMap(([ticker = '', shares = '', price = '', value = ''], row) => {
    const top = 100 + 160 * row
    return [
      ...[placeText(ticker, 50, top, 24), placeText(price, 700, top)],
      ...[placeText(`${shares} shares`, 50, top + 40), placeText('Avg price', 330, top + 40)],
      placeText(value, 700, top + 40),
    ]
  })
  expect(summariseCards(cells)).toEqual(rows.map(([ticker, shares]) => [ticker, shares, undefined]))
})
