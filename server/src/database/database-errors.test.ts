/** @module-tag postgres */

import { expect, test } from 'vitest'
import { findSqlState, isOutOfSpace, isUnavailable } from './database-errors.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08006', '53300', '57014'])(
  'a database that fails with %s cannot serve now, whatever asked for it',
  (code) => {
    expect([
      isUnavailable(failure(code)),
      isUnavailable(new Error('a query failed', { cause: failure(code) })),
    ]).toEqual([true, true])
  },
)

test.each(['EPIPE', 'ENOENT', 'ENOSPC'])('a failure of the machine, %s, is no code of the database', (code) => {
  expect(findSqlState(failure(code))).toBeUndefined()
})

test.each([
  ['PostgreSQL', new Error('a query failed', { cause: failure('53100') }), true],
  ['the file system', failure('ENOSPC'), true],
  ['the file system of a user with a quota', failure('EDQUOT'), true],
  // The embedded database throws what its file layer does: a name and a number.
  ['the embedded database', { name: 'ErrnoError', errno: 51 }, true],
  ['the embedded database of a user with a quota', { name: 'ErrnoError', errno: 19 }, true],
  ['nobody', { name: 'ErrnoError', errno: 44 }, false],
  ['nobody', failure('53300'), false],
])('that there is no room left is known when it is said by %s', (_who, error, expected) => {
  expect(isOutOfSpace(error)).toBe(expected)
})
