import { parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { mergeRequest } from './merge-request.ts'

const BOOK = {
  held: new Set(['NVDA', 'AAPL']),
  names: new Map([['apple', 'AAPL']]),
  value: 200_000,
  today: parseIsoDate('2026-11-23'),
}
const merge = (body: Parameters<typeof mergeRequest>[0]) => mergeRequest(body, BOOK)

describe('words alone, as other programs send them', () => {
  test('fill the fields, dollars as a share of the value and a day as trading days', () => {
    const { request, echo } = merge({
      customPrompt: 'lose at most $20,000 until March, budget $2k, keep Apple, bring luck',
    })
    expect(request).toMatchObject({ limit: 0.1, maximumPremium: 0.01, keep: ['AAPL'], horizonDays: 86 })
    expect(echo).toMatchObject({ notUsed: ['bring luck'], fields: { lastDay: '2027-03-31' } })
    expect(echo.understood.map(({ meaning }) => meaning)).toEqual([
      'At most $20,000 may be lost',
      'Protection until 2027-03-31',
      'The hedge may cost $2,000',
      'Neither sold nor capped: AAPL',
    ])
  })

  test('give way to fields, and a question stays one', () => {
    const { request, echo } = merge({ customPrompt: 'max loss 10%, max 2%', limitPercent: 12 })
    expect(request.limit).toBe(0.12)
    expect(echo.notUsed).toEqual([
      'max loss 10% (the form says something else)',
      'max 2% (it may mean: At most 2% may be lost, or: The hedge may cost 2% of the portfolio)',
    ])
  })
})

describe('words that were read into the fields before', () => {
  test('are kept as they were typed, and only the fields count', () => {
    const words = 'max loss 10%, keep NVDA, no spreads'
    const { request, echo } = merge({
      customPrompt: words,
      wordsAreRead: true,
      limitPercent: 10,
      keep: ['AAPL', 'NVDA'],
    })
    expect(request).toMatchObject({ limit: 0.1, keep: ['AAPL', 'NVDA'], maximumLines: 2 })
    expect(echo).toMatchObject({
      customPrompt: words,
      understood: [{ words: 'max loss 10%' }, { words: 'keep NVDA' }],
      notUsed: ['no spreads (the form says something else)'],
    })
  })

  test('an answered question is understood', () => {
    const { echo } = merge({ customPrompt: 'max 2%', wordsAreRead: true, budgetPercent: 2 })
    expect(echo).toMatchObject({ understood: [{ meaning: 'The hedge may cost 2% of the portfolio' }], notUsed: [] })
  })
})

test('the smaller of two limits counts, and what cannot be is given back', () => {
  expect(merge({ limitPercent: 20, limitUsd: 20_000 }).request.limit).toBe(0.1)
  expect(merge({ limitPercent: 5, limitUsd: 20_000 }).request.limit).toBe(0.05)
  const { request, echo } = merge({ limitUsd: 500, lastDay: '2026-11-25', keep: ['ZZZ'] })
  expect(request.limit).toBe(0.15)
  expect(echo.notUsed).toEqual([
    '$500 (it must be between 1 and 60% of the portfolio)',
    '2026-11-25 (it must be 5 to 252 trading days away)',
    'ZZZ (it is not in this portfolio)',
  ])
})
