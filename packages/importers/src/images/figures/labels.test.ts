import { describe, expect, test } from 'vitest'
import { hasUnknownLabel, mendLabels, toImageRole } from './labels.ts'

test.each([
  ['quantity', ['PSTN', 'Open qty', 'Net pos.', 'Qtd', 'Available units', 'Stiick', 'aty']],
  [
    'avgCost',
    ['Entry', 'BEP', 'Break-even', 'Pd/Sh', 'Buy-in', 'Diluted Cost', 'Trade Prc', 'AC/Share', 'Preço médio'],
  ],
  ['costTotal', ['Book cost', 'ACB', 'Invested']],
  ['price', ['LTP', 'Last ↓', 'Price today', 'Price 1']],
  ['value', ['Notional', 'Montant', 'Worth today']],
  ['gain', ['+/- values', 'P/L']],
  ['symbol', ['FINANCIAL INSTRUMENT']],
] as const)('names of %s', (role, names) => {
  expect(names.map((name) => [name, toImageRole(name)])).toEqual(names.map((name) => [name, role]))
})

test('the name of a family of funds is not the word that it resembles', () => {
  expect(toImageRole('iShares')).toBeUndefined()
})

test.each([
  ['Zug 223.73', true],
  ['QX/Unit: $1,223.73', true],
  ['Last 244.01', false],
  ['Day 1.25', false],
  ['Zug 223', false],
  ['Invesco NASDAQ 100 ETF', false],
])('whether %s may say what was paid: %s', (text, expected) => {
  expect(hasUnknownLabel(text)).toBe(expected)
})

describe('a label that was read otherwise than elsewhere in its image', () => {
  const mend = (...texts: string[]) => mendLabels(texts.map((text) => ({ text }))).map(({ text }) => text)

  test('is what most have', () => {
    expect(mend('Cost/share', 'Qty', 'Cost/share', 'Cost/shara')).toEqual([
      'Cost/share',
      'Qty',
      'Cost/share',
      'Cost/share',
    ])
  })

  test('is left as it is where none repeats, or where it is no label, a figure or another label', () => {
    for (const texts of [
      ['Cost/share', 'Cost/shara'],
      ['GOOGLE', 'GOOGLE', 'GOOGLX'],
      ['Gain/Loss', 'Gain/Loss', 'Gain/Loss %'],
      ['1 share', '1 share', '2 share'],
    ]) {
      expect(mend(...texts)).toEqual(texts)
    }
  })
})
