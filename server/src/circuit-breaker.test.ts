import { expect, test } from 'vitest'
import { type CircuitBreaker, createCircuitBreaker, type Settle } from './circuit-breaker.ts'

const START = new Date('2026-11-20T22:00:00.000Z')
const MINUTE = 60_000

function admitted(breaker: CircuitBreaker): Settle {
  const settle = breaker.admit()
  if (!settle) throw new Error('It rests')
  return settle
}

/** A breaker with a clock that can be put forward. */
function createTimed() {
  let now = START.getTime()
  const breaker = createCircuitBreaker({
    clock: { now: () => new Date(now) },
    failuresToOpen: 5,
    restMilliseconds: MINUTE,
  })
  return {
    breaker,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    fail: (times: number, provoker?: string) => {
      for (let count = 0; count < times; count += 1) admitted(breaker)(false, provoker)
    },
  }
}

test('four failures in a row let the next call pass, five do not, and it says for how long', () => {
  const { breaker, pass, fail } = createTimed()
  fail(4)
  expect([breaker.isOpen(), breaker.waitMilliseconds()]).toEqual([false, 0])
  fail(1)
  expect([breaker.isOpen(), breaker.waitMilliseconds(), breaker.admit()]).toEqual([true, MINUTE, undefined])
  pass(MINUTE - 1)
  expect([breaker.waitMilliseconds(), breaker.admit()]).toEqual([1, undefined])
  pass(1)
  expect(breaker.waitMilliseconds()).toBe(0)
  admitted(breaker)(true)
  expect([breaker.isOpen(), breaker.waitMilliseconds()]).toEqual([false, 0])
})

test('a success in between starts the count from zero', () => {
  const { breaker, fail } = createTimed()
  fail(4)
  admitted(breaker)(true)
  fail(4)
  expect(breaker.admit()).toBeDefined()
})

test('a trial that never reports back does not keep everybody out for ever', () => {
  const { breaker, pass, fail } = createTimed()
  fail(5)
  pass(MINUTE)
  admitted(breaker)
  expect(breaker.waitMilliseconds()).toBe(MINUTE)
  pass(MINUTE)
  expect([breaker.admit() === undefined, breaker.admit()]).toEqual([false, undefined])
})

test('one person whose questions spoil the answers does not take the model from everybody', () => {
  const { breaker, fail } = createTimed()
  fail(50, 'mallory')
  expect(breaker.admit()).toBeDefined()
})

test('five people who get no answer have a model that has none', () => {
  const { breaker, fail } = createTimed()
  for (const person of ['a', 'b', 'c', 'd', 'e']) fail(1, person)
  expect(breaker.admit()).toBeUndefined()
})

test('after a rest one request decides, whoever asks it', () => {
  const { breaker, pass, fail } = createTimed()
  fail(4)
  fail(1, 'mallory')
  expect(breaker.admit()).toBeUndefined()
  pass(MINUTE)
  const trial = admitted(breaker)
  expect(breaker.admit()).toBeUndefined()
  trial(false, 'mallory')
  expect(breaker.admit()).toBeUndefined()
  pass(MINUTE)
  admitted(breaker)(true)
  expect([breaker.admit(), breaker.admit()]).not.toContain(undefined)
})

test('a trial that says nothing of the model leaves the trial to the next', () => {
  const { breaker, pass, fail } = createTimed()
  fail(5)
  pass(MINUTE)
  admitted(breaker)(undefined)
  expect(breaker.admit()).toBeDefined()
  expect(breaker.admit()).toBeUndefined()
})

test.each([false, undefined])(
  'who was admitted before the rest and ends during the trial lets no second one in: %s',
  (end) => {
    const { breaker, pass, fail } = createTimed()
    const slow = admitted(breaker)
    fail(5)
    pass(MINUTE)
    const trial = admitted(breaker)
    slow(end)
    expect(breaker.admit()).toBeUndefined()
    trial(true)
    expect(breaker.admit()).toBeDefined()
  },
)

test('who was admitted before the rest and fails late does not lengthen it', () => {
  const { breaker, pass, fail } = createTimed()
  const slow = [admitted(breaker), admitted(breaker)]
  fail(5)
  pass(MINUTE - 1)
  for (const settle of slow) settle(false)
  expect(breaker.admit()).toBeUndefined()
  pass(1)
  expect(breaker.admit()).toBeDefined()
})

test('settling twice counts once', () => {
  const { breaker } = createTimed()
  const settle = admitted(breaker)
  for (let count = 0; count < 9; count += 1) settle(false)
  expect(breaker.admit()).toBeDefined()
})
