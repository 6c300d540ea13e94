import { expect, test } from 'vitest'
import { findListedCompany, toGicsSector } from './sectors.ts'

test.each([
  ['Technology', 'Technology'],
  ['Information Technology', 'Technology'],
  ['IT', 'Technology'],
  ['Financial Services', 'Financials'],
  ['Healthcare', 'Health Care'],
  ['Consumer Cyclical', 'Consumer Discretionary'],
  ['Consumer Defensive', 'Consumer Staples'],
  ['Basic Materials', 'Materials'],
  ['  real   estate ', 'Real Estate'],
  ['COMMUNICATIONS', 'Communication Services'],
])('%s is the sector %s', (name, sector) => {
  expect(toGicsSector(name)).toBe(sector)
})

test.each(['', 'Unknown', 'Meme stocks', 'Cash'])('"%s" is no sector', (name) => {
  expect(toGicsSector(name)).toBeUndefined()
})

test('members of the S&P 500 have a name and a sector, share classes under their canonical ticker', () => {
  expect(findListedCompany('BRK.B')).toEqual({ name: 'Berkshire Hathaway', sector: 'Financials' })
  expect(findListedCompany('MMM')).toEqual({ name: '3M', sector: 'Industrials' })
  expect(findListedCompany('ZZZZ')).toBeUndefined()
})
