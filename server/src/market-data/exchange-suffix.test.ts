import { expect, test } from 'vitest'
import { closesElsewhere, findExchangeSuffix } from './exchange-suffix.ts'

test.each([
  ['VOD.L', 'L', true],
  ['7203.T', 'T', true],
  ['SAP.DE', 'DE', true],
  ['0700.HK', 'HK', true],
  ['SHOP.TO', 'TO', false],
  ['PETR4.SA', 'SA', false],
  ['BRK.B', undefined, false],
  ['AAPL', undefined, false],
  ['BTC-USD', undefined, false],
])('%s is listed at %s and closes elsewhere: %s', (ticker, suffix, isElsewhere) => {
  expect(findExchangeSuffix(ticker)).toBe(suffix)
  expect(closesElsewhere(ticker)).toBe(isElsewhere)
})
