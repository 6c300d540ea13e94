import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createMatcher, LEAST_SCORE } from './match-question.ts'
import { QUESTION_TABLE } from './question-table.ts'
import { readQuestion } from './read-question.ts'
import { FIRST_QUESTIONS, SECOND_QUESTIONS } from './testing/unseen-questions.ts'

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
const match = (text: string) => {
  const [best] = matcher.rank(readQuestion(text, SUBJECT))
  return best !== undefined && best.score >= LEAST_SCORE ? best.question.id : null
}

test('every example is matched with its own row', () => {
  const wrong = QUESTION_TABLE.flatMap(({ id, examples }) =>
    examples.filter((one) => match(one) !== id).map((one) => `${one} → ${match(one)}, not ${id}`),
  )
  expect(wrong).toEqual([])
})

const listWrong = (asked: typeof FIRST_QUESTIONS) =>
  asked
    .filter(([text, id]) => match(text) !== id)
    .map(([text, id]) => {
      const [best] = matcher.rank(readQuestion(text, SUBJECT))
      const { concepts } = readQuestion(text, SUBJECT)
      return `${text} → ${best?.question.id} ${best?.score.toFixed(2)}, not ${id} [${[...concepts].join(' ')}]`
    })

test.each([
  ['first', FIRST_QUESTIONS],
  ['second', SECOND_QUESTIONS],
] as const)('of the %s questions in other words, nine in ten are matched', (_, asked) => {
  const wrong = listWrong(asked)
  expect(wrong.length, wrong.join('\n')).toBeLessThan(0.1 * asked.length)
})

test('the docs list the table, row by row', async () => {
  const docs = await readFile(new URL('../../../../docs/asking.md', import.meta.url), 'utf8')
  const listed = [...docs.matchAll(/^- (.+)$/gm)].map(([, text]) => text)
  expect(listed).toEqual(QUESTION_TABLE.map(({ examples }) => examples[0]))
})
