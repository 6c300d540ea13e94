import { expect, test } from 'vitest'
import { toTickerLabel } from './ticker-label.ts'

test.each([
  ['AAPL', 'AAPL'],
  ['BRK.B', 'BRK.B'],
  ['AAPL261218C00250000', 'AAPL $250 call'],
  ['F261218P00012500', 'F $12.50 put'],
])('%s reads %s', (ticker, label) => {
  expect(toTickerLabel(ticker)).toBe(label)
})
