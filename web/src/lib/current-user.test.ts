import { describe, expect, test } from 'vitest'
import { toInitials, toLoginUrl } from './current-user.ts'

describe('initials', () => {
  test.each([
    ['maya', 'okafor', 'm@example.com', 'MO'],
    ['Maya', null, 'zed@example.com', 'M'],
    [null, null, 'zed@example.com', 'Z'],
    [null, null, null, 'U'],
    ['', ' ', 'zed@example.com', 'Z'],
    ['𝒜da', 'Łuczak', null, '𝒜Ł'],
  ])('%s %s <%s> is %s', (firstName, lastName, email, initials) => {
    expect(toInitials({ firstName, lastName, email })).toBe(initials)
  })
})

test('signing in leads back to where one wanted to go', () => {
  expect(toLoginUrl('/')).toBe('/api/login')
  expect(toLoginUrl('/account?tab=1')).toBe('/api/login?returnTo=%2Faccount%3Ftab%3D1')
})
