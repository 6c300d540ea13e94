import { ApiError } from '@ballast/contract'
import { expect, test } from 'vitest'
import { isSignedOutError, toUserMessage } from './to-user-message.ts'

const FALLBACK = 'Failed to upload portfolio'
const answer = (body: object) => new ApiError(400, '{}', { error: 'Bad request', requestId: 'r1', ...body })

test.each([
  ['the details, when they are a sentence', answer({ details: 'Row 3 has no ticker.' }), 'Row 3 has no ticker.'],
  ['the error, when the details are a list', answer({ details: [{ message: 'x', row: 3 }] }), 'Bad request'],
  ['the error, when the details are blank', answer({ details: '  ' }), 'Bad request'],
  ['the error alone', answer({}), 'Bad request'],
  ['the catalogue’s sentence, when the body is not ours', new ApiError(502, '<html>', undefined), FALLBACK],
  ['the catalogue’s sentence, when nothing answered', new TypeError('Failed to fetch'), FALLBACK],
  ['the catalogue’s sentence for anything else', 'thrown text', FALLBACK],
])('people read %s', (_, error, text) => expect(toUserMessage(error, FALLBACK)).toBe(text))

test('only 401 means signed out', () => {
  expect(isSignedOutError(new ApiError(401, '', undefined))).toBe(true)
  expect(isSignedOutError(new ApiError(403, '', undefined))).toBe(false)
  expect(isSignedOutError(new TypeError('Failed to fetch'))).toBe(false)
})
