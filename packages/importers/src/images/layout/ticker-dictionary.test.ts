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
    ['COST naspaqQ', 'COST', 'naspaqQ'],
    ['SOFI', 'SOFI', null],
    ['> AAPL v', 'AAPL', 'v'],
    // What stands behind a mark and a blank is a name, though it be another one than we know.
    ['AAPL, Apfel Ltd', 'AAPL', 'Apfel Ltd'],
    ['AAPL - iApple', 'AAPL', 'iApple'],
    ['Realty Income Corp (0)', 'O', 'Realty Income Corp'],
    ['Corp (0)', 'O', 'Corp'],
    ['0, Realty Income Corp', 'O', 'Realty Income Corp'],
  ])('%s: %s', (text, ticker, name) => {
    expect(dictionary.findIn(text, true)).toMatchObject({ ticker, name })
  })

  test('an option is one, in the words of a broker', () => {
    expect(dictionary.findIn('AAPL Jan 16 2026 $200 Call', true)?.ticker).toBe('AAPL260116C00200000')
  })

  test.each(['Total', 'TOTAL', 'USD', 'Stocks', '9:41', '$268.56', 'Apple', 'CASH', 'V-Line', 'Shares (0)', '0, none'])(
    '%s is none',
    (text) => {
      expect(dictionary.findIn(text, true)).toBeUndefined()
    },
  )

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

describe('tickers in the manner of other screens', () => {
  const more = new TickerDictionary([
    ...[
      { ticker: 'HEI.A', name: 'HEICO Class A' },
      { ticker: 'BF.B', name: 'Brown-Forman' },
      { ticker: 'HEI', name: 'HEICO' },
    ],
    ...[
      { ticker: 'ING', name: 'ING Groep' },
      { ticker: 'SE', name: 'Sea Limited' },
      { ticker: 'ARKK', name: 'ARK Innovation ETF' },
    ],
    ...[
      { ticker: 'T', name: 'AT&T' },
      { ticker: 'BE', name: 'Bloom Energy' },
      { ticker: 'LEN.B', name: 'Lennar Class B' },
    ],
  ])

  test.each([
    ['TD.TO', 'TD.TO'],
    ['0700.HK', '0700.HK'],
    ['U.US', 'U.US'],
    ['PETR4', 'PETR4'],
    ['ARK Innovation ETF, ARKK', 'ARKK'],
    ['Symbol: BF.B', 'BF.B'],
    ['PG NYSE', 'PG'],
    ['LEN B LENNAR CORPORATION', 'LEN.B'],
    // A point may be read as a part of the letter before it.
    ['HELA', 'HEI.A'],
    ['BEB', 'BF.B'],
    ['TAT&T Inc.', 'T'],
  ])('%s is %s', (text, ticker) => {
    expect(more.findIn(text, false)).toMatchObject({ ticker })
    expect(more.findIn(text, false)?.isByName).toBeUndefined()
  })

  test('a company whose name begins with a ticker is found by its name, and so is one beside a mark', () => {
    expect(more.findIn('ING GROEP N.V.', true)).toMatchObject({ ticker: 'ING', isByName: true })
    expect(more.findIn('BE ARK Innovation ETF', true)).toMatchObject({ ticker: 'ARKK', isByName: true })
  })

  test('the form of a company at the end of its name is no ticker', () => {
    expect(more.findIn('Allianz SE', true)).toBeUndefined()
  })

  test('the class of shares is told by the name', () => {
    expect(more.findByName('HEICO Corporation Class A')).toBe('HEI.A')
    expect(more.findByName('HEICO Corporation')).toBe('HEI')
  })
})

describe('a small ticker behind the name of its company', () => {
  const behind = new TickerDictionary(
    [
      ...['KO Coca-Cola Company', 'QQQM Invesco NASDAQ 100 ETF', 'MELI MercadoLibre, Inc.', 'V Visa Inc.', 'BP BP'],
      ...[
        'JEPI JPMorgan Equity Premium Income ETF',
        'JPM JPMorgan Chase & Co.',
        'LEN Lennar Corporation',
        'SOFI SoFi Technologies',
      ],
    ].map((line) => ({ ticker: line.split(' ')[0] ?? '', name: line.split(' ').slice(1).join(' ') })),
  )

  test.each([
    ['Coca-Cola Company ko', 'KO'],
    ['Visa Inc. V', 'V'],
    ['BP p.l.c. ADR BP', 'BP'],
  ])('%s: the name proves it', (text, ticker) => {
    expect(behind.findIn(text, true)).toMatchObject({ ticker, isKnown: true })
    expect(behind.findCompany(text).isByName).toBeUndefined()
  })

  test('a company with its ticker in brackets is found by that ticker, also where it was read in small letters', () => {
    expect(behind.findCompany('Visa Inc (V)')).toMatchObject({ ticker: 'V', name: 'Visa Inc', isKnown: true })
    expect(behind.findIn('Visa Inc (v)', true)).toMatchObject({ ticker: 'V', isKnown: true })
  })

  test.each([
    ['MercadoLibre, Inc. MEL]', 'MELI'],
    ['Invesco NASDAQ 100 ETF qqam', 'QQQM'],
    ['JPMorgan Equity Premium Incom... JEP]', 'JEPI'],
    ['SOF SoFi Technologies', 'SOFI'],
  ])('%s: read badly, it is found by the name, which is a doubt', (text, ticker) => {
    expect(behind.findIn(text, false)).toMatchObject({ ticker, isByName: true })
  })

  test.each(['Lennar Corporation Cl', 'Visa Inc. Debit'])('%s ends with a word of the name', (text) => {
    expect(behind.findIn(text, false)).toBeUndefined()
  })
})
