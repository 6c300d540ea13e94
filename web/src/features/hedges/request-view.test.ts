import { hedgeRequestBodySchema } from '@ballast/contract'
import { readRequest } from '@ballast/contract/hedge-request'
import { describe, expect, test } from 'vitest'
import {
  changeForm,
  chooseMeaning,
  EMPTY_REQUEST,
  fillForm,
  findRequestFaults,
  keyOf,
  listChips,
  listQuestions,
  type RequestForm,
  toRequestBody,
  toSameRequest,
} from './request-view.ts'
import { TEST_ANALYSIS } from './test-hedges.ts'

const SUBJECT = { held: new Set(['NVDA', 'KO']), today: '2026-11-23' }
const type = (prompt: string, form: Partial<RequestForm> = {}) => {
  const typed: RequestForm = { ...EMPTY_REQUEST, ...form, prompt }
  return { form: typed, reading: readRequest(prompt, SUBJECT) }
}

describe('words fill the form', () => {
  const { form, reading } = type('max loss 12,5 %, until March, no spreads, keep NVDA')

  test('and what is sent is the fields, with the words as they were typed', () => {
    expect(fillForm(form, reading)).toMatchObject({
      limitPercent: '12.5',
      keep: 'NVDA',
      choices: { options: 'no-spreads', lastDay: '2027-03-31' },
    })
    expect(toRequestBody(form, reading)).toEqual({
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
    expect(toRequestBody(without, reading).limitPercent).toBeUndefined()
    const again = type('max loss 12 %', { aside: without.aside })
    expect(toRequestBody(again.form, again.reading).limitPercent).toBe(12)
  })

  test('a field that is changed or emptied goes before the words', () => {
    const changed = changeForm(form, reading, { limitPercent: '20' }, ['limitPercent'])
    expect(toRequestBody(changed, reading)).toMatchObject({ limitPercent: 20, keep: ['NVDA'] })
    const emptied = changeForm(form, reading, { keep: '' }, ['keep'])
    expect(fillForm(emptied, reading).keep).toBe('')
    expect(toRequestBody(emptied, reading).keep).toBeUndefined()
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
  expect(toRequestBody(chosen, reading)).toMatchObject({ limitUsd: 1500 })
})

test('a crisis takes the place of a fall, whoever named either', () => {
  const { form, reading } = type('what if 2008 happens again', { shockPercent: '30' })
  expect(toRequestBody(form, reading)).toEqual({ customPrompt: form.prompt, wordsAreRead: true, crisisId: 'gfc-2007' })
})

describe('numbers in fields', () => {
  test('are read as in words: a comma before one digit is a point', () => {
    expect(toRequestBody({ ...EMPTY_REQUEST, limitPercent: '1,5', budgetUsd: '$2,000' })).toEqual({
      limitPercent: 1.5,
      budgetUsd: 2000,
    })
  })

  test('that may be two are asked about', () => {
    expect(findRequestFaults({ ...EMPTY_REQUEST, budgetPercent: '1,500', budgetUsd: '1,500' })).toEqual({
      budgetPercent: 'Write 1.5 or 1500.',
    })
  })
})

describe('an analysis is asked for again', () => {
  const request = {
    ...TEST_ANALYSIS.request,
    limitPercent: 12,
    shockPercent: 30,
    horizonDays: 90,
    budgetPercent: 1,
    keep: ['NVDA'],
    keepUpside: true,
  }
  const again = (change: Partial<typeof request>) => {
    const analysis = { request: { ...request, ...change }, riskAssessment: { value: 200_000 } }
    return toSameRequest(analysis, readRequest(change.customPrompt ?? '', SUBJECT))
  }

  test('with its fields, also those that the form of this visit does not hold', () => {
    expect(again({})).toMatchObject({
      limitPercent: 12,
      shockPercent: 30,
      horizonDays: 90,
      budgetPercent: 1,
      keep: ['NVDA'],
    })
    expect(again({ crisisId: 'gfc-2007' })).toMatchObject({ crisisId: 'gfc-2007', limitPercent: 12, keepUpside: true })
    expect(again({ crisisId: 'gfc-2007' }).shockPercent).toBeUndefined()
    expect(again({ budgetPercent: 50 })).toMatchObject({ budgetUsd: 100_000 })
    expect(again({ lastDay: '2027-03-31' }).horizonDays).toBeUndefined()
  })

  test('with its words and what was understood of them; a chip that was removed stays out', () => {
    const customPrompt = 'budget $2,000, no spreads'
    const understood = [{ words: 'budget $2,000', meaning: 'The hedge may cost $2,000' }]
    const body = again({ customPrompt, understood })
    expect(body).toMatchObject({ customPrompt, wordsAreRead: true, limitPercent: 12, budgetUsd: 2000 })
    expect(body.noSpreads).toBeUndefined()
    expect(body.budgetPercent).toBeUndefined()
  })

  test.each([{}, { customPrompt: 'max loss 12 %' }, { crisisId: 'covid-2020' as const }, { budgetPercent: 50 }])(
    'in a way that the server takes: %j',
    (change) => expect(hedgeRequestBodySchema.safeParse(again(change)).success).toBe(true),
  )
})
