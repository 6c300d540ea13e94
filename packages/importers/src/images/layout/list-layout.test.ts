import { expect, test } from 'vitest'
import { placeText, summarise, toContext } from '../testing/placed-cells.ts'
import { readList } from './list-layout.ts'
import { toWholeCells } from './whole-cells.ts'

test('PRU before an amount is what each has cost, and no ticker', () => {
  const cells = ['KO', 'AAPL', 'MSFT'].flatMap((ticker, row) => [
    placeText(ticker, 50, 100 + 160 * row),
    placeText(`Quantité 1${row}`, 50, 140 + 160 * row),
    placeText(`PRU 9${row},82 €`, 50, 180 + 160 * row),
  ])
  expect(summarise(readList(toContext(cells, 'comma')))).toEqual([
    ['KO', '10', '90,82 €'],
    ['AAPL', '11', '91,82 €'],
    ['MSFT', '12', '92,82 €'],
  ])
})

test('"Total cost" beside the shares of each holding is no sum of all', () => {
  const cells = ['KO', 'AAPL', 'MSFT'].flatMap((ticker, row) => [
    placeText(ticker, 50, 100 + 130 * row, 22),
    placeText(`Total cost $1,22${row}.73, Quantity 1${row}`, 50, 140 + 130 * row),
  ])
  const read = readList(toContext([...cells, placeText('Total $3,663.20', 50, 560)]))
  expect(summarise(read)).toEqual([
    ['KO', '10', '$1,220.73'],
    ['AAPL', '11', '$1,221.73'],
    ['MSFT', '12', '$1,222.73'],
  ])
  expect(read?.candidates.map(({ costDoubt }) => costDoubt)).toEqual([null, null, null])
  const alone = ['KO', 'AAPL', 'MSFT'].flatMap((ticker, row) => [
    placeText(ticker, 50, 100 + 160 * row, 22),
    placeText(`Total cost 1,22${row}.73`, 50, 140 + 160 * row),
    placeText(`1${row} shares`, 50, 180 + 160 * row),
  ])
  expect(summarise(readList(toContext(alone))).map(([, , cost]) => cost)).toEqual(['1,220.73', '1,221.73', '1,222.73'])
})

test('cards stand beside each other though pictures of other widths and names of two lines move their tickers', () => {
  const card = (ticker: string, left: number, top: number, moved: readonly [number, number]) => [
    placeText(ticker, left + moved[0], top + moved[1]),
    placeText(`${left} shares`, left - 40, top + 60),
    placeText(`avg $${top}.50`, left - 40, top + 100),
  ]
  const cells = [
    ...[...card('KO', 100, 100, [0, 0]), ...card('AAPL', 500, 100, [0, -18]), ...card('MSFT', 900, 100, [0, 0])],
    ...[...card('AMZN', 100, 300, [-20, 0]), ...card('NFLX', 500, 300, [0, 18]), ...card('AMT', 900, 300, [24, 0])],
  ]
  expect(summarise(readList(toContext(cells)))).toEqual([
    ['KO', '100', '$100.50'],
    ['AMZN', '100', '$300.50'],
    ['AAPL', '500', '$100.50'],
    ['NFLX', '500', '$300.50'],
    ['MSFT', '900', '$100.50'],
    ['AMT', '900', '$300.50'],
  ])
})

test.each([
  ['the name of an exchange', 'NYSE'],
  ['a line that was not read', ''],
])('figures below %s are those of the ticker above them, and of no next one', (_, between) => {
  const cells = ['KO', 'AAPL', 'MSFT', 'V'].flatMap((ticker, row) => [
    placeText(ticker, 50, 100 + 92 * row, 20),
    ...(between === '' ? [] : [placeText(between, 50, 126 + 92 * row, 12)]),
    placeText(`${row + 5} shares. Cost basis 1,22${row}.73.`, 50, 150 + (between === '' ? 8 : 0) + 92 * row, 16),
  ])
  const context = toContext(cells)
  const whole = { ...context, cells: between === '' ? cells : toWholeCells(context, 2000) }
  expect(summarise(readList(whole))).toEqual([
    ['KO', '5', '1,220.73'],
    ['AAPL', '6', '1,221.73'],
    ['MSFT', '7', '1,222.73'],
    ['V', '8', '1,223.73'],
  ])
})

test('cards whose tickers were misread stand beside each other by the labels that they repeat', () => {
  const card = (ticker: string, left: number, top: number) => [
    placeText(ticker, left, top, 22),
    placeText(`${left + 1}`, left, top + 60),
    placeText('Units', left, top + 90, 17),
    placeText(`${top}.50`, left + 200, top + 60),
    placeText('Average cost', left + 200, top + 90, 17),
  ]
  const cells = [
    ...[...card('0', 100, 100), ...card('AAPL', 600, 100)],
    ...[...card('MSFT', 100, 300), ...card(')(', 600, 300)],
    ...[...card('|(', 100, 500), ...card('AMZN', 600, 500)],
  ]
  const read = readList(toContext(cells))
  expect(summarise(read).map(([, ...figures]) => figures)).toEqual([
    ['101', '100.50'],
    ['101', '300.50'],
    ['101', '500.50'],
    ['601', '100.50'],
    ['601', '300.50'],
    ['601', '500.50'],
  ])
  const known = read?.candidates.filter(({ security }) => security.isKnown).map(({ security }) => security.ticker)
  expect(known).toEqual(expect.arrayContaining(['MSFT', 'AAPL', 'AMZN']))
})

test('a number close before the number of shares may be its beginning', () => {
  const cells = ['KO', 'AAPL', 'MSFT'].flatMap((ticker, row) => [
    placeText(ticker, 50, 100 + 130 * row, 22),
    placeText(`${row === 1 ? '44 60044' : '20'} shares - Entry price 5.50`, 50, 140 + 130 * row),
  ])
  const doubts = readList(toContext(cells))?.candidates.map(({ sharesDoubt }) => sharesDoubt !== null)
  expect(doubts).toEqual([false, true, false])
})

test('tickers may stand at the right of their cards, beside the name, and "Total value" is of each card', () => {
  const card = (ticker: string, name: string, left: number, top: number, shares: number) => [
    ...[placeText(name, left, top), placeText(ticker, left + 430, top)],
    ...[placeText('Number of shares', left, top + 40), placeText(`${shares}`, left + 470, top + 40)],
    ...[placeText('Average price paid', left, top + 80), placeText('$88.40', left + 410, top + 80)],
    ...[placeText('Current price', left, top + 120), placeText('$100.00', left + 400, top + 120)],
    ...[placeText('Total value', left, top + 160), placeText(`$${shares}00.00`, left + 395, top + 160)],
  ]
  const cells = [
    ...[...card('KO', 'Coca-Cola', 50, 100, 25), ...card('AAPL', 'Apple', 640, 100, 40)],
    ...[...card('MSFT', 'Microsoft', 50, 360, 15), ...card('AMZN', 'Amazon', 640, 360, 50)],
  ]
  expect(summarise(readList(toContext(cells)))).toEqual([
    ['KO', '25', '$88.40'],
    ['MSFT', '15', '$88.40'],
    ['AAPL', '40', '$88.40'],
    ['AMZN', '50', '$88.40'],
  ])
})

test('a percentage beside a label of money is not its figure', () => {
  const cells = ['KO', 'AAPL', 'MSFT'].flatMap((ticker, row) => [
    ...[placeText(ticker, 50, 100 + 160 * row), placeText(`1${row} shares`, 50, 140 + 160 * row)],
    placeText('Amount invested', 50, 180 + 160 * row),
    placeText(row === 1 ? '87.66%' : `$1,22${row}.00`, 600, 180 + 160 * row),
  ])
  expect(summarise(readList(toContext(cells)))[1]).toEqual(['AAPL', '11', undefined])
})

test('a percentage that happens to be the cost of one share divided by the shares is no price', () => {
  const cells = [
    ['KO', '429', '9.61', '17.06', '0.04%'],
    ['AAPL', '433', '68.53', '61.48', '0.16%'],
    ['MSFT', '24', '32.23', '58.02', '0.01%'],
  ].flatMap(([ticker = '', shares = '', cost = '', price = '', part = ''], row) => [
    placeText(ticker, 50, 100 + 100 * row),
    placeText(`${shares} shares · avg ${cost}`, 50, 140 + 100 * row),
    ...[placeText(price, 600, 100 + 100 * row), placeText(part, 600, 140 + 100 * row)],
  ])
  expect(summarise(readList(toContext(cells)))[1]).toEqual(['AAPL', '433', '68.53'])
})

test('a label with a sign of percent is no ticker, also where it stands once', () => {
  const cells = [
    ...[placeText('P/L %', 50, 100), placeText('+22.30%', 50, 140), placeText('13 shares', 50, 180)],
    ...[placeText('KO', 50, 300), placeText('P/L', 50, 340), placeText('14 shares', 50, 380)],
  ]
  expect(summarise(readList(toContext(cells))).map(([ticker]) => ticker)).not.toContain('P.L')
})
