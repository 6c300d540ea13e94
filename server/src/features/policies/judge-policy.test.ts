import { POLICY_STATES, type PolicyState } from '@ballast/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgePolicy, TOLERANCE } from './judge-policy.ts'
import type { JudgedTerms, MeasuredPolicy } from './policy-subject.ts'

const TERMS: JudgedTerms = {
  limitPercent: 15,
  shockPercent: 20,
  endsOn: '2027-02-19',
  cost: 3507,
  baseline: { unhedgedLoss: 66_400, cover: 26_000 },
  measuredDay: null,
  isOver: false,
}
const MEASURED: MeasuredPolicy = {
  kind: 'measured',
  today: '2026-11-20',
  daysLeft: 91,
  bookValue: 300_000,
  loss: 0.131,
  unhedgedLoss: 0.2213,
  excess: -0.019,
  legsValue: 2240,
  legValues: {},
  mostLegsValue: 44_000,
  holdsWithLess: false,
  losses: { days: [], fallsPercent: [], unhedgedPercent: [], hedgedPercent: [] },
  repairs: [],
  renewals: [],
  legsAhead: [],
  levels: [],
}
const judge = (measure: Partial<MeasuredPolicy>, terms: Partial<JudgedTerms> = {}) =>
  judgePolicy({ ...TERMS, ...terms }, { ...MEASURED, ...measure })

test('where the limit holds, one sentence says to what and until when', () => {
  expect(judge({})).toEqual({
    state: 'holds',
    sentence: 'Protected to −13.1% in a fall of 20% until Feb 19, 2027.',
    advice: null,
  })
  expect(judge({ loss: -0.01 }).sentence).toBe('No loss in a fall of 20% until Feb 19, 2027.')
})

test('what breaks its limit is not called protected', () => {
  expect(judge({ loss: 0.2, excess: 0.05 }, { baseline: null }).sentence).toBe(
    'A fall of 20% costs up to 20.0% until Feb 19, 2027. The limit is 15.0%. The legs are too few for it.',
  )
})

test.each<[string, PolicyState, Partial<MeasuredPolicy>, Partial<JudgedTerms>]>([
  ['the rest would lose 30,000 more', 'too-little', { excess: 0.06, loss: 0.21, unhedgedLoss: 0.29 }, {}],
  ['the legs take 20,000 less off', 'decayed', { excess: 0.06, loss: 0.2, unhedgedLoss: 0.22 }, {}],
  ['never held since the first check', 'too-little', { excess: 0.06, loss: 0.2 }, { baseline: null }],
  ['broken by no more than prices differ', 'holds', { excess: TOLERANCE, loss: 0.154 }, {}],
  [
    'broken by a little more than that',
    'too-little',
    { excess: 1.01 * TOLERANCE, loss: 0.156, unhedgedLoss: 0.29 },
    {},
  ],
  ['worth twice what it cost', 'paid-out', { legsValue: 7014 }, {}],
  ['near the most that it can be worth', 'paid-out', { legsValue: 35_200 }, { cost: 40_000 }],
  ['a credit that costs to close', 'holds', { legsValue: -500, mostLegsValue: 0 }, { cost: -1151 }],
  ['three weeks left', 'expires-soon', { daysLeft: 21 }, {}],
  ['a quarter could go', 'more-than-needed', { holdsWithLess: true }, {}],
  ['over', 'expired', {}, { isOver: true }],
  [
    'broken comes before paid out and soon',
    'too-little',
    { excess: 0.1, loss: 0.3, unhedgedLoss: 0.5, legsValue: 9999, daysLeft: 3 },
    {},
  ],
])('%s: %s', (_name, state, measure, terms) => {
  expect(judge(measure, terms).state).toBe(state)
})

test('what cannot be measured is said with its reason, and an end comes first', () => {
  const unknown = { kind: 'unknown', reason: 'there are no quotes' } as const
  expect(judgePolicy(TERMS, unknown)).toMatchObject({
    state: 'cannot-be-judged',
    sentence: 'This policy cannot be checked: there are no quotes.',
  })
  expect(judgePolicy({ ...TERMS, isOver: true }, unknown).state).toBe('expired')
})

test('whatever is measured, a broken limit is never called held, and a held one never broken', () => {
  const measure = fc.record({
    excess: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
    loss: fc.double({ min: -0.2, max: 0.6, noNaN: true }),
    unhedgedLoss: fc.double({ min: -0.2, max: 0.9, noNaN: true }),
    legsValue: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
    daysLeft: fc.integer({ min: 0, max: 400 }),
    holdsWithLess: fc.boolean(),
  })
  fc.assert(
    fc.property(measure, (found) => {
      const { state, sentence } = judge(found)
      expect(POLICY_STATES).toContain(state)
      expect(['too-little', 'decayed'].includes(state)).toBe(found.excess > TOLERANCE)
      expect(sentence).not.toMatch(/NaN|undefined|null/)
    }),
    { numRuns: 300 },
  )
})
