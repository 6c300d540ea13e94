import type { ImportedSource, SourcePosition } from '@ballast/importers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { identifyInstruments } from './identify-instruments.ts'
import { findTickerOfName } from './instrument-names.ts'
import { joinPositions } from './join-positions.ts'
import { checkArithmetic, judgeConfidence } from './judge-position.ts'
import { findTickerOfIdentifier, isSecurityIdentifier, LISTED_IDENTIFIERS } from './known-identifiers.ts'
import { reconcileTotals } from './reconcile-totals.ts'
import type { ReviewedSource } from './reviewed-source.ts'
import { countSlips, TickerSuggester } from './suggest-tickers.ts'

const position = (fields: Partial<SourcePosition> = {}): SourcePosition => ({
  lines: [2],
  ticker: 'AAPL',
  name: null,
  identifier: null,
  kind: 'security',
  shares: '10',
  avgCost: null,
  currency: 'USD',
  multiplier: 1,
  sector: null,
  account: null,
  statedPrice: null,
  statedValue: null,
  certainty: 1,
  doubts: [],
  suggestions: [],
  ...fields,
})

const source = (
  positions: readonly SourcePosition[],
  fields: Partial<ImportedSource> = {},
  name = 'a.csv',
): ReviewedSource => ({
  name,
  imported: {
    kind: 'csv',
    format: null,
    content: 'positions',
    asOf: null,
    knownFrom: null,
    mapping: null,
    lines: [],
    statedTotals: [],
    problems: [],
    notes: [],
    positions,
    ...fields,
  },
})

describe('arithmetic', () => {
  test.each([
    // 42.317 × 268.56 = 11,364.65352, stated to the cent.
    ['42.317', 268.56, 11_364.65, 1, 'holds'],
    // A price rounded to the cent hides up to half a cent for each of 1,000 shares: $5.
    ['1000', 13.05, 13_053.2, 1, 'holds'],
    ['1000', 13.05, 13_056, 1, 'fails'],
    ['10', 150, 1_500, 1, 'holds'],
    ['10', 150, 1_510, 1, 'fails'],
    // A digit read wrongly: 18 for 10, and a point that was lost.
    ['18', 150, 1_500, 1, 'fails'],
    ['10', 15_025, 1_502.5, 1, 'fails'],
    // Two contracts of 100 at 38.15; shorts are stated with or without their sign.
    ['2', 38.15, 7_630, 100, 'holds'],
    ['-1', 2.15, -215, 100, 'holds'],
    ['-20', 395.23, 7_904.6, 1, 'holds'],
    // A mutual fund's shares are rounded to three places, and its price shows four.
    ['150.444', 231.9001, 34_887.98, 1, 'holds'],
    // Values without cents.
    ['100.0421', 71.3, 7_133, 1, 'holds'],
    [null, 1, 1, 1, 'not-given'],
    ['1', null, 1, 1, 'not-given'],
    ['1', 1, null, 1, 'not-given'],
  ] as const)('%s × %s = %s (× %s) %s', (shares, statedPrice, statedValue, multiplier, verdict) => {
    expect(checkArithmetic({ shares, statedPrice, statedValue, multiplier })).toBe(verdict)
  })

  test('holds for every value that is the product rounded to the cent', () => {
    const cents = (most: number) => fc.integer({ min: 1, max: most }).map((value) => value / 100)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), cents(1_000_000), (shares, statedPrice) => {
        const statedValue = Math.round(shares * statedPrice * 100) / 100
        expect(checkArithmetic({ shares: String(shares), statedPrice, statedValue, multiplier: 1 })).toBe('holds')
      }),
      { numRuns: 300 },
    )
  })
})

describe('confidence', () => {
  const judge = (fields: Partial<SourcePosition>, rest: Partial<Parameters<typeof judgeConfidence>[1]> = {}) =>
    judgeConfidence(position(fields), { arithmetic: 'not-given', isKnown: true, isImage: false, ...rest })

  test('is never high when the arithmetic fails, however sure the reading', () => {
    for (const isImage of [true, false]) expect(judge({ certainty: 1 }, { arithmetic: 'fails', isImage })).toBe('low')
  })

  test('is not low because a ticker is unknown', () => {
    expect(judge({}, { isKnown: false })).toBe('medium')
    expect(judge({}, { isKnown: false, arithmetic: 'holds' })).toBe('high')
    expect(judge({ certainty: 0.95 }, { isKnown: false, isImage: true, arithmetic: 'holds' })).toBe('medium')
  })

  test('is low for what cannot be saved as it is', () => {
    expect(judge({ shares: null })).toBe('low')
    expect(judge({ ticker: '???' })).toBe('low')
  })

  test('of an image has to be earned', () => {
    const image = { isImage: true, arithmetic: 'holds' } as const
    expect(judge({ certainty: 0.95 }, image)).toBe('high')
    expect(judge({ certainty: 0.85 }, image)).toBe('medium')
    expect(judge({ certainty: 0.4 }, image)).toBe('low')
    expect(judge({ certainty: 0.95, doubts: [{ field: 'avgCost', reason: 'blurred' }] }, image)).toBe('medium')
  })
})

describe('securities that are named by a number or a name', () => {
  const identify = (fields: Partial<SourcePosition>, others: readonly SourcePosition[] = []) =>
    identifyInstruments(source([position(fields), ...others]).imported).positions[0]

  test('every number of the list passes its own check digit, and a changed one does not', () => {
    expect(LISTED_IDENTIFIERS.length).toBeGreaterThan(100)
    for (const number of LISTED_IDENTIFIERS) {
      expect([number, isSecurityIdentifier(number)]).toEqual([number, true])
      const digit = (Number(number.at(-1)) + 1) % 10
      expect(isSecurityIdentifier(`${number.slice(0, -1)}${digit}`)).toBe(false)
    }
  })

  test('an ISIN and the CUSIP in it name the same security', () => {
    expect(findTickerOfIdentifier('US0378331005')).toBe('AAPL')
    expect(findTickerOfIdentifier('037833100')).toBe('AAPL')
    expect(identify({ ticker: 'US0378331005', identifier: 'US0378331005' })).toMatchObject({
      ticker: 'AAPL',
      doubts: [],
    })
  })

  test('another row of the source may tell', () => {
    const other = position({ ticker: 'TD.TO', identifier: 'CA8911605092' })
    expect(identify({ ticker: 'CA8911605092', identifier: 'CA8911605092' }, [other])?.ticker).toBe('TD.TO')
  })

  test('a name alone suggests, and asks for a look', () => {
    expect(findTickerOfName('APPLE INC. COM')).toBe('AAPL')
    expect(findTickerOfName('Alphabet Inc.')).toBeUndefined()
    const found = identify({ ticker: '', name: 'MICROSOFT CORP' })
    expect(found).toMatchObject({ ticker: 'MSFT', doubts: [{ field: 'ticker' }] })
  })

  test('a name that was typed where a ticker is expected is one, unless it is the ticker itself', () => {
    expect(identify({ ticker: 'APPLE', name: 'Apple' })).toMatchObject({
      ticker: 'AAPL',
      doubts: [{ field: 'ticker' }],
    })
    expect(identify({ ticker: 'UBER', name: 'Uber' })).toMatchObject({ ticker: 'UBER', doubts: [] })
    expect(identify({ ticker: 'F', name: 'Ford Motor' })).toMatchObject({ ticker: 'F', doubts: [] })
  })

  test('a ticker is left alone, also one that looks like nothing', () => {
    expect(identify({ ticker: 'ZZZQ', name: 'Apple Inc.' })?.ticker).toBe('ZZZQ')
  })
})

describe('suggestions', () => {
  test.each([
    ['SCHW', 'SCHW', 0],
    ['SCHW', 'SCHVV', 2],
    ['SHCW', 'SCHW', 1],
    ['APPL', 'AAPL', 1],
    ['AAP', 'AAPL', 1],
    ['NVDIA', 'NVDA', 1],
  ])('%s is %s after %i slips', (a, b, slips) => {
    expect(countSlips(a, b, 5)).toBe(slips)
    expect(countSlips(b, a, 5)).toBe(slips)
  })

  test('begin with what is held, and give the name', () => {
    const [first] = new TickerSuggester(['ZSCH']).suggest('SCH', null, false)
    expect(first).toEqual({ ticker: 'ZSCH', reason: 'Did you mean ZSCH? You hold it.' })
    const [schwab] = new TickerSuggester([]).suggest('SCHVV'.replace('VV', 'V'), 'Charles Schwab', false)
    expect(schwab).toEqual({ ticker: 'SCHW', reason: expect.stringContaining('Did you mean SCHW? It is ') })
  })

  test('keep to names where the figures prove the reading', () => {
    expect(new TickerSuggester([]).suggest('APPL', null, true)).toEqual([])
    expect(new TickerSuggester([]).suggest('APPL', 'Apple Inc.', true)).toMatchObject([{ ticker: 'AAPL' }])
  })

  test('are at most three', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{1,6}$/), (ticker) => {
        const suggested = new TickerSuggester(['AAA', 'AAB', 'AAC', 'AAD']).suggest(ticker, null, false)
        expect(suggested.length).toBeLessThanOrEqual(3)
        expect(new Set(suggested.map((suggestion) => suggestion.ticker)).size).toBe(suggested.length)
      }),
      { numRuns: 50 },
    )
  })
})

describe('one list out of several sources', () => {
  const tickersOf = (sources: readonly ReviewedSource[]) =>
    joinPositions(sources).positions.map(({ position: { ticker, shares, avgCost } }) => [ticker, shares, avgCost])
  const image = (positions: readonly SourcePosition[], name: string) => source(positions, { kind: 'image' }, name)

  test('lots of one ticker in one account are one position with their total cost', () => {
    const lots = [
      position({ shares: '10', avgCost: '100', lines: [2] }),
      position({ shares: '30', avgCost: '200', lines: [5] }),
    ]
    const { positions, notes } = joinPositions([source(lots)])
    // (10 × 100 + 30 × 200) / 40 = 175
    expect(positions).toMatchObject([{ position: { shares: '40', avgCost: '175' }, lines: [{ line: 2 }, { line: 5 }] }])
    expect(notes).toEqual([expect.stringContaining('Rows 2 and 5 are one position')])
  })

  test('accounts, currencies and directions stay apart, and so does what has to be looked at', () => {
    expect(
      tickersOf([
        source([
          position({ account: '…123' }),
          position({ account: '…456' }),
          position({ currency: 'EUR' }),
          position({ shares: '-3' }),
          position({ shares: '2', doubts: [{ field: 'shares', reason: 'blurred' }] }),
        ]),
      ]),
    ).toHaveLength(5)
  })

  test('what two screenshots both show counts once, with what only one of them shows', () => {
    const joined = joinPositions([
      image([position({ certainty: 0.8 }), position({ ticker: 'KO', shares: '5' })], 'Image 1'),
      image([position({ shares: '10.0', avgCost: '150', certainty: 0.9 }), position({ ticker: 'PG' })], 'Image 2'),
    ])
    expect(joined.positions.map(({ position: { ticker } }) => ticker)).toEqual(['AAPL', 'KO', 'PG'])
    expect(joined.positions[0]).toMatchObject({
      position: { avgCost: '150', certainty: 0.9 },
      lines: [
        { source: 0, line: 2 },
        { source: 1, line: 2 },
      ],
    })
    expect(joined.notes).toEqual(['10.0 AAPL is in Image 1 and in Image 2: it counts once.'])
  })

  test('other shares in another screenshot are kept, with a doubt', () => {
    const { positions } = joinPositions([
      image([position()], 'Image 1'),
      image([position({ shares: '11' })], 'Image 2'),
    ])
    expect(positions).toHaveLength(2)
    expect(positions[1]?.position.doubts).toMatchObject([
      { field: 'shares', reason: expect.stringContaining('AAPL is also in Image 1 with 10 shares') },
    ])
  })

  test('two files may hold alike, unless both name the same account', () => {
    const named = position({ account: 'IRA …123' })
    expect(tickersOf([source([position()]), source([position()], {}, 'b.csv')])).toHaveLength(2)
    expect(tickersOf([source([named]), source([named], {}, 'b.csv')])).toHaveLength(1)
  })
})

describe('totals', () => {
  const reconcile = (sources: readonly ReviewedSource[]) => reconcileTotals(sources, joinPositions(sources).positions)
  const held = (ticker: string, statedValue: number | null, account: string | null = null) =>
    position({ ticker, statedValue, account, lines: [ticker.charCodeAt(0)] })
  const total = (value: number, account: string | null = null) => ({ account, currency: 'USD', value })

  test('tenths that no binary number holds add up to the cent', () => {
    const three = [held('A', 0.1), held('B', 0.2), held('C', 1_000_000.3)]
    expect(reconcile([source(three, { statedTotals: [total(1_000_000.6)] })])).toMatchObject([
      { difference: 0, matches: true, sentence: "The sum of $1,000,000.60 matches your broker's total." },
    ])
  })

  test('a difference is told to the cent', () => {
    const [entry] = reconcile([source([held('A', 100)], { statedTotals: [total(112.34)] })])
    expect(entry).toMatchObject({ difference: -12.34, matches: false })
    expect(entry?.sentence).toBe("The sum of $100.00 and your broker's total of $112.34 are off by $12.34.")
  })

  test('each account is compared with its own total, and all with the total of all', () => {
    const sources = [
      source([held('A', 100, '…1'), held('B', 50, '…2')], {
        statedTotals: [total(100, '…1'), total(60, '…2'), total(150)],
      }),
    ]
    expect(reconcile(sources).map(({ account, positionCount, matches }) => [account, positionCount, matches])).toEqual([
      ['…1', 1, true],
      ['…2', 1, false],
      [null, 2, true],
    ])
  })

  test('values outside of positions belong to the sum; missing ones are told', () => {
    const sources = [
      source([held('A', 100), held('B', null)], {
        statedTotals: [total(105)],
        valuesOutside: [{ line: 9, account: null, currency: 'USD', value: 5 }],
      }),
    ]
    expect(reconcile(sources)).toMatchObject([
      {
        valueOfPositions: 105,
        matches: true,
        sentence:
          "The sum of $105.00, $5.00 outside of positions included, matches your broker's total. 1 position states no value and is not in the sum.",
      },
    ])
  })

  test('screenshots of one list repeat its total', () => {
    const screens = ['A', 'B'].map((ticker) =>
      source([held(ticker, 50)], { kind: 'image', statedTotals: [total(100)] }, ticker),
    )
    expect(reconcile(screens)).toMatchObject([{ statedTotal: 100, matches: true }])
  })

  test('no total is no comparison', () => {
    expect(reconcile([source([held('A', 100)])])).toMatchObject([
      { matches: null, sentence: 'The source states no total to compare with.' },
    ])
  })
})
