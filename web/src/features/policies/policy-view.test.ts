import { expect, test } from 'vitest'
import {
  describeLevels,
  describeMoney,
  describeRenewals,
  describeStand,
  fromProposal,
  fromRepair,
  readForm,
  toCoverSeries,
} from './policy-view.ts'
import { ADD, makeCheck, makePolicy, ROLL } from './test-policies.ts'

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

test('the prices that bring the next check are said in one sentence', () => {
  const level = { to: 'decayed', restsUntil: null } as const
  expect(describeLevels([])).toBe('')
  expect(
    describeLevels([
      { ...level, ticker: 'SPY', side: 'below', price: 612.3 },
      { ...level, ticker: 'SPY', side: 'above', price: 690 },
      { ...level, ticker: 'AAPL', side: 'below', price: 180 },
    ]),
  ).toBe(
    'While the exchange is open, Ballast checks again when SPY falls to $612.30 or rises to $690.00, or AAPL falls to $180.00.',
  )
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
  expect(readForm({ ...form, limitPercent: '12,5', fees: '3,25' })).toMatchObject({ limitPercent: 12.5, fees: 3.25 })
  expect(readForm({ ...form, shockPercent: '1,500' })).toBe('Write 1.5 or 1500.')
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

test('a roll that was placed leaves its new legs, with fees and a day of their own', () => {
  expect(fromRepair(makePolicy(), ROLL, '2026-11-20')).toEqual({
    limitPercent: '15',
    shockPercent: '20',
    endsOn: '2027-05-21',
    placedOn: '2026-11-20',
    fees: '7.15',
    legs: [{ symbol: 'SPY270521P00720000', ordered: 4, filled: '4', price: '13.75' }],
  })
})

test('what is added to a leg is averaged with it; what is taken from it keeps its price; nothing left is null', () => {
  const added = fromRepair(makePolicy(), ADD, '2026-11-20')
  // (4 × 15.30 + 1 × 13.30) / 5, and 4.55 + 0.65
  expect(added?.legs[0]).toEqual({ symbol: 'SPY270219P00730000', ordered: 5, filled: '5', price: '14.90' })
  expect(added).toMatchObject({ placedOn: '2026-11-18', fees: '5.20', endsOn: '2027-02-19' })
  const [sale, purchase] = ROLL.orders as [(typeof ROLL.orders)[0], (typeof ROLL.orders)[0]]
  const part = { ...ROLL, orders: [{ ...sale, contracts: -1 }] }
  expect(fromRepair(makePolicy(), part, '2026-11-20')?.legs[0]).toMatchObject({ filled: '3', price: '15.30' })
  expect(fromRepair(makePolicy(), { ...ROLL, orders: [sale, purchase] }, '2026-11-20')).toBeNull()
})

test('renewing later is said to be cheaper only while the limit holds', () => {
  const point = (tradingDays: number, costPerMonth: number, holds: boolean) => ({
    tradingDays,
    date: `2026-12-${10 + tradingDays}`,
    proceeds: 100,
    cost: 2000,
    costPerMonth,
    until: '2027-03-19',
    holds,
  })
  const today = 'Renewing today costs $2,000, or $700 for each further month.'
  expect(describeRenewals([])).toBe('')
  expect(describeRenewals([point(0, 700, true), point(5, 650, true), point(10, 600, false)])).toBe(
    `${today} On Dec 15, 2026 it would be $650 a month, if the market stands still, and the limit holds until then.`,
  )
  expect(describeRenewals([point(0, 700, true), point(5, 800, true)])).toBe(
    `${today} Waiting is not cheaper while the limit holds.`,
  )
  expect(describeRenewals([point(0, 700, false)])).toBe(`${today} The limit does not hold while you wait.`)
})
