import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatOptionSymbol, OPTION_DIALECTS, toOptionRoot, toOptionSymbol, toOptionSymbolOf } from './option-symbol.ts'
import { isOptionSymbol, toOptionTerms, toTicker } from './ticker.ts'

const DAY = 86_400_000

const optionSymbols = () =>
  fc
    .record({
      root: fc.stringMatching(/^[A-Z]{1,5}[1-9]?$/),
      day: fc.integer({ min: Date.UTC(2000, 0, 1) / DAY, max: Date.UTC(2099, 11, 31) / DAY }),
      right: fc.constantFrom('C', 'P'),
      thousandths: fc.oneof(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1, max: 2_000 }).map((dollars) => dollars * 1000),
        fc.integer({ min: 1, max: 4_000 }).map((halves) => halves * 500),
      ),
    })
    .map(({ root, day, right, thousandths }) => {
      const yymmdd = new Date(day * DAY).toISOString().slice(2, 10).replaceAll('-', '')
      return `${root}${yymmdd}${right}${String(thousandths).padStart(8, '0')}`
    })

describe.each(OPTION_DIALECTS)('the dialect %s', (dialect) => {
  test('is read back to the symbol that it was written from', () => {
    fc.assert(
      fc.property(optionSymbols(), (symbol) => {
        expect(toOptionSymbol(formatOptionSymbol(symbol, dialect) ?? '')).toBe(symbol)
      }),
      { numRuns: 300 },
    )
  })

  test('is read in lower case and with blanks around it', () => {
    const written = formatOptionSymbol('AAPL261218C00252500', dialect) ?? ''
    expect(toOptionSymbol(`  ${written.toLowerCase()} `)).toBe('AAPL261218C00252500')
  })
})

test.each([
  // Fidelity
  [' -AAPL260117C200', 'AAPL260117C00200000'],
  ['-AAPL260116P00200000', 'AAPL260116P00200000'],
  ['-SPY260117P577.5', 'SPY260117P00577500'],
  ['AAPL JAN 17 2026 $200 CALL', 'AAPL260117C00200000'],
  // Schwab, and its history
  ['ACME 04/17/2026 55.00 C', 'ACME260417C00055000'],
  ['SPY   250321C00500000', 'SPY250321C00500000'],
  // E*TRADE
  ["AAPL Jan 17 '30 $150 Put", 'AAPL300117P00150000'],
  ["ARBE May 15 '26 $1.50 Call", 'ARBE260515C00001500'],
  // Interactive Brokers
  ['SPY 31MAR25 570 C', 'SPY250331C00570000'],
  ['TQQQ  261002P00055000', 'TQQQ261002P00055000'],
  // Robinhood
  ['RTX 3/20/2026 Call $185.00', 'RTX260320C00185000'],
  ['AAPL $150 Call 1/19/24', 'AAPL240119C00150000'],
  // Polygon, thinkorswim
  ['O:AAPL230616C00150000', 'AAPL230616C00150000'],
  ['.AAPL261218C250', 'AAPL261218C00250000'],
  // Tickers that are words elsewhere
  ['PM 12/18/2026 150.00 C', 'PM261218C00150000'],
  ['EXP $250 Call 12/18/26', 'EXP261218C00250000'],
  ['CALL (AAPL) APPLE INC JAN 17 26 $200 (100 SHS)', 'AAPL260117C00200000'],
  // Classes of shares and a strike above a thousand
  ['BRK/B 12/18/2026 480.00 P', 'BRKB261218P00480000'],
  ['BKNG 12/18/2026 Call $5,400.00', 'BKNG261218C05400000'],
])('%s is %s', (text, symbol) => {
  expect(toOptionSymbol(text)).toBe(symbol)
})

test.each([
  ['a company’s name for a ticker', 'CALL ACME CORP $55 EXP 04/17/26'],
  ['a day that does not exist', 'AAPL 02/30/2026 100 C'],
  ['a month that does not exist', 'AAPL261318C00100000'],
  ['two dates', 'AAPL 12/18/2026 12/19/2026 100 C'],
  ['two strikes', 'AAPL 12/18/2026 100 105 C'],
  ['no right', 'AAPL 12/18/2026 100'],
  ['no strike', 'AAPL 12/18/2026 C'],
  ['a strike of zero', 'AAPL 12/18/2026 0 C'],
  ['a strike finer than a tenth of a cent', 'AAPL 12/18/2026 100.0005 C'],
  ['a strike beyond five digits', 'AAPL261218C1000000'],
  ['a ticker', 'AAPL'],
  ['nothing', ''],
  ['a page of text', 'A '.repeat(1000)],
])('%s is no option', (_case, text) => {
  expect(toOptionSymbol(text)).toBeUndefined()
})

test('any text at all gives a valid symbol or none', () => {
  const piece = fc.constantFrom(
    'AAPL',
    '12/18/2026',
    '18DEC26',
    'DEC',
    '18',
    "'26",
    '$250',
    '250',
    'C',
    'PUT',
    '-',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join(' ')),
      ),
      (text) => {
        const symbol = toOptionSymbol(text)
        if (symbol !== undefined) expect([isOptionSymbol(symbol), toTicker(symbol)]).toEqual([true, symbol])
      },
    ),
    { numRuns: 2_000 },
  )
})

test('terms in columns of their own make the symbol', () => {
  expect(toOptionSymbolOf({ underlying: 'BRK.B', expiry: '2026-12-18', type: 'put', strike: 480 })).toBe(
    'BRKB261218P00480000',
  )
  expect(toOptionSymbolOf({ underlying: 'AAPL', expiry: '2026-02-30', type: 'put', strike: 480 })).toBeUndefined()
  expect(toOptionSymbolOf({ underlying: 'AAPL', expiry: '18.12.2026', type: 'put', strike: 480 })).toBeUndefined()
})

describe('the underlying of a symbol', () => {
  test.each([
    ['AAPL261218C00250000', 'AAPL', false],
    ['BRKB261218C00480000', 'BRK.B', false],
    ['SPXW261218P06500000', '^SPX', false],
    ['VIX261216C00020000', '^VIX', false],
    ['AAPL1261218C00250000', 'AAPL', true],
  ])('%s is on %s', (symbol, underlying, isAdjusted) => {
    expect(toOptionTerms(symbol)).toMatchObject({ underlying, isAdjusted })
  })

  test.each(['BRK.B', '^SPX', 'AAPL'])('%s is found again from its root', (ticker) => {
    expect(toOptionTerms(`${toOptionRoot(ticker)}261218C00250000`)?.underlying).toBe(ticker)
  })

  test('a day that the month does not have is its last, so that no date of a symbol breaks what reads it', () => {
    expect(toOptionTerms('AAPL260230C00250000')?.expiry).toBe('2026-02-28')
  })
})
