import { expect, test } from 'vitest'
import {
  type ChoicesForm,
  EMPTY_CHOICES,
  findTaxFault,
  listChoices,
  toChoicesForm,
  toChosenFields,
} from './choices-view.ts'
import { TEST_ANALYSIS } from './test-hedges.ts'

const SAID: ChoicesForm = {
  options: 'no-spreads',
  underlyings: 'index',
  account: 'ira',
  approval: 'long',
  lastDay: '2027-03-19',
  wholeShares: true,
  gainsTaxPercent: '',
}

test('only what is chosen is sent', () => {
  expect(toChosenFields(EMPTY_CHOICES)).toEqual({})
  expect(toChosenFields(SAID)).toEqual({
    noSpreads: true,
    underlyings: 'index',
    account: 'ira',
    approval: 'long',
    lastDay: '2027-03-19',
    wholeShares: true,
  })
  expect(toChosenFields({ ...EMPTY_CHOICES, options: 'long-only' })).toEqual({ longOnly: true })
})

test('an answer says what was chosen, and the same can be asked again', () => {
  const { request } = TEST_ANALYSIS
  expect(toChoicesForm(request)).toEqual(EMPTY_CHOICES)
  expect(listChoices(EMPTY_CHOICES)).toEqual([])
  const forms: ChoicesForm[] = [SAID, { ...EMPTY_CHOICES, options: 'long-only' }, { ...EMPTY_CHOICES, options: 'none' }]
  for (const form of forms)
    expect(toChoicesForm({ ...request, ...toChosenFields(form) } as typeof request)).toEqual(form)
  expect(listChoices(SAID)).toEqual([
    ...['No spreads', 'Indexes only', 'IRA', 'Level 1: buying', 'Until Mar 19, 2027', 'Whole shares'],
  ])
})

test('a tax rate is sent where there is one to pay, and refused where it cannot be', () => {
  const taxed = { ...EMPTY_CHOICES, gainsTaxPercent: '23.8 %' }
  expect(toChosenFields(taxed)).toEqual({ gainsTaxPercent: 23.8 })
  expect(listChoices(taxed)).toEqual(['23.8% tax on gains'])
  expect(toChosenFields({ ...taxed, account: 'ira' })).toEqual({ account: 'ira' })
  for (const gainsTaxPercent of ['61', '-1', 'a lot']) {
    expect(findTaxFault({ gainsTaxPercent })).toBe('Between 0 and 60.')
    expect(toChosenFields({ ...EMPTY_CHOICES, gainsTaxPercent })).toEqual({})
  }
  expect([findTaxFault(EMPTY_CHOICES), findTaxFault(taxed)]).toEqual([null, null])
  const { request } = TEST_ANALYSIS
  expect(toChoicesForm({ ...request, gainsTaxPercent: 23.8 }).gainsTaxPercent).toBe('23.8')
})
