import { expect, test } from 'vitest'
import { createLogBudget } from './log-budget.ts'

test('a minute has so many lines, and the next one as many again', () => {
  let now = 0
  const mayWrite = createLogBudget(3, () => now)
  const ask = () => Array.from({ length: 5 }, mayWrite)
  expect(ask()).toEqual([true, true, true, false, false])
  now = 59_999
  expect(mayWrite()).toBe(false)
  now = 60_000
  expect(ask()).toEqual([true, true, true, false, false])
})
