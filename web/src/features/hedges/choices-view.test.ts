import { expect, test } from 'vitest'
import { EMPTY_CHOICES, listChoices, toChoicesForm, toChosenWish } from './choices-view.ts'
import { TEST_ANALYSIS } from './test-hedges.ts'

const SAID = {
  ...{ options: 'no-spreads', underlyings: 'index', account: 'ira', approval: 'long' },
  ...{ lastDay: '2027-03-19', wholeShares: true },
} as const

test('only what is chosen is sent', () => {
  expect(toChosenWish(EMPTY_CHOICES)).toEqual({})
  expect(toChosenWish(SAID)).toEqual({
    ...{ noSpreads: true, underlyings: 'index', account: 'ira', approval: 'long' },
    ...{ lastDay: '2027-03-19', wholeShares: true },
  })
  expect(toChosenWish({ ...EMPTY_CHOICES, options: 'long-only' })).toEqual({ longOnly: true })
})

test('an answer says what was chosen, and the same can be asked again', () => {
  const { request } = TEST_ANALYSIS
  expect(toChoicesForm(request)).toEqual(EMPTY_CHOICES)
  expect(listChoices(EMPTY_CHOICES)).toEqual([])
  for (const form of [
    SAID,
    { ...EMPTY_CHOICES, options: 'long-only' as const },
    { ...EMPTY_CHOICES, options: 'none' as const },
  ])
    expect(toChoicesForm({ ...request, ...toChosenWish(form) })).toEqual(form)
  expect(listChoices(SAID)).toEqual([
    ...['No spreads', 'Indexes only', 'IRA', 'Level 1: buying', 'Until Mar 19, 2027', 'Whole shares'],
  ])
})
