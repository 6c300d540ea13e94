import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toLocalPath } from './return-to.ts'

const here = new URL('https://ballast.example.com')

test.each(['/', '/options', '/options?ticker=AAPL', '/backtest#result', '/a//b', '/apiary'])(
  '%s is a page of ours',
  (path) => {
    expect(toLocalPath(path, here)).toBe(path)
  },
)

test.each([
  undefined,
  '',
  'https://evil.example',
  'https:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example',
  '.evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/%09/evil.example\r\nlocation: x',
  'options',
  '/api/logout',
  '/API/logout',
  '/x/../api/logout',
  '/dev-idp/auth',
  `/${'a'.repeat(2_000)}`,
])('%j leads to the front page instead', (path) => {
  expect(toLocalPath(path, here)).toBe('/')
})

test('whatever is asked for, a browser stays on this site', () => {
  const piece = fc.oneof(
    fc.constantFrom('/', '\\', '//', 'http:', '@', '..', '%2f', '\t', 'evil.example', '?', '#'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = toLocalPath(pieces.join(''), here)
      expect(new URL(path, here).origin).toBe(here.origin)
      expect(toLocalPath(path, here)).toBe(path)
    }),
    { numRuns: 2_000 },
  )
})
