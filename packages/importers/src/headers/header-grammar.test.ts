import { describe, expect, test } from 'vitest'
import { findRoleByWords, isAllLabelWords, speaksOfOther } from './header-grammar.ts'
import { findRole } from './header-names.ts'

describe('names of columns that no broker of ours has', () => {
  test.each([
    ['Avg. trade price', 'avgCost'],
    ['Average unit cost', 'avgCost'],
    ['Prix de revient', 'avgCost'],
    ['Einstandspreis je Stück', 'avgCost'],
    ['Purchase price per share', 'avgCost'],
    ['Total purchase price', 'costTotal'],
    ['Amount invested', 'costTotal'],
    ['Units held', 'quantity'],
    ['Number of units', 'quantity'],
    ['Nombre de titres', 'quantity'],
    ['Latest quote', 'price'],
    ['Value per unit', 'price'],
    ['Equity symbol', 'symbol'],
    ['Sym', 'symbol'],
    ['Underlying symbol', undefined],
    ['Market value today', 'value'],
    ['Worth now', 'value'],
    ['Change in value today', undefined],
    ['Gain today', undefined],
    ['Valorisation', 'value'],
    ['Valeur de marche', 'value'],
    ['Unrealised profit', 'gain'],
    ['+/- value', 'value'],
    ['Gain %', undefined],
    ['3 shares', undefined],
    ["Today's return", undefined],
    ['52 week high', undefined],
    ['Annual dividend income', undefined],
    ['Account', undefined],
    ['Apple Inc', undefined],
  ])('%s', (name, role) => {
    expect(findRoleByWords(name)).toBe(role)
  })

  test('accents that a recogniser lost are no other names', () => {
    expect(['Quantite', 'Quantité', 'Kurzel', 'Libelle'].map(findRole)).toEqual([
      'quantity',
      'quantity',
      'symbol',
      'description',
    ])
  })

  test('a company may have a word of columns in its name', () => {
    expect(speaksOfOther('Schwab US Dividend Equity ETF')).toBe(true)
    expect(isAllLabelWords('Schwab US Dividend Equity ETF')).toBe(false)
    expect(isAllLabelWords("Today's change")).toBe(true)
  })
})
