import { expect, test } from 'vitest'
import { nameHoldings } from './name-holdings.ts'

test('a holding is called by the first word of its name, unless others are too, or the word is any company’s', () => {
  const names = nameHoldings([
    { ticker: 'AAPL', name: 'Apple Inc.' },
    { ticker: 'NVDA', name: 'NVIDIA Corporation' },
    { ticker: 'NVDA', name: 'NVIDIA Corporation' },
    { ticker: 'GM', name: 'General Motors' },
    { ticker: 'BRK.A', name: 'Berkshire Hathaway A' },
    { ticker: 'BRK.B', name: 'Berkshire Hathaway B' },
    { ticker: 'VTI', name: 'Vanguard Total Stock Market ETF' },
    { ticker: 'BA', name: 'The Boeing Company' },
    { ticker: 'TTD', name: 'The Trade Desk, Inc.' },
    { ticker: 'KO', name: null },
  ])
  expect([...names]).toEqual([
    ['apple', 'AAPL'],
    ['nvidia', 'NVDA'],
    ['boeing', 'BA'],
  ])
})
