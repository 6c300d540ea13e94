import { expect, test } from 'vitest'
import { explainStartFailure } from './run-server.ts'

// As Node says it of places to listen at; asking it would depend on the machine's network.
test.each([
  { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '192.0.2.1', port: 3000 },
  { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: '192.0.2.1' },
  { code: 'EAI_AGAIN', syscall: 'getaddrinfo', hostname: '192.0.2.1' },
])('a HOST that is no address of this machine is told in words that name it: $code', (fields) => {
  expect(explainStartFailure(Object.assign(new Error(fields.code), fields))).toBe(
    'Listening at 192.0.2.1 is not possible: this machine has no such address. Set HOST to an address of this machine, such as 127.0.0.1.',
  )
})

test('an error without words, such as those of the embedded database’s files, is shown as it is', () => {
  expect(explainStartFailure({ name: 'ErrnoError', errno: 29 })).toMatch(/^Ballast cannot start: .*ErrnoError.* 29/)
})
