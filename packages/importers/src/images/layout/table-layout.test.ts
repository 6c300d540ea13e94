import { expect, test } from 'vitest'
import { placeRows, placeText, summarise, toContext } from '../testing/placed-cells.ts'
import { findHeader } from './table-headers.ts'
import { readTables } from './table-layout.ts'
import { toRows } from './text-rows.ts'

const COLUMNS = [50, 300, 500, 700, 900]

test('a name in two lines that stands below another holding, beside its own figures, is no part of that', () => {
  const figures = (texts: readonly string[], top: number) =>
    texts.map((text, at) => placeText(text, [300, 400, 520, 640][at] ?? 0, top, 12))
  const cells = [
    ...[placeText('Holding', 20, 20, 12), ...figures(['Units', 'Avg cost', 'Price', 'Value'], 20)],
    ...[placeText('Technology', 20, 60, 12), placeText('1,344.00', 640, 60, 12)],
    ...[placeText('AAPL Apple', 20, 93, 12), ...figures(['10', '50.00', '60.00', '600.00'], 93)],
    ...[placeText('AMT American', 20, 126, 12), placeText('Tower', 20, 145, 12)],
    ...figures(['12', '52.00', '62.00', '744.00'], 136),
    ...[placeText('Other', 20, 178, 12), placeText('671.00', 640, 178, 12)],
    ...[placeText('V Visa Inc.', 20, 211, 12), ...figures(['11', '51.00', '61.00', '671.00'], 211)],
    ...[placeText('KO Coca-Cola', 20, 244, 12), ...figures(['13', '53.00', '63.00', '819.00'], 244)],
  ]
  expect(summarise(readTables(toContext(cells)))).toEqual([
    ['AAPL', '10', '50.00'],
    ['AMT', '12', '52.00'],
    ['V', '11', '51.00'],
    ['KO', '13', '53.00'],
  ])
})

test('"Nombre" is the name in Spanish and the number of shares in French', () => {
  const french = [
    ['Nom', 'Nombre', 'Montant investi', 'Prix'],
    ['KO', '10', '500.00', '60.00'],
    ['V', '12', '900.00', '91.00'],
  ]
  expect(summarise(readTables(toContext(placeRows(french, COLUMNS))))).toEqual([
    ['KO', '10', '500.00'],
    ['V', '12', '900.00'],
  ])
  const twoLines = [
    ...[placeText('Titre', 50, 117), placeText('+/- value %', 300, 100), placeText('Nombre', 300, 134)],
    ...[placeText('+/- value', 600, 100), placeText('PRU', 600, 134), placeText('Valorisation', 900, 117)],
    ...['KO', 'V', 'AAPL'].flatMap((ticker, row) => [
      ...[placeText(ticker, 50, 217 + 100 * row), placeText(`1.09${row},00 €`, 900, 217 + 100 * row)],
      ...[placeText(`+3${row},00 %`, 300, 200 + 100 * row), placeText(`1${row}`, 300, 234 + 100 * row)],
      ...[placeText(`+20${row},40 €`, 600, 200 + 100 * row), placeText(`8${row},76 €`, 600, 234 + 100 * row)],
    ]),
  ]
  expect(summarise(readTables(toContext(twoLines, 'comma')))).toEqual([
    ['KO', '10', '80,76 €'],
    ['V', '11', '81,76 €'],
    ['AAPL', '12', '82,76 €'],
  ])
  const spanish = [
    ['Nombre', 'Cantidad', 'Valor'],
    ['KO', '10', '600.00'],
    ['V', '12', '1092.00'],
  ]
  expect(
    summarise(readTables(toContext(placeRows(spanish, COLUMNS)))).map(([ticker, shares]) => [ticker, shares]),
  ).toEqual([
    ['KO', '10'],
    ['V', '12'],
  ])
})

test('a name of a column goes on in the next line in small letters or with its unit', () => {
  const cells = [
    ...[placeText('Units', 530, 48, 18), placeText('Average cost', 680, 48, 18), placeText('Price', 941, 48, 18)],
    ...[placeText('Ticker', 48, 63, 18), placeText('Stock', 168, 63, 18)],
    ...[placeText('held', 541, 77, 18), placeText('(p)', 818, 77, 18), placeText('(p)', 970, 77, 18)],
  ]
  const header = findHeader(toRows(cells), 0, toContext(cells))
  expect(header?.columns.map(({ name, roles }) => [name, ...roles])).toEqual([
    ['Ticker', 'symbol'],
    ['Stock', 'symbol'],
    ['Units held', 'quantity'],
    ['Average cost (p)', 'avgCost'],
    ['Price (p)', 'price'],
  ])
})

test('a ticker that was misread stands above figures that are half a line lower', () => {
  const cells = [
    ['AAPL', 'Apple Inc', '+22.30%', '106.934', '$263.78'],
    ['MSFT', 'Microsoft Corp', '+1.39%', '5,043', '$51.75'],
    ['CosT', 'Costco Wholesale Corp', '+62.60%', '1,318', '$561.20'],
  ].flatMap(([ticker = '', name = '', ...figures], row) => [
    ...[placeText(ticker, 30, 109 + 60 * row, 13), placeText(name, 30, 133 + 60 * row, 11)],
    ...figures.map((text, at) => placeText(text, 440 + 200 * at, 120 + 60 * row, 13)),
  ])
  const names = ['Stock', 'P/L %', 'Shares', 'Purchase price'].map((text, at) =>
    placeText(text, at === 0 ? 30 : 240 + 200 * at, 75, 11),
  )
  const read = readTables(toContext([...names, ...cells]))
  expect(read?.candidates.map(({ symbol }) => symbol.cell.text)).toEqual(['AAPL', 'MSFT', 'CosT'])
})
