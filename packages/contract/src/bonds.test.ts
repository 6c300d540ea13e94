import { expect, test } from 'vitest'
import { nameBond, toBondSymbol, toBondTerms } from './bonds.ts'
import { isTicker, toTicker } from './ticker.ts'

test.each([
  [4.125, '2034-11-15', 'T4.125-20341115', 'US Treasury 4.125% due Nov 15, 2034'],
  [0, '2027-03-18', 'T0-20270318', 'US Treasury bill due Mar 18, 2027'],
  [2.5, '2046-02-15', 'T2.5-20460215', 'US Treasury 2.5% due Feb 15, 2046'],
])('a coupon of %f until %s is %s, a ticker like any other', (couponPercent, maturity, symbol, name) => {
  const terms = { couponPercent, maturity }
  expect(toBondSymbol(terms)).toBe(symbol)
  expect(toBondTerms(symbol)).toEqual(terms)
  expect(isTicker(symbol)).toBe(true)
  expect(toTicker(symbol.toLowerCase())).toBe(symbol)
  expect(nameBond(terms)).toBe(name)
})

test('what only looks like one is none', () => {
  for (const text of ['T', 'TLT', 'T4-20270230', 'T4.1255-20270228', 'T-20270318', 'X4-20270318', 'T4-19991115']) {
    expect(toBondTerms(text)).toBeUndefined()
  }
  expect(toBondSymbol({ couponPercent: 4.12345, maturity: '2034-11-15' })).toBeUndefined()
  expect(toBondSymbol({ couponPercent: 4, maturity: '2034-02-30' })).toBeUndefined()
})
