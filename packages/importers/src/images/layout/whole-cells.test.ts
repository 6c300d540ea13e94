import { expect, test } from 'vitest'
import { placeRows, placeText, toContext } from '../testing/placed-cells.ts'
import { toWholeCells } from './whole-cells.ts'

const HEIGHT = 2000
const read = (cells: readonly ReturnType<typeof placeText>[]) =>
  toWholeCells(toContext(cells), HEIGHT).map(({ text }) => text)

test('a word that says what a figure is stands behind it, though it was wrapped into the next line', () => {
  const cells = [placeText('AMT', 160, 100), placeText('36.956456', 260, 100), placeText('shares', 160, 130)]
  expect(read(cells)).toEqual(['AMT', '36.956456 shares'])
})

test('a unit below the first of two figures is of that one, where the second has a label of its own', () => {
  const cells = [
    ...[placeText('103.94407', 50, 100), placeText('69.93', 230, 100)],
    ...[placeText('Units', 50, 130, 17), placeText('Avg cost', 230, 130, 17)],
  ]
  expect(read(cells)).toEqual(['103.94407 Units', '69.93', 'Avg cost'])
})

test('a ticker in brackets below its name is a part of it', () => {
  const cells = [placeText('Advanced Micro Devices', 50, 100, 17), placeText('(AMD)', 50, 130, 20)]
  expect(read(cells)).toEqual(['Advanced Micro Devices (AMD)'])
})

test('"Shares" at the end of a line announces the number that begins the next', () => {
  const cells = [placeText('Average buy price $99.78, Shares', 50, 100), placeText('33.946314', 50, 130)]
  expect(read(cells)).toEqual(['Average buy price $99.78, Shares 33.946314'])
})

test('a label of small letters only is lower than the figure that goes on below it', () => {
  const label = { ...placeText('average price', 300, 100), capHeight: 15 }
  const cells = [placeText('Holding 10.486214 shares', 50, 100), { ...label, left: 430 }, placeText('23.01', 50, 130)]
  expect(read(cells)).toContain('average price 23.01')
})

test('a label above a line that begins with its figure is a part of that line', () => {
  const cells = [placeText('Cost basis', 50, 100), placeText('$1,265,322.32, Units 776', 50, 130)]
  expect(read(cells)).toEqual(['Cost basis $1,265,322.32, Units 776'])
  const parted = [placeText('Cost basis', 50, 100), placeText('$1,265,322.32 - 776 units', 50, 130)]
  expect(read(parted)).toEqual(['Cost basis $1,265,322.32 - 776 units'])
  expect(read([placeText('Cost basis', 50, 100), placeText('$1,265,322.32', 50, 130)])).toEqual([
    'Cost basis',
    '$1,265,322.32',
  ])
})

test('the words of a known label are one, though the dot between them was not read', () => {
  expect(read([placeText('No', 31, 100), placeText('of shares', 93, 100)])).toEqual(['No of shares'])
  expect(read([placeText('Stock', 31, 100), placeText('of shares', 153, 100)])).toEqual(['Stock', 'of shares'])
})

test('the number of a row below the names of columns belongs to none of them', () => {
  const cells = placeRows(
    [
      ['1', 'Stock', 'Price now'],
      ['2', 'KO', '60.00'],
    ],
    [20, 120, 300],
    30,
  )
  expect(read(cells)).toEqual(['1', 'Stock', 'Price now', '2', 'KO', '60.00'])
  const wrapped = [
    ...placeRows([['No', 'of shares 992', 'Avg price', '+3.48']], [20, 80, 290, 480]),
    placeText('139.38', 20, 130),
  ]
  expect(read(wrapped)).toContain('Avg price 139.38')
})

test('the sign of an amount that had no room beside it is a part of it', () => {
  const cells = [placeText('733,46', 50, 100), placeText('€', 50, 130), placeText('Kurswert', 50, 160)]
  expect(read(cells)).toEqual(['733,46 €', 'Kurswert'])
})

test('the letter of a share class that was wrapped into the next line is a part of the name', () => {
  const cells = [
    placeText('BRK.B', 50, 60, 24),
    placeText('Berkshire Hathaway Inc Class', 50, 100),
    placeText('B', 50, 130),
  ]
  expect(read(cells)).toEqual(['BRK.B', 'Berkshire Hathaway Inc Class B'])
})

test('a word below a figure that another gap parts from it is left where it stands', () => {
  const cells = [placeText('AMT', 160, 100), placeText('36.95', 260, 100), placeText('shares', 160, 200)]
  expect(read(cells)).toEqual(['AMT', '36.95', 'shares'])
})

test('a single share is read where others stand with their number, and a ticker is left whole without a blank', () => {
  const cells = [placeText('30.8 NEM', 100, 100), placeText('5.86 GLD', 100, 160), placeText('T NVO', 100, 220)]
  const misread = { ...placeText('T NVO', 100, 220), text: 'TNVO' }
  expect(read([...cells.slice(0, 2), misread])).toContain('1 NVO')
  expect(read([...cells.slice(0, 2), placeText('TNVO', 100, 220)])).toContain('TNVO')
})

test('what stands before the items of a list is left out, and the sign of a figure is not', () => {
  const dotted = placeRows([['« T 1 share'], ['« V 5 shares'], ['« KO 7 shares']], [50])
  expect(read(dotted)).toEqual(['T 1 share', 'V 5 shares', 'KO 7 shares'])
  const numbered = placeRows([['1.278 x T'], ['2.35 x V'], ['3.4 x KO']], [50])
  expect(read(numbered)).toEqual(['278 x T', '35 x V', '4 x KO'])
  const figures = placeRows([['-A$260.97'], ['-A$15.92'], ['-A$33.54'], ['+11,012.40']], [50])
  expect(read(figures)).toEqual(['-A$260.97', '-A$15.92', '-A$33.54', '+11,012.40'])
})

test('an arrow that opens a row is no letter of its ticker where a blank parts them', () => {
  const opened = ['v B', 'v CVX', 'v F'].map((text, row) => ({
    ...placeText(text, 50, 100 + 60 * row),
    text: text.replace(' ', ''),
  }))
  expect(read(opened)).toEqual(['B', 'CVX', 'F'])
})

test('the terms of an option in two lines are one', () => {
  const cells = [placeText('ENB 18Dec26', 60, 100), placeText('C70.00', 60, 130)]
  expect(read(cells)).toEqual(['ENB 18Dec26 C70.00'])
})

test('the row of a narrow table is parted into its figures; a gain with its percentage is not', () => {
  expect(read([placeText('KO 228 302.35 319.12', 20, 100)])).toEqual(['KO', '228', '302.35', '319.12'])
  expect(read([placeText('$204.24 (24.49%)', 20, 100)])).toEqual(['$204.24 (24.49%)'])
})

test('initials in pictures beside tickers are left out', () => {
  const cells = placeRows(
    [
      ['AM', 'American Tower'],
      ['NF', 'NFLX'],
      ['KO', 'KO 12 shares'],
    ],
    [50, 140],
  )
  expect(read(cells)).toEqual(
    ['AM', 'American Tower', 'NF', 'NFLX', 'KO', 'KO 12 shares'].filter((_, at) => at % 2 === 1),
  )
})

test('tickers that begin like the names beside them stay where no other tickers stand beside them', () => {
  const cells = placeRows(
    [
      ['VIS', 'Visa Inc.'],
      ['NET', 'Netflix'],
      ['AMA', 'Amazon'],
    ],
    [50, 140],
  )
  expect(read(cells)).toEqual(['VIS', 'Visa Inc.', 'NET', 'Netflix', 'AMA', 'Amazon'])
})

test('a column of pictures that were read as letters is left out, whatever letters they are', () => {
  const cells = ['Visa Inc.', 'Netflix', 'Apple'].flatMap((name, row) => [
    { ...placeText('A', 50, 95 + 80 * row, 40), right: 90 },
    placeText(name, 120, 100 + 80 * row, 20),
  ])
  expect(read(cells)).toEqual(['Visa Inc.', 'Netflix', 'Apple'])
})

test('what the lower edge cuts through is not read', () => {
  expect(read([placeText('12 shares', 20, 100), placeText('$1,315.58', 20, HEIGHT - 20)])).toEqual(['12 shares'])
})

test('the rules beside a figure are no part of it', () => {
  expect(read([placeText('| KO', 20, 100), placeText('36.97 |', 300, 100)])).toEqual(['KO', '36.97'])
})

test('a sentence or a label in two lines is one; a label and the figure below it are two', () => {
  const sentence = [
    placeText('You hold 56 shares bought for $35,437.92 in all worth', 20, 100),
    placeText('$27,277.60', 20, 130),
  ]
  expect(read(sentence)).toEqual(['You hold 56 shares bought for $35,437.92 in all worth $27,277.60'])
  const clauses = [placeText('Own 8 shares at an average', 20, 100), placeText('cost of $31.25', 20, 130)]
  expect(read(clauses)).toEqual(['Own 8 shares at an average cost of $31.25'])
  expect(read([placeText('Avg cost per', 20, 100), placeText('share', 20, 130)])).toEqual(['Avg cost per share'])
  expect(read([placeText('Value', 20, 100), placeText('shares', 20, 130)])).toEqual(['Value', 'shares'])
  expect(read([placeText('12 shares', 20, 100), placeText('$31.25', 20, 130)])).toEqual(['12 shares', '$31.25'])
  expect(read([placeText('S&P 500 ETF', 20, 100), placeText('252 VOO', 20, 130)])).toEqual(['S&P 500 ETF', '252 VOO'])
})

test('where a share is listed is left out', () => {
  expect(
    read(
      placeRows(
        [
          ['F', '12 shares'],
          ['NASDAQ', ''],
        ],
        [50, 300],
      ),
    ),
  ).toEqual(['F', '12 shares'])
})

test('the exchange behind a ticker is cut off, and a nought that stands before one is the letter', () => {
  expect(read(placeRows([['GE BATS'], ['0 NYSE'], ['0'], ['Grand Bats']], [50]))).toEqual([
    'GE',
    'O',
    '0',
    'Grand Bats',
  ])
  const [cell] = toWholeCells(toContext([placeText('GE BATS', 50, 100)]), HEIGHT)
  expect(cell?.glyphs).toHaveLength(2)
})

test('initials in the pictures of cards that stand beside each other are left out', () => {
  const cards = [
    ['H', 'HIMS', 'X', 'XOM'],
    ['B', 'BIL', 'W', 'WFC'],
  ]
  expect(read(placeRows(cards, [50, 110, 500, 560]))).toEqual(['HIMS', 'XOM', 'BIL', 'WFC'])
})
