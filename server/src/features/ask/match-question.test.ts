import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { chooseQuestion, type Topic } from './choose-question.ts'
import { createMatcher, LEAST_SCORE } from './match-question.ts'
import { QUESTION_TABLE } from './question-table.ts'
import { readQuestion } from './read-question.ts'
import { SEVENTH_QUESTIONS, SIXTH_QUESTIONS } from './testing/owner-questions.ts'
import {
  FIFTH_QUESTIONS,
  FIRST_QUESTIONS,
  FOURTH_QUESTIONS,
  SECOND_QUESTIONS,
  THIRD_QUESTIONS,
} from './testing/unseen-questions.ts'

const SUBJECT = {
  held: new Set(['AAPL', 'MSFT', 'NVDA', 'JPM', 'XOM', 'KO', 'TLT']),
  names: new Map([
    ['apple', 'AAPL'],
    ['microsoft', 'MSFT'],
    ['nvidia', 'NVDA'],
  ]),
  today: '2026-11-20',
}
const matcher = createMatcher(QUESTION_TABLE)
const choose = (text: string, previous: Topic | null = null) =>
  chooseQuestion(QUESTION_TABLE, matcher, { text, subject: SUBJECT, ticker: undefined, previous })
const match = (text: string) => {
  const [best] = matcher.rank(readQuestion(text, SUBJECT))
  return best !== undefined && best.score >= LEAST_SCORE ? best.question.id : null
}
const isComputed = (id: string | null) => QUESTION_TABLE.find((one) => one.id === id)?.isComputed !== false

test('every example is matched with its own row', () => {
  const wrong = QUESTION_TABLE.flatMap(({ id, examples }) =>
    examples.filter((one) => match(one) !== id).map((one) => `${one} → ${match(one)}, not ${id}`),
  )
  expect(wrong).toEqual([])
})

const listWrong = (asked: typeof FIRST_QUESTIONS) =>
  asked
    .filter(([text, id]) => (id === null ? match(text) !== null && isComputed(match(text)) : match(text) !== id))
    .map(([text, id]) => {
      const [best] = matcher.rank(readQuestion(text, SUBJECT))
      const { concepts } = readQuestion(text, SUBJECT)
      return `${text} → ${best?.question.id} ${best?.score.toFixed(2)}, not ${id} [${[...concepts].join(' ')}]`
    })

test.each([
  ['first', FIRST_QUESTIONS],
  ['second', SECOND_QUESTIONS],
] as const)('of the %s questions in other words, all are matched', (_, asked) => {
  expect(listWrong(asked)).toEqual([])
})

/** How many of a set are taken for another question, and how many are not understood: what was measured, and no more. */
test.each([
  ['third', THIRD_QUESTIONS, 0, 0],
  ['fourth', FOURTH_QUESTIONS, 0, 0],
  ['fifth', FIFTH_QUESTIONS, 1, 0],
  ['sixth', SIXTH_QUESTIONS, 1, 0],
  ['seventh', SEVENTH_QUESTIONS, 5, 5],
] as const)(
  'of the %s questions, with what goes before them, no more are missed than were',
  (_, asked, taken, unread) => {
    const wrong = asked.flatMap(({ text, ids, after, slots }) => {
      const before = after === undefined ? null : choose(after).chosen
      const { chosen } = choose(text, before && { id: before.question.id, slots: before.slots })
      const id = chosen === null || chosen.question.isComputed === false ? '' : chosen.question.id
      const isRight = ids.length === 0 ? id === '' : ids.includes(id)
      return isRight && (slots === undefined || matches(chosen?.slots, slots)) ? [] : [{ text, id, ids }]
    })
    const other = wrong.filter(({ id }) => id !== '')
    expect(other.length, JSON.stringify(other)).toBeLessThanOrEqual(taken)
    expect(wrong.length - other.length, JSON.stringify(wrong)).toBeLessThanOrEqual(unread)
  },
)

const matches = (found: object | undefined, wanted: object) =>
  Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(Reflect.get(found ?? {}, name), value))

test.each([
  ['portfollio volatilty', ['volatile']],
  ['divrsified', ['diversify']],
  ['correltaion', ['together']],
  ['gold', ['?gold']],
  ['the bumpiest', ['volatile', 'most']],
])('"%s" is read with its typing mistakes', (text, concepts) => {
  expect([...readQuestion(text, SUBJECT).concepts]).toEqual(concepts)
})

test('the docs list the table, row by row', async () => {
  const docs = await readFile(new URL('../../../../docs/asking.md', import.meta.url), 'utf8')
  const listed = [...docs.matchAll(/^- (.+)$/gm)].map(([, text]) => text)
  expect(listed).toEqual(QUESTION_TABLE.map(({ examples }) => examples[0]))
})

test('a question about something else is no question about what was spoken of before', () => {
  for (const before of ['what did 2008 do to this?', 'did it recover from 2020?', 'what is my NVDA worth?']) {
    const { chosen } = choose(before)
    const previous = chosen && { id: chosen.question.id, slots: chosen.slots }
    expect(previous).not.toBeNull()
    for (const text of ['who is the president?', 'what is the weather like?', 'tell me a joke']) {
      expect([before, text, choose(text, previous).chosen?.question.id ?? null]).toEqual([before, text, null])
    }
  }
})
