import { expect, test } from 'vitest'
import { isOwnFormat } from './own-format.ts'

test.each([
  'ticker,shares,avgCost,sector\nAAPL,10,150,Technology',
  '\ufeffTicker;Shares;Avg Cost\r\nAAPL;10;150',
  'sep=;\nticker;shares\nAAPL;10',
  '"ticker","shares","currency"\n"AAPL","10","USD"',
  '\n\nshares\tticker\n10\tAAPL',
  '[{"ticker": "AAPL", "shares": 3}]',
  '{"positions": [{"ticker": "AAPL", "shares": 3}]}',
  '[{"ticker": "AAPL", "shares": 3',
  '[]',
])('%j is our own', (text) => {
  expect(isOwnFormat(text)).toBe(true)
})

test.each([
  'Symbol,Quantity,Average Cost\nAAPL,10,150',
  'ticker,shares,avgCost,Market Value\nAAPL,10,150,2000',
  '100 AAPL @ 150.25',
  'AAPL,10,150\nMSFT,5,200',
  'Account Number,Account Name,Symbol,Description',
  '[{"symbol": "AAPL", "quantity": 3}]',
  '',
])('%j is for the importers', (text) => {
  expect(isOwnFormat(text)).toBe(false)
})
