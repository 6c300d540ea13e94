import { describe, expect, test } from 'vitest'
import { checkGrant } from './grant-view.ts'
import { toRecordsCsv } from './records-csv.ts'
import { NOTHING, SUMMARY } from './test-usage.ts'
import { isEmpty, packageName, percentChange, toDailyChart, toDayLabel, toUsageStats } from './usage-view.ts'

test('growth is against the days before, and there is none from nothing', () => {
  // 1,386 / 1,233 − 1 = 12.4 %
  expect(percentChange(1_386, 1_233)).toBeCloseTo(12.41, 2)
  expect(percentChange(5, 0)).toBeNull()
  expect(percentChange(0, 5)).toBe(-100)
})

describe('four figures', () => {
  test('uses, their two kinds with their share, and subscriptions', () => {
    expect(toUsageStats(SUMMARY)).toEqual([
      expect.objectContaining({ label: 'Total uses', figure: '1,386', caption: '1,350 tokens deducted' }),
      // 948 / 1,386 = 68.4 %, 438 / 1,386 = 31.6 %
      expect.objectContaining({ label: 'Hedge analyses', figure: '948', caption: '68.4% of uses' }),
      { label: 'Discoveries', figure: '438', caption: '31.6% of uses', change: null },
      {
        label: 'Active subscriptions',
        figure: '312',
        caption: '18 new, 7 ended, 10 on trial, 2 overdue',
        change: null,
      },
    ])
  })

  test('a share of nothing is not 0 %', () => {
    expect(toUsageStats(NOTHING)[1]?.caption).toBe('No uses in these days')
  })
})

test('there is data once anything happened, a refund or an ended subscription included', () => {
  expect(isEmpty(NOTHING)).toBe(true)
  expect(isEmpty(SUMMARY)).toBe(false)
  expect(isEmpty({ ...NOTHING, subscriptions: { ...NOTHING.subscriptions, ended: 1 } })).toBe(false)
  expect(isEmpty({ ...NOTHING, spending: { ...NOTHING.spending, reversedAmount: 29 } })).toBe(false)
  expect(isEmpty({ ...NOTHING, previousUses: { ...NOTHING.previousUses, total: 1 } })).toBe(false)
})

test('the bars as figures: each day with its total, and the busiest day in words', () => {
  const { rows, finding } = toDailyChart(SUMMARY)
  expect(rows[5]).toEqual(['2026-11-20', 58, 21, 79])
  // 252 hedge analyses and 98 discoveries.
  expect(finding).toBe('350 uses in the last 7 days, most on Nov 20 with 79.')
  expect(toDailyChart(NOTHING).finding).toBe('No uses in the last 7 days.')
  expect(toDayLabel('2026-11-15')).toBe('Sun 15')
  expect(packageName('medium')).toBe('25 tokens')
})

describe('a grant', () => {
  test('is a whole number and a reason', () => {
    expect(checkGrant({ tokens: ' 5 ', reason: ' A failed run ' }).grant).toEqual({ tokens: 5, reason: 'A failed run' })
    expect(checkGrant({ tokens: '1000', reason: 'abc' }).grant?.tokens).toBe(1_000)
  })

  test.each(['', '0', '-3', '1.5', '1001', '1e3', 'ten'])('of "%s" tokens is refused with what to type', (tokens) => {
    const { grant, problems } = checkGrant({ tokens, reason: 'abc' })
    expect(grant).toBeNull()
    expect(problems).toEqual({ tokens: 'Type a whole number from 1 to 1000.' })
  })

  test('without a reason is refused', () => {
    expect(checkGrant({ tokens: '5', reason: ' a ' }).problems).toEqual({ reason: 'Say in a few words why.' })
  })
})

describe('records as CSV', () => {
  test('every field is a column, those of a subscription by their path; what runs as a formula does not', () => {
    const csv = toRecordsCsv([
      { id: '1', email: '=cmd()', subscription: { status: 'active' }, amountPaid: 59 },
      { id: '2', email: null, subscription: null, amountPaid: 29 },
    ])
    expect(csv.split('\r\n')).toEqual([
      'id,email,subscription.status,amountPaid,subscription',
      "1,'=cmd(),active,59,",
      '2,,,29,',
      '',
    ])
  })

  test('no records are an empty table', () => expect(toRecordsCsv([])).toBe('\r\n'))
})
