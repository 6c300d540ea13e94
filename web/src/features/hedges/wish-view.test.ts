import { readWish } from '@ballast/contract/hedge-request'
import { describe, expect, test } from 'vitest'
import {
  changeForm,
  chooseMeaning,
  EMPTY_WISH,
  fillForm,
  findWishFaults,
  keyOf,
  listChips,
  listQuestions,
  toWish,
  type WishForm,
} from './wish-view.ts'

const SUBJECT = { held: new Set(['NVDA', 'KO']), today: '2026-11-23' }
const type = (prompt: string, form: Partial<WishForm> = {}) => {
  const typed: WishForm = { ...EMPTY_WISH, ...form, prompt }
  return { form: typed, reading: readWish(prompt, SUBJECT) }
}

describe('words fill the form', () => {
  const { form, reading } = type('max loss 12,5 %, until March, no spreads, keep NVDA')

  test('and what is sent is the fields, with the words as they were typed', () => {
    expect(fillForm(form, reading)).toMatchObject({
      limitPercent: '12.5',
      keep: 'NVDA',
      choices: { options: 'no-spreads', lastDay: '2027-03-31' },
    })
    expect(toWish(form, reading)).toEqual({
      customPrompt: form.prompt,
      wordsAreRead: true,
      limitPercent: 12.5,
      lastDay: '2027-03-31',
      noSpreads: true,
      keep: ['NVDA'],
    })
  })

  test('what is removed is not sent, and comes back when the words are another', () => {
    const [first] = listChips(form, reading)
    const without = { ...form, aside: [keyOf(first!)] }
    expect(toWish(without, reading).limitPercent).toBeUndefined()
    const again = type('max loss 12 %', { aside: without.aside })
    expect(toWish(again.form, again.reading).limitPercent).toBe(12)
  })

  test('a field that is changed or emptied goes before the words', () => {
    const changed = changeForm(form, reading, { limitPercent: '20' }, ['limitPercent'])
    expect(toWish(changed, reading)).toMatchObject({ limitPercent: 20, keep: ['NVDA'] })
    const emptied = changeForm(form, reading, { keep: '' }, ['keep'])
    expect(fillForm(emptied, reading).keep).toBe('')
    expect(toWish(emptied, reading).keep).toBeUndefined()
  })
})

test('a question is asked until its answer stands in a field', () => {
  const { form, reading } = type('max loss 1,500')
  const [question] = listQuestions(form, reading)
  expect(question?.choices.map(({ meaning }) => meaning)).toEqual([
    'At most 1.5% may be lost',
    'At most $1,500 may be lost',
  ])
  const chosen = chooseMeaning(form, question!.choices[1]!)
  expect(listQuestions(chosen, reading)).toEqual([])
  expect(toWish(chosen, reading)).toMatchObject({ limitUsd: 1500 })
})

test('a crisis takes the place of a fall, whoever named either', () => {
  const { form, reading } = type('what if 2008 happens again', { shockPercent: '30' })
  expect(toWish(form, reading)).toEqual({ customPrompt: form.prompt, wordsAreRead: true, crisisId: 'gfc-2007' })
})

describe('numbers in fields', () => {
  test('are read as in words: a comma before one digit is a point', () => {
    expect(toWish({ ...EMPTY_WISH, limitPercent: '1,5', budgetUsd: '$2,000' })).toEqual({
      limitPercent: 1.5,
      budgetUsd: 2000,
    })
  })

  test('that may be two are asked about', () => {
    expect(findWishFaults({ ...EMPTY_WISH, budgetPercent: '1,500', budgetUsd: '1,500' })).toEqual({
      budgetPercent: 'Write 1.5 or 1500.',
    })
  })
})
