import { expect, test } from 'vitest'
import { readTables } from '../layout/table-layout.ts'
import { GlyphBank } from '../recognise/glyph-bank.ts'
import { placeRows, toContext } from '../testing/placed-cells.ts'
import { findHabits } from './judged-figures.ts'

const ink = { width: 1, height: 1, pixels: new Uint8Array(1) }
const recognise = async () => ({ text: '', certainty: 0, words: [] })

function habitsOf(rows: string[][]) {
  const head = ['Symbol', 'Qty', 'Price', 'Value']
  const layout = readTables(toContext(placeRows([head, ...rows], [50, 200, 400, 600])))
  return findHabits(layout?.candidates ?? [], { ink, bank: new GlyphBank(ink, []), recognise, mark: 'point' })
}

test('what no row fulfils is no proof: prices in pence do not move the points of shares', () => {
  const inPence = [
    ['KO', '3807', '409.00', '15,570.63'],
    ['V', '97', '1,642.00', '1,592.74'],
    ['AAPL', '23', '1,707.00', '392.61'],
  ]
  expect([...habitsOf(inPence).trusted].some(({ roles }) => roles.includes('price'))).toBe(false)
  const inPounds = inPence.map(([ticker = '', shares = '', price = '', value = '']) => {
    return [ticker, shares, (Number(price.replace(',', '')) / 100).toFixed(2), value]
  })
  expect([...habitsOf(inPounds).trusted].some(({ roles }) => roles.includes('price'))).toBe(true)
})

test('where most numbers of shares are fractions, that is known of the others', () => {
  const rows = [
    ['KO', '0.8044', '10.00', '8.04'],
    ['V', '56.9479', '10.00', '569.48'],
    ['AAPL', '37775', '10.00', '377.75'],
  ]
  expect(habitsOf(rows).areFractions).toBe(true)
  expect(
    habitsOf(rows.map(([ticker = '', , price = '', value = '']) => [ticker, '12', price, value])).areFractions,
  ).toBe(false)
})
