import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSteadyPending } from './use-steady-pending.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('work that ends within 150 ms shows no skeleton', () => {
  const { result, rerender } = renderHook(useSteadyPending, { initialProps: true })
  pass(149)
  expect(result.current).toBe(false)
  rerender(false)
  pass(1_000)
  expect(result.current).toBe(false)
})

test('a skeleton once shown stays for 300 ms', () => {
  const { result, rerender } = renderHook(useSteadyPending, { initialProps: true })
  pass(150)
  expect(result.current).toBe(true)
  pass(10)
  rerender(false)
  pass(289)
  expect(result.current).toBe(true)
  pass(1)
  expect(result.current).toBe(false)
})
