import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { chooseQuestion, type Topic } from './choose-question.ts'
import { createMatcher } from './match-question.ts'
import { QUESTION_TABLE } from './question-table.ts'
import { readQuestion } from './read-question.ts'
import { ELEVENTH_QUESTIONS, TENTH_QUESTIONS } from './testing/newcomer-questions.ts'
import { SEVENTH_QUESTIONS, SIXTH_QUESTIONS } from './testing/owner-questions.ts'
import { EIGHTH_QUESTIONS, NINTH_QUESTIONS } from './testing/typed-questions.ts'
import {
  FIFTH_QUESTIONS,
  FIRST_QUESTIONS,
  FOURTH_QUESTIONS,
  one,
  SECOND_QUESTIONS,
  THIRD_QUESTIONS,
} from './testing/unseen-questions.ts'

const SUBJECT = {
  held: new Set(['AAPL', 'MSFT', 'NVDA', 'JPM', 'XOM', 'KO', 'TLT', 'BA', 'GLD']),
  names: new Map([
    ['boeing', 'BA'],
    ['apple', 'AAPL'],
    ['microsoft', 'MSFT'],
    ['nvidia', 'NVDA'],
  ]),
  today: '2026-11-20',
}
const matcher = createMatcher(QUESTION_TABLE)
const choose = (text: string, previous: Topic | null = null) =>
  chooseQuestion(QUESTION_TABLE, matcher, { text, subject: SUBJECT, ticker: undefined, previous })
const asUnseen = (asked: typeof FIRST_QUESTIONS) => asked.map(([text, id]) => one(text, ...(id === null ? [] : [id])))

test('every example is matched with its own row', () => {
  const wrong = QUESTION_TABLE.flatMap(({ id, examples }) =>
    examples.flatMap((example) => {
      const [best] = choose(example).nearest
      return best?.question.id === id ? [] : [`${example} → ${best?.question.id}, not ${id}`]
    }),
  )
  expect(wrong).toEqual([])
})

/**
 * How many of a set are taken for another question, and how many are not answered: what was measured, and no more. Where
 * none is answered, the nearest two are offered.
 */
test.each([
  ['first', asUnseen(FIRST_QUESTIONS), 0, 2],
  ['second', asUnseen(SECOND_QUESTIONS), 0, 3],
  ['third', THIRD_QUESTIONS, 0, 4],
  ['fourth', FOURTH_QUESTIONS, 0, 6],
  ['fifth', FIFTH_QUESTIONS, 2, 5],
  ['sixth', SIXTH_QUESTIONS, 0, 3],
  ['seventh', SEVENTH_QUESTIONS, 1, 6],
  ['eighth', EIGHTH_QUESTIONS, 0, 1],
  ['ninth', NINTH_QUESTIONS, 1, 6],
  ['tenth', TENTH_QUESTIONS, 3, 8],
  ['eleventh', ELEVENTH_QUESTIONS, 2, 15],
] as const)(
  'of the %s questions, with what goes before them, no more are missed than were',
  (_, asked, taken, unread) => {
    const wrong = asked.flatMap(({ text, ids, after, slots }) => {
      const before = after === undefined ? null : choose(after).chosen
      const { chosen } = choose(text, before && { id: before.question.id, slots: before.slots })
      const id = chosen?.question.isComputed ? chosen.question.id : ''
      const isRight = ids.length === 0 ? id === '' : ids.some((wanted) => wanted === id)
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
  ['trimmed', ['sell']],
  ['an up-and-down ride', ['together', '?ride']],
])('"%s" is read with its endings and typing mistakes', (text, concepts) => {
  expect([...readQuestion(text, SUBJECT).concepts]).toEqual(concepts)
})

test.each([
  ['how did I do this week', { name: 'last week', days: 7 }],
  ['my return over the past 3 months', { name: 'last three months', days: 93 }],
  ['how did I do in the last 99 weeks', undefined],
])('"%s" names a time up to now', (text, period) => {
  expect(readQuestion(text, SUBJECT).slots.period).toEqual(period)
})

test('what comes about equally near to two questions is neither, and both are offered first', () => {
  const { chosen, nearest } = choose('price of insurance for my nvidia shares')
  expect(chosen).toBeNull()
  expect(nearest.slice(0, 2).map(({ question }) => question.id)).toEqual(['holding-value', 'put-price'])
})

test('what somebody tells of themselves does not hide what they ask', () => {
  const told = 'My husband bought technology shares and a bond fund before interest rates rose.'
  expect(choose(`${told} How many independent bets do I have?`).chosen?.question.id).toBe('independent-bets')
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
