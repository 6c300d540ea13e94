import { expect, test } from 'vitest'
import { type ChoicesForm, EMPTY_CHOICES, listChoices, toChoicesForm, toChosenWish } from './choices-view.ts'
import { TEST_ANALYSIS } from './test-hedges.ts'

const SAID: ChoicesForm = {
  options: 'no-spreads',
  underlyings: 'index',
  account: 'ira',
  approval: 'long',
  lastDay: '2027-03-19',
  wholeShares: true,
}

test('only what is chosen is sent', () => {
  expect(toChosenWish(EMPTY_CHOICES)).toEqual({})
  expect(toChosenWish(SAID)).toEqual({
    noSpreads: true,
    underlyings: 'index',
    account: 'ira',
    approval: 'long',
    lastDay: '2027-03-19',
    wholeShares: true,
  })
  expect(toChosenWish({ ...EMPTY_CHOICES, options: 'long-only' })).toEqual({ longOnly: true })
})

test('an answer says what was chosen, and the same can be asked again', () => {
  const { request } = TEST_ANALYSIS
  expect(toChoicesForm(request)).toEqual(EMPTY_CHOICES)
  expect(listChoices(EMPTY_CHOICES)).toEqual([])
  const forms: ChoicesForm[] = [SAID, { ...EMPTY_CHOICES, options: 'long-only' }, { ...EMPTY_CHOICES, options: 'none' }]
  for (const form of forms) expect(toChoicesForm({ ...request, ...toChosenWish(form) } as typeof request)).toEqual(form)
  expect(listChoices(SAID)).toEqual([
    ...['No spreads', 'Indexes only', 'IRA', 'Level 1: buying', 'Until Mar 19, 2027', 'Whole shares'],
  ])
})
