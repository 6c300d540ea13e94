import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const hint = () => screen.queryByRole('tooltip')

function renderTwo() {
  render(
    <>
      <Tooltip text="Refresh prices">
        <button type="button">refresh</button>
      </Tooltip>
      <Tooltip text="Download">
        <button type="button">download</button>
      </Tooltip>
    </>,
  )
  // Hints closed by other tests must not shorten the delay of this one.
  pass(10_000)
  return { refresh: screen.getByText('refresh'), download: screen.getByText('download') }
}

test('a hint comes after 700 ms of hovering and describes its control', () => {
  const { refresh } = renderTwo()
  fireEvent.pointerEnter(refresh)
  pass(699)
  expect(hint()).toBeNull()
  pass(1)
  expect(hint()?.textContent).toBe('Refresh prices')
  expect(refresh.getAttribute('aria-describedby')).toBe(hint()?.id)
})

test('the next hint within 300 ms comes at once, a later one takes its time again', () => {
  const { refresh, download } = renderTwo()
  fireEvent.pointerEnter(refresh)
  pass(700)
  fireEvent.pointerLeave(refresh)
  pass(120)
  expect(hint()).toBeNull()
  fireEvent.pointerEnter(download)
  pass(0)
  expect(hint()?.textContent).toBe('Download')
  fireEvent.pointerLeave(download)
  pass(120 + 301)
  fireEvent.pointerEnter(refresh)
  pass(0)
  expect(hint()).toBeNull()
})

test('the pointer may move onto the hint; Escape closes it', () => {
  const { refresh } = renderTwo()
  fireEvent.pointerEnter(refresh)
  pass(700)
  fireEvent.pointerLeave(refresh)
  fireEvent.pointerEnter(hint()!)
  pass(1_000)
  expect(hint()).not.toBeNull()
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(hint()).toBeNull()
})

test('a finger gets no hint in its way', () => {
  const { refresh } = renderTwo()
  fireEvent.pointerEnter(refresh, { pointerType: 'touch' })
  pass(2_000)
  expect(hint()).toBeNull()
})
