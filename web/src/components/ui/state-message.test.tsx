import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorState } from './state-message.tsx'

test('a failure is announced and can be tried again in place', () => {
  const onRetry = vi.fn()
  render(<ErrorState title="Failed to load correlation analysis" text="Your positions are safe." onRetry={onRetry} />)
  expect(screen.getByRole('alert').textContent).toContain('Failed to load correlation analysis')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

test('while it is being tried again, it cannot be tried twice', () => {
  const onRetry = vi.fn()
  render(<ErrorState title="Failed" onRetry={onRetry} retrying />)
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(onRetry).not.toHaveBeenCalled()
})
