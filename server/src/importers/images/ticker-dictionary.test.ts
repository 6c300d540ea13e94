import { describe, expect, test } from 'vitest'
import { TickerDictionary } from './ticker-dictionary.ts'

const dictionary = new TickerDictionary([
  { ticker: 'AAPL', name: 'Apple Inc.' },
  { ticker: 'BRK.B', name: 'Berkshire Hathaway' },
  { ticker: 'SCHW', name: 'Charles Schwab Corporation' },
  { ticker: 'COST', name: 'Costco' },
  { ticker: 'V', name: 'Visa Inc.' },
  { ticker: 'O', name: 'Realty Income' },
])

describe('the ticker in a piece of text', () => {
  test.each([
    ['AAPL', 'AAPL', null],
    ['AAPL Apple Inc', 'AAPL', 'Apple Inc'],
    ['Apple Inc (AAPL)', 'AAPL', 'Apple Inc'],
    ['NASDAQ: AAPL', 'AAPL', null],
    ['BRKB', 'BRK.B', null],
    ['BRK-B', 'BRK.B', null],
    ['COST', 'COST', null],
    ['SOFI', 'SOFI', null],
    ['> AAPL v', 'AAPL', 'v'],
  ])('%s: %s', (text, ticker, name) => {
    expect(dictionary.findIn(text, true)).toMatchObject({ ticker, name })
  })

  test('an option is one, in the words of a broker', () => {
    expect(dictionary.findIn('AAPL Jan 16 2026 $200 Call', true)?.ticker).toBe('AAPL260116C00200000')
  })

  test.each(['Total', 'TOTAL', 'USD', 'Stocks', '9:41', '$268.56', 'Apple', 'CASH'])('%s is none', (text) => {
    expect(dictionary.findIn(text, true)).toBeUndefined()
  })

  test('what could be a misread ticker counts only where a ticker has to stand', () => {
    expect(dictionary.findIn('5CHW', true)).toBeUndefined()
    expect(dictionary.findIn('5CHW', false)).toMatchObject({ ticker: '5CHW', isKnown: false })
  })
})

test('tickers that look alike are found, others are not', () => {
  expect(dictionary.findLookAlikes('5CHW')).toEqual(['SCHW'])
  expect(dictionary.findLookAlikes('0')).toEqual([])
  expect(dictionary.findLookAlikes('C0ST')).toEqual(['COST'])
  expect(dictionary.findLookAlikes('XYZ')).toEqual([])
})

test('a company is found by its name, however its form is written or misread', () => {
  for (const name of ['APPLE INC', 'Apple', 'Apple lnc.', 'Apple Inc Common Stock']) {
    expect(dictionary.findByName(name)).toBe('AAPL')
  }
  expect(dictionary.findByName('BERKSHIRE HATHAWAY CL B')).toBe('BRK.B')
  expect(dictionary.findByName('Inc')).toBeUndefined()
})
