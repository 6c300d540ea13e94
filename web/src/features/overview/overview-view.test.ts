import { expect, test } from 'vitest'
import { nameTickers } from '../../lib/ticker-label.ts'
import { toCoverageNotes, toSentenceParts } from './overview-view.ts'

test('says how many positions are left out and which', () => {
  expect(
    toCoverageNotes({
      unpriced: { ZZZZ: 'unknown-ticker', YYYY: 'expired', XXXX: 'unknown-ticker' },
      benchmarkCover: null,
      withoutCost: ['GIFT'],
      coverage: {
        coveredPercent: 91.26,
        missingHistory: ['IPO'],
        proxies: [{ ticker: 'T4.25-20541115', proxy: 'TLT' }],
      },
    }),
  ).toEqual([
    'Left out of every total: ZZZZ and XXXX (unknown ticker); YYYY (expired).',
    '1 position has no cost and is left out of total gain: GIFT.',
    '1 position has too little price history for the risk figures, which cover 91.3% of value: IPO.',
    'The line and the risk figures follow funds in place of Treasuries, which have no daily prices: TLT for US Treasury 4.25% due Nov 15, 2054.',
  ])
})

test('says nothing when nothing is missing', () => {
  expect(
    toCoverageNotes({
      unpriced: {},
      benchmarkCover: null,
      withoutCost: [],
      coverage: { coveredPercent: 100, missingHistory: [], proxies: [] },
    }),
  ).toEqual([])
})

test('a long list of tickers is cut and the rest counted', () => {
  // One is named rather than counted: it takes no more room.
  expect(nameTickers(['A', 'B', 'C', 'D', 'E', 'F'])).toBe('A, B, C, D, E and F')
  expect(nameTickers(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toBe('A, B, C, D, E and 2 more')
  expect(nameTickers(['A'])).toBe('A')
})

test('marks the percentages of a sentence and keeps every letter', () => {
  const sentence = 'NVDA and AAPL are 46.9% of value and tend to fall together.'
  const parts = toSentenceParts(sentence)
  expect(parts.map((part) => part.text).join('')).toBe(sentence)
  expect(parts.filter((part) => part.strong)).toEqual([{ text: '46.9%', strong: true }])
})
