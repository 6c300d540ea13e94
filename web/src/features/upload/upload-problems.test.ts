import { expect, test } from 'vitest'
import { toPlace, toProblemText } from './upload-problems.ts'

test.each([
  [
    { row: 3, column: 'ticker', message: 'Row 3, column "ticker": the ticker is missing. Write it.' },
    'The ticker is missing. Write it.',
  ],
  [{ row: 2, column: 'shares', message: 'Row 2, column "shares": "ten" is not a number.' }, '"ten" is not a number.'],
  [{ column: 'cost', message: 'Column "cost": the name stands twice.' }, 'The name stands twice.'],
  [{ message: 'the text is empty.' }, 'The text is empty.'],
])('%o reads as a sentence of its own', (problem, text) => {
  expect(toProblemText(problem)).toBe(text)
})

test('a place is named as far as it is known', () => {
  expect(toPlace({ row: 3, column: 'ticker', message: '' })).toBe('Row 3, column "ticker"')
  expect(toPlace({ column: 'ticker', message: '' })).toBe('Column "ticker"')
  expect(toPlace({ message: '' })).toBe('Whole text')
})
