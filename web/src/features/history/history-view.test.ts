import { describe, expect, test } from 'vitest'
import {
  describeAnswer,
  describeMoved,
  EXPLANATIONS,
  readAnswer,
  toAnswer,
  toChart,
  toFinding,
  toRows,
  toSeries,
} from './history-view.ts'
import { CHANGE, HISTORY } from './test-history.ts'

const figures = (more: Partial<NonNullable<typeof HISTORY.figures>>) => ({
  ...HISTORY,
  figures: { ...HISTORY.figures!, ...more },
})

describe('the finding', () => {
  test('says what was held and what today’s holdings would have done', () => {
    expect(toFinding(HISTORY)).toBe(
      'Since Jun 5, 2026, what you held gained 8.6%, and you lost $70. What you hold today would have gained 5.2%.',
    )
    expect(toFinding(figures({ timeWeightedPercent: -3, todaysPercent: null }))).toBe(
      'Since Jun 5, 2026, what you held lost 3.0%, or $70.',
    )
  })

  test('says why there is no return', () => {
    expect(toFinding(figures({ timeWeightedPercent: null }))).toContain('fell below zero')
    expect(toFinding({ ...HISTORY, figures: null })).toBe('')
  })
})

describe('the figures', () => {
  const rowOf = (history: typeof HISTORY, figure: string) => toRows(history).find((row) => row.figure === figure)

  test('each has an explanation, and what is not confirmed says so', () => {
    for (const { figure } of toRows(HISTORY)) expect(EXPLANATIONS[figure].formula).toBeTruthy()
    expect(rowOf(HISTORY, 'moneyIn')).toMatchObject({ text: '+$4,070', note: '1 change not confirmed yet' })
    expect(rowOf(HISTORY, 'timeWeighted')).toMatchObject({ text: '+8.60%', note: null })
    expect(toRows({ ...HISTORY, figures: null })).toEqual([])
  })

  test('several money-weighted rates are all named, and so is none', () => {
    const [low, high] = [10, 40].map((percent) => ({ percent, annualPercent: percent }))
    expect(rowOf(figures({ moneyWeighted: [low!, high!] }), 'moneyWeighted')).toMatchObject({
      text: '+10.00% or +40.00%',
      note: '2 rates fit. Use the time-weighted return.',
    })
    expect(rowOf(figures({ moneyWeighted: [] }), 'moneyWeighted')).toMatchObject({ text: '—' })
    expect(rowOf(figures({ moneyWeighted: [low!], days: 400 }), 'moneyWeighted')?.note).toBe('+10.00% a year')
  })

  test('hedges are a line of their own', () => {
    expect(rowOf(HISTORY, 'hedges')).toBeUndefined()
    const hedges = { count: 2, paid: 3_507, paidBack: 1_200, worth: null, closedEarly: 1 }
    expect(rowOf({ ...HISTORY, hedges }, 'hedges')).toMatchObject({
      text: '$3,507 paid, $1,200 back',
      note: 'The worth of open ones is not known. 1 hedge closed early: the price is not known',
    })
  })
})

test('the two lines differ in name, colour and dash', () => {
  const [held, todays] = toSeries(HISTORY)
  expect([held?.label, todays?.label]).toEqual(['As it was held', 'Today’s positions over the past'])
  expect(held?.colour).not.toBe(todays?.colour)
  expect([held?.dashed, todays?.dashed]).toEqual([undefined, true])
  const points = HISTORY.points.map((point) => ({ ...point, todaysPercent: null }))
  expect(toSeries({ ...HISTORY, points })).toHaveLength(1)
  expect(
    toChart(HISTORY)
      .columns.map(({ header }) => header)
      .slice(1, 3),
  ).toEqual([held?.label, todays?.label])
})

describe('a change', () => {
  test('is described by what moved', () => {
    expect(describeMoved(CHANGE)).toBe('+20 AAPL ($4,120), −$50 of cash')
    expect(describeMoved({ ...CHANGE, movedMore: 3 })).toBe('+20 AAPL ($4,120), −$50 of cash, and 3 more')
  })

  test('is answered by an amount in any spelling', () => {
    expect(readAnswer('inside', 'nonsense', CHANGE)).toEqual({ moneyIn: 0 })
    expect(readAnswer('in', '1,500', CHANGE)).toEqual({ moneyIn: 1_500 })
    expect(readAnswer('out', '1.234,56', CHANGE)).toEqual({ moneyIn: -1_234.56 })
    for (const amount of ['', '-5', 'ten', '0']) expect(readAnswer('in', amount, CHANGE)).toHaveProperty('fault')
    expect(readAnswer('in', '9000000000000', CHANGE)).toEqual({ fault: 'This amount is too large to be true.' })
  })

  test('shows its answer', () => {
    expect([0, 5, -5].map((moneyIn) => toAnswer(moneyIn, CHANGE))).toEqual(['inside', 'in', 'out'])
    expect([0, 1_500, -2].map((moneyIn) => describeAnswer(moneyIn, CHANGE))).toEqual([
      'Bought or sold inside the account',
      '$1,500 came in',
      '$2 went out',
    ])
  })

  test('without listed cash is paid from outside, so it is no gain', () => {
    const unlisted = { ...CHANGE, cashListed: false }
    expect(readAnswer('inside', '', unlisted)).toEqual({ moneyIn: 4_070.4 })
    expect(toAnswer(4_070.4, unlisted)).toBe('inside')
    expect(describeAnswer(4_070.4, unlisted)).toBe('Bought or sold with cash not listed here')
    expect(describeAnswer(0, unlisted)).toBe('No money came in')
  })
})
