import { describe, expect, test } from 'vitest'
import {
  countOf,
  formatAge,
  formatAxisMoney,
  formatAxisMonth,
  formatCompact,
  formatCount,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPercentChange,
  formatShare,
  formatShortDate,
  formatUpdated,
  formatValue,
} from './format.ts'

describe('money', () => {
  test.each([
    [135_080, '$135,080.00'],
    [0, '$0.00'],
    [-1_823.4, '−$1,823.40'],
    [-0.001, '$0.00'],
    [null, '—'],
    [undefined, '—'],
    [Number.NaN, '—'],
  ])('%s reads %s', (value, text) => expect(formatMoney(value)).toBe(text))

  test('values in tables carry no cents, and changes carry their sign', () => {
    expect(formatValue(27_491.6)).toBe('$27,492')
    expect(formatMoney(444, { decimals: 0, signed: true })).toBe('+$444')
    expect(formatMoney(0.2, { decimals: 0, signed: true })).toBe('$0')
  })

  test('another currency is named by its own sign', () => expect(formatMoney(5, { currency: 'EUR' })).toBe('€5.00'))

  test.each([
    [120_000, 20_000, '$120k'],
    [7_500, 2_500, '$7.5k'],
    [3_250_000, 250_000, '$3.25M'],
    [0, 50_000, '$0'],
    [400, 100, '$400'],
    [-20_000, 20_000, '−$20k'],
  ])('axis tick %s in steps of %s reads %s', (value, step, text) => expect(formatAxisMoney(value, step)).toBe(text))
})

describe('figures', () => {
  test('a correlation that rounds to zero has no sign', () => expect(formatNumber(-0.004)).toBe('0.00'))
  test('shares carry two decimals and separators', () => expect(formatNumber(1002)).toBe('1,002.00'))
  test.each([
    [3.1, '+3.10%'],
    [-13.1, '−13.10%'],
    [0, '0.00%'],
    [null, '—'],
  ])('a change of %s reads %s', (value, text) => expect(formatPercentChange(value)).toBe(text))
  test('an allocation carries one decimal', () => expect(formatShare(13.18)).toBe('13.2%'))
  test.each([
    [980, '980'],
    [1_000, '1,000'],
    [1_234, '1.2K'],
    [1_000_000, '1,000.0K'],
    [3_400_000, '3.4M'],
    [null, '—'],
  ])('volume %s reads %s', (value, text) => expect(formatCompact(value)).toBe(text))
  test.each([
    ...[formatNumber, formatCount, formatMoney, formatValue, formatShare],
    ...[formatPercentChange, formatPercent, formatCompact],
  ])('what is unknown is never a zero: %o', (format) => {
    for (const unknown of [null, undefined, Number.NaN, Infinity, -Infinity]) expect(format(unknown)).toBe('—')
  })
  test('a word agrees with its number', () => {
    expect(countOf(1, 'token')).toBe('1 token')
    expect(countOf(7, 'token')).toBe('7 tokens')
    expect(countOf(0, 'entry', 'entries')).toBe('0 entries')
  })
})

describe('time', () => {
  test.each([
    [0, '0s ago'],
    [59.9, '59s ago'],
    [60, '1m ago'],
    [3_599, '59m ago'],
    [7_200, '120m ago'],
  ])('%s seconds read %s', (seconds, text) => expect(formatAge(seconds)).toBe(text))
  test('the price label says Updated', () => expect(formatUpdated(42)).toBe('Updated 42s ago'))
  test('a calendar day is the same day in every time zone', () => {
    expect(formatDate('2026-11-21')).toBe('Nov 21, 2026')
    expect(formatShortDate('2026-11-20')).toBe('Nov 20')
    expect(formatAxisMonth('2025-11-21', true)).toBe('Nov 25')
    expect(formatAxisMonth('2026-02-02', false)).toBe('Feb')
    expect(formatDate('not a date')).toBe('—')
  })
})
