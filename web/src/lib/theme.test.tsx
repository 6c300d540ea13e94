import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useTheme } from './theme.ts'

beforeEach(() => {
  localStorage.clear()
  document.documentElement.className = 'dark'
})

test('the choice is applied at once and remembered, and nothing else is stored', () => {
  const { result } = renderHook(() => useTheme())
  expect(result.current.theme).toBe('dark')
  act(() => result.current.toggleTheme())
  expect(result.current.theme).toBe('light')
  expect(document.documentElement.classList.contains('dark')).toBe(false)
  expect({ ...localStorage }).toEqual({ theme: 'light' })
})

test('another tab’s choice is followed', () => {
  const { result } = renderHook(() => useTheme())
  localStorage.setItem('theme', 'light')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })))
  expect(result.current.theme).toBe('light')
})
