import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

const START = new Date('2026-11-20T22:00:00.000Z')

test('one person whose questions spoil the answers does not take the model from everybody', () => {
  const breaker = createCircuitBreaker({ now: () => START })
  for (let count = 0; count < 50; count += 1) {
    expect(breaker.admit()).toBe(true)
    breaker.settle(false, 'mallory')
  }
  expect(breaker.admit()).toBe(true)
})

test('five people who get no answer have a model that has none', () => {
  const breaker = createCircuitBreaker({ now: () => START })
  for (const person of ['a', 'b', 'c', 'd', 'e']) breaker.settle(false, person)
  expect(breaker.admit()).toBe(false)
})

test('after a rest one request decides, whoever asks it', () => {
  let now = START
  const breaker = createCircuitBreaker({ now: () => now })
  for (let count = 0; count < 4; count += 1) breaker.settle(false)
  breaker.settle(false, 'mallory')
  expect(breaker.admit()).toBe(false)
  now = new Date(START.getTime() + 60_000)
  expect([breaker.admit(), breaker.admit()]).toEqual([true, false])
  breaker.settle(false, 'mallory')
  expect(breaker.admit()).toBe(false)
  now = new Date(START.getTime() + 120_000)
  expect(breaker.admit()).toBe(true)
  breaker.settle(true)
  expect([breaker.admit(), breaker.admit()]).toEqual([true, true])
})
