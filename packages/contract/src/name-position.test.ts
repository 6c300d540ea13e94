import { expect, test } from 'vitest'
import { namePosition, namePositions } from './name-position.ts'

test.each([
  ['AAPL', 'AAPL'],
  ['^SPX', 'SPX'],
  ['NVDA270219P00380000', 'NVDA 380 put, Feb 19, 2027'],
  ['SPY270219C00712500', 'SPY 712.50 call, Feb 19, 2027'],
  ['T4.125-20341115', 'US Treasury 4.125% due Nov 15, 2034'],
  ['no option', 'no option'],
])('%s is called %s', (ticker, name) => {
  expect(namePosition(ticker)).toBe(name)
})

test('names that hold a comma stand apart by semicolons', () => {
  expect(namePositions(['A', 'B', 'C'])).toBe('A, B and C')
  expect(namePositions(['A', 'T0-20270318', 'C'])).toBe('A; US Treasury bill due Mar 18, 2027 and C')
  expect(namePositions(['A', 'B', 'C'], { joint: null })).toBe('A, B, C')
})

test('of many the first are named and the others counted, one more by its name', () => {
  expect(namePositions(['A', 'B', 'C', 'D'], { most: 2 })).toBe('A, B and 2 more')
  expect(namePositions(['A', 'B', 'C'], { most: 2 })).toBe('A, B and C')
  expect(namePositions(['A', 'B', 'C', 'D'], { most: 2, isCounted: false })).toBe('A, B and others')
  expect(namePositions(['A'])).toBe('A')
  expect(namePositions([])).toBe('')
})
