import { expect, test } from 'vitest'
import {
  changeReview,
  countNeedingLook,
  countToSave,
  isEdited,
  type ReviewChange,
  startReview,
} from './review-state.ts'
import { makeExtracted, makeReviewOfImages } from './test-review.ts'

const start = startReview([
  makeExtracted({ ticker: 'A' }),
  makeExtracted({ ticker: 'B' }),
  makeExtracted({ ticker: 'C' }),
])
const after = (...changes: ReviewChange[]) => changes.reduce(changeReview, start)
const tickers = (state: typeof start) => state.rows.map(({ ticker }) => ticker)

test('nothing is edited at first, and anything done is an edit', () => {
  expect(isEdited(start)).toBe(false)
  expect(isEdited(after({ type: 'remove', rowId: 'p-B' }))).toBe(true)
})

test('one field of one row is filled', () => {
  const state = after({ type: 'fill', rowId: 'p-B', field: 'shares', text: '7' })
  expect(state.rows[1]?.shares).toBe('7')
  expect(state.rows[0]).toBe(start.rows[0])
})

test('a removed row comes back to its place', () => {
  const removed = after({ type: 'remove', rowId: 'p-B' })
  expect(tickers(removed)).toEqual(['A', 'C'])
  expect(tickers(changeReview(removed, { type: 'restore' }))).toEqual(['A', 'B', 'C'])
})

test('a change of a row that is gone, or bringing back none, changes nothing', () => {
  expect(after({ type: 'remove', rowId: 'p-Z' })).toBe(start)
  expect(after({ type: 'restore' })).toBe(start)
})

test('added rows stand last, each by a name of its own, and do not count while blank', () => {
  const state = after({ type: 'add' }, { type: 'add' })
  expect(new Set(state.rows.map(({ id }) => id)).size).toBe(5)
  expect(tickers(state)).toEqual(['A', 'B', 'C', '', ''])
  expect(countToSave(state.rows)).toBe(3)
})

test('rows that need a look are counted as they are settled', () => {
  const state = startReview(makeReviewOfImages().positions)
  expect(countNeedingLook(state.rows)).toBe(2)
  const settled = changeReview(state, { type: 'fill', rowId: 'p-5CHW', field: 'ticker', text: 'SCHW' })
  expect(countNeedingLook(settled.rows)).toBe(1)
})
