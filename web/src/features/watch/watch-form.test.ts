import type { WatchTerms } from '@ballast/contract'
import { expect, test } from 'vitest'
import { EMPTY_FORM, fromTerms, readForm, toBadge } from './watch-form.ts'

const ALL: WatchTerms[] = [
  { kind: 'loss', limitPercent: 15, shockPercent: 20 },
  { kind: 'weight', ticker: null, limitPercent: 12.5 },
  { kind: 'weight', ticker: 'NVDA', limitPercent: 25 },
  { kind: 'drawdown', limitPercent: 10 },
  { kind: 'price', ticker: 'BRK.B', direction: 'above', price: 480.25 },
  { kind: 'expiry', days: 0 },
  { kind: 'assignment' },
  { kind: 'stale', days: 3 },
]

test('a form that nobody touched is the rule that it was filled from', () => {
  expect(ALL.map((terms) => readForm(fromTerms(terms)))).toEqual(ALL)
})

test('what cannot be read is said, and never sent', () => {
  const read = (changes: Partial<typeof EMPTY_FORM>) => readForm({ ...EMPTY_FORM, ...changes })
  expect(read({ limitPercent: 'much' })).toBe('Enter a limit from 1 to 60 percent.')
  expect(read({ shockPercent: '4' })).toBe('Enter a market fall from 5 to 60 percent.')
  expect(read({ kind: 'price', price: '10' })).toBe('Enter a ticker, such as NVDA.')
  expect(read({ kind: 'price', ticker: 'NVDA', price: '0' })).toBe('Enter a price above 0, such as 150.50.')
  expect(read({ kind: 'expiry', days: '1.5' })).toBe('Enter whole days from 0 to 90.')
  expect(read({ kind: 'stale', days: '0' })).toBe('Enter whole days from 1 to 60.')
  expect(read({ kind: 'price', ticker: ' nvda ', price: '$1,250.50' })).toEqual({
    kind: 'price',
    ticker: 'nvda',
    direction: 'below',
    price: 1250.5,
  })
})

test('a comma is read as everywhere else', () => {
  expect(readForm({ ...EMPTY_FORM, kind: 'weight', limitPercent: '12,5 %' })).toMatchObject({ limitPercent: 12.5 })
})

test('a rule that is off or rests says so, whatever it found before', () => {
  expect(toBadge({ isOn: false, isResting: false, state: 'met' }).name).toBe('Off')
  expect(toBadge({ isOn: true, isResting: true, state: 'met' }).name).toBe('Stopped: needs PRO')
  expect(toBadge({ isOn: true, isResting: false, state: 'met' }).name).toBe('Alert')
  expect(toBadge({ isOn: true, isResting: false, state: null }).name).toBe('Not checked')
})
