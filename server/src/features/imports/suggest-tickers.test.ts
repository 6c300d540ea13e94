import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { listReadableInstruments } from './instrument-names.ts'
import { resolveTickers } from './resolve-tickers.ts'
import { countSlips, TickerSuggester } from './suggest-tickers.ts'

const suggester = new TickerSuggester(['PLTR'])
const suggest = (ticker: string, name: string | null = null, isProven = false) =>
  suggester.suggest(ticker, name, isProven).map((suggestion) => suggestion.ticker)

describe('a ticker is not corrected to another', () => {
  test.each([
    ['that only shares a word of its name', 'SCHK', 'Schwab 1000 Index ETF', 'SCHW'],
    ['of another company', 'ABCL', 'AbCellera Biologics', 'ABCB'],
    ['that is traded elsewhere', 'VOD.L', 'Vodafone Group', 'VOD'],
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

test('whatever is a slip away is found, without looking at all tickers letter by letter', () => {
  const tickers = listReadableInstruments().map(({ ticker }) => ticker)
  const letters = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 2, maxLength: 5 })
  const slips = (ticker: string) => tickers.filter((other) => countSlips(ticker, other, 1) === 1)
  fc.assert(
    fc.property(letters, (ticker) => {
      const near = slips(ticker)
      const proposed = new TickerSuggester([]).suggest(ticker, null, false).map((suggestion) => suggestion.ticker)
      expect(proposed).toHaveLength(Math.min(3, near.length))
      expect(near).toEqual(expect.arrayContaining(proposed))
    }),
    { numRuns: 60 },
  )
})

test('five hundred tickers that nobody knows cost a fraction of a second, however many are held', {
  tags: 'full',
}, () => {
  const rich = new TickerSuggester(Array.from({ length: 20_000 }, (_, index) => `H${index.toString(36).toUpperCase()}`))
  const before = process.cpuUsage()
  for (let index = 0; index < 500; index++) {
    const letters = [...String(index)].map((digit) => String.fromCharCode(75 + Number(digit))).join('')
    rich.suggest(`Q${letters}X`, null, false)
  }
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000)
})
