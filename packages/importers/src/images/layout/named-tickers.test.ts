import { expect, test } from 'vitest'
import { placeText, toContext } from '../testing/placed-cells.ts'
import { partNamedTickers } from './named-tickers.ts'

const read = (texts: readonly string[]) =>
  partNamedTickers(toContext(texts.map((text, row) => placeText(text, 50, 100 + 60 * row)))).map(({ text }) => text)

test('of two names with a sign between them the tickers are on the side where all have the shape of one', () => {
  expect(read(['MC - LVMH', 'AIR : Airbus', 'BNP · BNP Paribas'])).toEqual([
    ...['MC', 'LVMH', 'AIR', 'Airbus', 'BNP', 'BNP Paribas'],
  ])
  expect(read(['LVMH - MC', 'Airbus · AIR', "L'Oréal - OR"])).toEqual(['MC', 'AIR', 'OR'])
})

test.each([
  ['one alone tells nothing', ['MC - LVMH']],
  ['a currency that repeats is no ticker', ['Price - USD', 'Value - USD']],
  ['figures are no names', ['DIS - $8,276.37', 'KO - $812.00']],
  ['what a list of securities knows is read as it stands', ['AAPL - Apple', 'KO - Coca-Cola']],
])('%s', (_, texts) => expect(read(texts)).toEqual(texts))
