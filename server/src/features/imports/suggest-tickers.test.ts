import { describe, expect, test } from 'vitest'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { resolveTickers } from './resolve-tickers.ts'
import { TickerSuggester } from './suggest-tickers.ts'

const suggester = new TickerSuggester(['PLTR'])
const suggest = (ticker: string, name: string | null = null, isProven = false) =>
  suggester.suggest(ticker, name, isProven).map((suggestion) => suggestion.ticker)

describe('a ticker is not corrected to another', () => {
  test.each([
    ['that only shares a word of its name', 'SCHK', 'Schwab 1000 Index ETF', 'SCHW'],
    ['of another company', 'ABCL', 'AbCellera Biologics', 'ABCB'],
    ['when the figures beside it prove the row', 'SCHK', null, 'SCHW'],
  ])('%s', (_, ticker, name, other) => {
    expect(suggest(ticker, name, name === null)).not.toContain(other)
  })

  test('of the market where it has no price, when it is widely held', async () => {
    const marketData = createFixedMarket({ missing: { SCHD: 'unknown-ticker', QQZZX: 'unknown-ticker' } })
    const { known, unknown } = await resolveTickers({ marketData }, ['SCHD', 'QQZZX'])
    expect(known.map(([ticker]) => ticker)).toEqual(['SCHD'])
    expect(unknown).toEqual(['QQZZX'])
  })
})

describe('a slip is mended', () => {
  test.each([
    ['by the name', 'APPL', 'Apple Inc', 'AAPL'],
    ['that nothing contradicts', 'NVDAA', null, 'NVDA'],
    ['of what is held', 'PLTRR', null, 'PLTR'],
  ])('%s', (_, ticker, name, meant) => {
    expect(suggest(ticker, name)[0]).toBe(meant)
  })
})
