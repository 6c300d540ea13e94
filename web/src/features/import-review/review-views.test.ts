import type { ColumnMapping, ImportDifference } from '@ballast/contract'
import { describe, expect, test } from 'vitest'
import { describeCompared, describeDifference, toDifferenceRows } from './difference-view.ts'
import { findMappingProblem, toChosenFields, toColumnsToSend } from './mapping-view.ts'
import { describeNeedingLook, describeReview, describeRows, describeSource } from './review-words.ts'
import { makeReview } from './test-review.ts'

describe('the words of a review', () => {
  test('the heading says what the positions came from', () => {
    expect(describeReview('image')).toBe('Please review and edit the positions extracted from your image')
    expect(describeReview('file')).toBe('Please review and edit the positions extracted from your file')
    expect(describeReview('text')).toBe('Please review and edit the positions extracted from your text')
  })

  test('the foot counts rows and sources', () => {
    const review = makeReview({ imageCount: 3 })
    expect(describeRows(13, review)).toBe('13 positions from 3 images. An empty cost is saved as unknown.')
    expect(describeRows(1, { ...review, origin: 'file', imageCount: 0 })).toContain('1 position from 1 file.')
    expect(describeRows(2, { ...review, origin: 'text', imageCount: 0 })).toContain('2 positions from your text.')
  })

  test('one needs, two need', () => {
    expect([1, 2].map(describeNeedingLook)).toEqual(['1 needs a look', '2 need a look'])
  })

  test('a source tells its layout, its day and how far a history reaches', () => {
    const READ_AT = '2026-11-24T15:00:00.000Z'
    const source = { name: 'a.csv', kind: 'csv', format: 'Fidelity positions', asOf: '2026-11-20' } as const
    expect(describeSource({ ...source, content: 'positions', knownFrom: null }, READ_AT)).toBe(
      'Recognised: Fidelity positions, as of Nov 20, 2026',
    )
    const old = { ...source, asOf: '2026-01-05', content: 'positions', knownFrom: null } as const
    expect(describeSource(old, READ_AT)).toBe(
      'Recognised: Fidelity positions, as of Jan 5, 2026: 11 months old. Later purchases and sales are not in it',
    )
    expect(
      describeSource(
        { ...source, format: 'Robinhood activity', asOf: null, content: 'activity', knownFrom: '2023-01-03' },
        READ_AT,
      ),
    ).toBe('Recognised: Robinhood activity. This history knows from Jan 3, 2023; what was held before is not in it.')
  })
})

describe('the meaning of columns', () => {
  const column = (index: number, field: ColumnMapping['columns'][number]['field']) => ({
    index,
    header: `H${index}`,
    samples: [],
    field,
    because: '',
  })
  const columns = [column(0, 'ticker'), column(1, 'shares'), column(2, 'ignore'), column(3, 'ignore')]

  test('is sent for every column, changed or not', () => {
    const chosen = { ...toChosenFields(columns), 2: 'avgCost' as const }
    expect(toColumnsToSend(columns, chosen).map(({ field }) => field)).toEqual([
      'ticker',
      'shares',
      'avgCost',
      'ignore',
    ])
  })

  test('must name a ticker and shares, and nothing twice', () => {
    const chosen = toChosenFields(columns)
    expect(findMappingProblem(columns, chosen)).toBeUndefined()
    expect(findMappingProblem(columns, { ...chosen, 0: 'ignore' })).toBe('Say which column holds the ticker.')
    expect(findMappingProblem(columns, { ...chosen, 0: 'name' })).toBeUndefined()
    expect(findMappingProblem(columns, { ...chosen, 1: 'ignore' })).toBe('Say which column holds the shares.')
    expect(findMappingProblem(columns, { ...chosen, 2: 'shares' })).toBe(
      'Two columns mean “Shares”. Leave one of them out.',
    )
  })
})

describe('what saving would change', () => {
  const position = (ticker: string, shares: number, avgCost: number | null = 100) =>
    ({ ticker, kind: 'security', account: null, currency: 'USD', shares, avgCost }) as const
  const difference: ImportDifference = {
    added: [position('NEW', 3)],
    removed: [position('OLD', 2, null)],
    changed: [{ before: position('AAPL', 10), after: position('AAPL', 12, 110) }],
    unchangedCount: 9,
    mode: 'add',
    proposedMode: 'add',
  }

  test('is counted, and what goes comes first', () => {
    expect(describeDifference(difference)).toBe('1 added, 1 removed, 1 changed, 9 unchanged')
    expect(describeDifference({ ...difference, mode: 'replace' })).toBe(
      '1 added, 1 removed, 1 changed, 9 unchanged. OLD would go.',
    )
    expect(
      toDifferenceRows(difference).map(({ change, ticker, before, after }) => [
        change,
        ticker,
        describeCompared(before),
        describeCompared(after),
      ]),
    ).toEqual([
      ['Removed', 'OLD', '2.00', ''],
      ['Changed', 'AAPL', '10.00 at $100.00', '12.00 at $110.00'],
      ['Added', 'NEW', '', '3.00 at $100.00'],
    ])
  })

  test('nothing is said to be nothing', () => {
    expect(describeDifference({ ...difference, added: [], removed: [], changed: [], unchangedCount: 2 })).toBe(
      'Nothing would change: all 2 positions are there already.',
    )
  })
})
