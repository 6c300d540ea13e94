import { expect, test } from 'vitest'
import { isGearedFund } from './geared-fund.ts'

test.each([
  'ProShares UltraPro QQQ',
  'ProShares UltraPro Short QQQ',
  'ProShares UltraShort 20+ Year Treasury',
  'ProShares Ultra S&P500',
  'ProShares Short S&P500',
  'Direxion Daily Semiconductor Bull 3X Shares',
  'Direxion Daily S&P 500 Bear 1X Shares',
  'GraniteShares 2x Long NVDA Daily ETF',
  'GraniteShares 1.5x Long META Daily ETF',
  'T-Rex 2X Inverse Tesla Daily Target ETF',
])('%s repeats a multiple of the day', (name) => {
  expect(isGearedFund({ name, isFund: true })).toBe(true)
})

test.each([
  'SPDR S&P 500 ETF Trust',
  'iShares Ultra Short-Term Bond Active ETF',
  'JPMorgan Ultra-Short Income ETF',
  'iShares Core U.S. Aggregate Bond ETF',
  'Vanguard Short-Term Treasury ETF',
  'Invesco DB US Dollar Index Bullish Fund',
])('%s does not', (name) => {
  expect(isGearedFund({ name, isFund: true })).toBe(false)
})

test('a company is none, whatever its name', () => {
  expect(isGearedFund({ name: 'Ultra Clean Holdings', isFund: false })).toBe(false)
})
