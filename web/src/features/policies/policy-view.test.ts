import { expect, test } from 'vitest'
import { describeMoney, describeStand, fromProposal, nameOption, readForm, toCoverSeries } from './policy-view.ts'
import { makeCheck, makePolicy } from './test-policies.ts'

const form = fromProposal({
  analysisId: 'a',
  strategyId: 's',
  madeAt: '2026-11-20T22:00:00.000Z',
  instrument: 'SPY',
  limitPercent: 15,
  shockPercent: 20,
  endsOn: '2027-02-19',
  legs: [
    { symbol: 'SPY270219P00730000', ordered: 4, filled: 4, price: 15.3 },
    { symbol: 'SPY270219P00620000', ordered: -3, filled: -2, price: 5.05 },
  ],
})

test('a form that nobody touched is what it was filled from', () => {
  expect(readForm(form)).toEqual({
    limitPercent: 15,
    shockPercent: 20,
    endsOn: '2027-02-19',
    placedOn: '2026-11-20',
    fees: 0,
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

test('where the owner stands is one sentence with what it cost; what costs money to close says so', () => {
  expect(describeStand(makePolicy())).toBe(
    'Protected to −13.1% in a fall of 20% until Feb 19, 2027 · cost $3,507, worth $2,240 today',
  )
  expect(describeStand(makePolicy({ cost: -1151 }, { legsValue: -1335 }))).toMatch(
    / · received \$1,151, \$1,335 to close today$/,
  )
  expect(describeStand(makePolicy({ judgement: null }))).toBe('Not checked yet · cost $3,507')
})

test('an option is named in words', () => {
  expect(nameOption('NVDA270219P00380000')).toBe('NVDA 380 put, Feb 19, 2027')
  expect(nameOption('SPY270219C00712500')).toBe('SPY 712.50 call, Feb 19, 2027')
  expect(nameOption('no option')).toBe('no option')
})

test('cover over time is what checks found, the newest of a day, then what is expected after it', () => {
  const history = [
    makeCheck('2026-11-20T23:00:00.000Z', 12.9, 27.1),
    makeCheck('2026-11-20T22:00:00.000Z', 99, 99),
    makeCheck('2026-11-19T22:00:00.000Z', null, null),
    makeCheck('2026-11-18T22:00:00.000Z', -1, 27),
  ]
  expect(toCoverSeries(makePolicy(), history)).toEqual({
    dates: ['2026-11-18', '2026-11-19', '2026-11-20', '2026-12-22', '2027-02-19'],
    hedged: [1, null, -12.9, -12.8, -13.1],
    unhedged: [-27, null, -27.1, -27, -27],
    ahead: 3,
  })
  expect(toCoverSeries(makePolicy({ status: 'closed' }), history).dates).toHaveLength(3)
  expect(toCoverSeries(makePolicy({ shockPercent: 25 }), []).dates).toEqual([])
})
