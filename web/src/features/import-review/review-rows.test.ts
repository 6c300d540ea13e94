import { describe, expect, test } from 'vitest'
import {
  emptyRow,
  findSuggestion,
  firstDoubtfulField,
  isDoubtful,
  joinReasons,
  toFieldText,
  toPositionsToSave,
  toRow,
  withField,
} from './review-rows.ts'
import { makeExtracted } from './test-review.ts'

const misread = makeExtracted({
  ticker: '5CHW',
  shares: 100,
  avgCost: 64.02,
  confidence: 'low',
  doubts: [{ field: 'ticker', reason: 'Unknown' }],
  suggestions: [{ field: 'ticker', value: 'SCHW', reason: '5 and S look alike' }],
})

describe('a row that was read', () => {
  test('holds its figures with two decimals, or as many as they have', () => {
    expect(toRow(makeExtracted({ ticker: 'VTI', shares: 184, avgCost: 214.3651 }))).toMatchObject({
      shares: '184.00',
      avgCost: '214.3651',
      needsLook: false,
      errors: {},
    })
  })

  test('an average of lots stands in cents, and is saved as exactly as it was read', () => {
    const row = toRow(makeExtracted({ ticker: 'VTI', shares: 3, avgCost: 316.6666666667 }))
    expect(row.avgCost).toBe('316.67')
    expect(toPositionsToSave([withField(row, 'shares', '4')])).toMatchObject([{ shares: 4, avgCost: 316.6666666667 }])
    expect(toPositionsToSave([withField(row, 'avgCost', '316.67')])).toMatchObject([{ avgCost: 316.67 }])
    expect(toRow(makeExtracted({ ticker: 'VTI', avgCost: 0.0000425 })).avgCost).toBe('0.0000425')
  })

  test('needs a look while a doubt is open; a change of that field settles it', () => {
    const row = toRow(misread)
    expect(row.needsLook).toBe(true)
    expect(isDoubtful(row, 'ticker')).toBe(true)
    expect(isDoubtful(row, 'shares')).toBe(false)
    expect(withField(row, 'shares', '90').needsLook).toBe(true)
    expect(withField(row, 'ticker', 'schw')).toMatchObject({ ticker: 'SCHW', needsLook: false })
  })

  test('suggests until the field was changed or holds the value', () => {
    const row = toRow(misread)
    expect(findSuggestion(row)).toEqual({ field: 'ticker', value: 'SCHW' })
    expect(findSuggestion(withField(row, 'ticker', 'SCHX'))).toBeUndefined()
    expect(findSuggestion(withField(row, 'shares', '1'))).toEqual({ field: 'ticker', value: 'SCHW' })
  })

  test('shares that could not be read must be filled in', () => {
    const row = toRow(makeExtracted({ ticker: 'VTI', shares: null }))
    expect(row.errors.shares).toBe('Enter the shares as a number, such as 10 or 1250.5.')
    expect(firstDoubtfulField(row)).toBe('shares')
    expect(withField(row, 'shares', '3').needsLook).toBe(false)
  })
})

describe('what cannot be saved', () => {
  const row = toRow(makeExtracted({ ticker: 'VTI' }))
  test.each([
    ['ticker', '', 'Enter a ticker, such as AAPL.'],
    ['ticker', '<b>', 'This is not a ticker. Write it like AAPL or BRK.B.'],
    ['shares', '0', 'Shares cannot be 0.'],
    ['shares', '10000000000000', 'Shares are too many to be true.'],
    ['avgCost', '-1', 'Avg cost cannot be negative.'],
    ['avgCost', '10000000000000', 'Avg cost is too large to be true.'],
  ] as const)('%s %j: %s', (field, text, words) => {
    expect(withField(row, field, text).errors[field]).toBe(words)
  })

  test('an empty cost is allowed, one that is no number is not', () => {
    expect(withField(row, 'avgCost', '').errors).toEqual({})
    const wrong = withField(row, 'avgCost', 'ten')
    expect(wrong.errors.avgCost).toContain('Enter the cost as a number')
    expect(withField(wrong, 'avgCost', '3').errors).toEqual({})
  })

  test('a short position is allowed', () => {
    expect(withField(row, 'shares', '-3').errors).toEqual({})
  })
})

describe('what is saved', () => {
  test.each([
    ['1,5', '$1,250.50', 1.5, 1250.5],
    ['−3', '12,25', -3, 12.25],
    ['1 250.5', '€1,500', 1250.5, 1500],
    ['0.00000001', '', 0.00000001, null],
  ])('shares %j at %j as the numbers that they are', (shares, avgCost, count, cost) => {
    const row = withField(withField(toRow(makeExtracted({ ticker: 'VTI' })), 'shares', shares), 'avgCost', avgCost)
    expect(toPositionsToSave([row])).toMatchObject([{ shares: count, avgCost: cost }])
  })

  test('"1,500" shares are asked about', () => {
    const row = withField(toRow(makeExtracted({ ticker: 'VTI' })), 'shares', '1,500')
    expect(row.errors.shares).toBe('Write 1.5 or 1500.')
  })

  test('an untouched row as it was read, with where it lies', () => {
    const read = makeExtracted({ ticker: 'BRK.B', account: 'IRA …4821', sector: 'Financials', currency: 'EUR' })
    expect(toPositionsToSave([toRow(read)])).toEqual([
      {
        ticker: 'BRK.B',
        shares: 10,
        avgCost: 100,
        confidence: 'high',
        sector: 'Financials',
        currency: 'EUR',
        account: 'IRA …4821',
        kind: 'security',
      },
    ])
  })

  test('another ticker may be of another kind, so the kind is left to be found', () => {
    const row = withField(toRow(makeExtracted({ ticker: 'CASH', kind: 'cash' })), 'ticker', 'brk/b')
    expect(toPositionsToSave([row])[0]).toMatchObject({ ticker: 'BRK.B' })
    expect(toPositionsToSave([row])[0]).not.toHaveProperty('kind')
  })

  test('an added row with what was typed; one left blank not at all', () => {
    const added = withField(withField(emptyRow('added-1'), 'ticker', 'ko'), 'shares', '5')
    expect(toPositionsToSave([added, emptyRow('added-2')])).toEqual([{ ticker: 'KO', shares: 5, avgCost: null }])
    expect(emptyRow('added-2').needsLook).toBe(false)
  })
})

test.each([
  [null, ''],
  [0, '0.00'],
  [-1, '-1.00'],
  [0.00000001, '0.00000001'],
  [1_250_000.5, '1250000.50'],
])('%j is %j in a field', (value, text) => {
  expect(toFieldText(value)).toBe(text)
})

test.each([
  [
    ['2 × 5 is not 11: one of these figures is wrong.', 'Cost not visible'],
    '2 × 5 is not 11: one of these figures is wrong. Cost not visible',
  ],
  [['Cost not visible', 'This is an ISIN.'], 'Cost not visible. This is an ISIN.'],
  [['Cost not visible'], 'Cost not visible'],
  [[], ''],
])('%j are one line with one full stop between them', (reasons, line) => expect(joinReasons(reasons)).toBe(line))
