import { expect, test } from 'vitest'
import { createAddressMatcher } from './address-matcher.ts'

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['2001:db8::5', true],
  ['2001:db9::5', false],
  ['not an address', false],
  ['', false],
])('an address is one of those named, or not: %s %s', (address, isNamed) => {
  expect(createAddressMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])(address)).toBe(isNamed)
})
