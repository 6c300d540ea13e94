import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

function setUp() {
  let now = Date.parse('2026-11-20T15:00:00Z')
  const breaker = createCircuitBreaker({ clock: { now: () => new Date(now) }, failuresToOpen: 5, probeAfterMs: 30_000 })
  return {
    breaker,
    wait: (milliseconds: number) => {
      now += milliseconds
    },
    fail: (times: number) => {
      for (let count = 0; count < times; count++) breaker.recordFailure()
    },
  }
}

test('four failures in a row let the next call pass, five do not', () => {
  const { breaker, fail } = setUp()
  fail(4)
  expect(breaker.tryPass()).toBe(0)
  fail(1)
  expect(breaker.tryPass()).toBe(30_000)
  expect(breaker.isOpen()).toBe(true)
})

test('a success in between starts the count anew', () => {
  const { breaker, fail } = setUp()
  fail(4)
  breaker.recordSuccess()
  fail(4)
  expect(breaker.tryPass()).toBe(0)
})

test('after 30 s one call may try, the others wait for what comes of it', () => {
  const { breaker, fail, wait } = setUp()
  fail(5)
  wait(29_999)
  expect(breaker.tryPass()).toBe(1)
  wait(1)
  expect([breaker.tryPass(), breaker.tryPass()]).toEqual([0, 30_000])
})

test('the try’s success closes at once, its failure opens for another 30 s', () => {
  const { breaker, fail, wait } = setUp()
  fail(5)
  wait(30_000)
  breaker.tryPass()
  breaker.recordFailure()
  expect(breaker.tryPass()).toBe(30_000)
  wait(30_000)
  breaker.tryPass()
  breaker.recordSuccess()
  expect([breaker.tryPass(), breaker.tryPass(), breaker.isOpen()]).toEqual([0, 0, false])
})

test('a try that never reports back does not shut the door for ever', () => {
  const { breaker, fail, wait } = setUp()
  fail(5)
  wait(30_000)
  breaker.tryPass()
  wait(30_000)
  expect(breaker.tryPass()).toBe(0)
})
