import { expect, test } from 'vitest'
import { nameLeftOut, toTickerLabel } from './ticker-label.ts'

test.each([
  ['AAPL', 'AAPL'],
  ['BRK.B', 'BRK.B'],
  ['AAPL261218C00250000', 'AAPL $250 call'],
  ['F261218P00012500', 'F $12.50 put'],
])('%s reads %s', (ticker, label) => {
  expect(toTickerLabel(ticker)).toBe(label)
})

test('what is left out has its reason in words', () => {
  const leftOut = [
    { ticker: 'ZZZZ', reason: 'not-simulated' },
    { ticker: 'SPY260618P00500000', reason: 'expired' },
    { ticker: 'KO', reason: 'Its chain is empty' },
  ]
  expect(nameLeftOut(leftOut)).toBe(
    'ZZZZ (not in the demo market); SPY 500 put, Jun 18, 2026 (expired); KO (its chain is empty)',
  )
})
