import { expect, test } from 'vitest'
import { describeMoney, fromProposal, readForm } from './policy-view.ts'

const form = fromProposal({
  ...{ analysisId: 'a', strategyId: 's', madeAt: '2026-11-20T22:00:00.000Z', instrument: 'SPY' },
  ...{ limitPercent: 15, shockPercent: 20, endsOn: '2027-02-19' },
  legs: [
    { symbol: 'SPY270219P00730000', ordered: 4, filled: 4, price: 15.3 },
    { symbol: 'SPY270219P00620000', ordered: -3, filled: -2, price: 5.05 },
  ],
})

test('a form that nobody touched is what it was filled from', () => {
  expect(readForm(form)).toEqual({
    ...{ limitPercent: 15, shockPercent: 20, endsOn: '2027-02-19', placedOn: '2026-11-20', fees: 0 },
    legs: [
      { symbol: 'SPY270219P00730000', ordered: 4, filled: 4, price: 15.3 },
      { symbol: 'SPY270219P00620000', ordered: -3, filled: -2, price: 5.05 },
    ],
  })
})

test('what cannot be read is said, and never sent', () => {
  const [leg, other] = form.legs
  if (!leg || !other) throw new Error('The form has two legs')
  for (const price of ['', '-1', 'ten', '1e3']) {
    expect(readForm({ ...form, legs: [{ ...leg, price }, other] })).toMatch(/digits only/)
  }
  expect(readForm({ ...form, fees: '$1,234.50' })).toMatchObject({ fees: 1234.5 })
  expect(readForm({ ...form, legs: [{ ...leg, filled: '1.5' }] })).toBe('Enter whole contracts.')
  expect(readForm({ ...form, endsOn: '' })).toBe('Enter both dates.')
})

test('what it cost and is worth, a credit as received, and no value where there is none', () => {
  expect(describeMoney({ cost: -1151, judgement: null })).toBe('Received $1,151')
  expect(describeMoney({ cost: 3507, judgement: null })).toBe('Cost $3,507')
})
