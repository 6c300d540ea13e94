import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announceScreenChange, focusHeading, useScreenHeading } from './heading-focus.ts'

function Screen({ title }: { title: string }) {
  const heading = useScreenHeading(title)
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}

test('the first screen takes no focus, so that the skip link stays first', () => {
  render(<Screen title="Portfolio Overview" />)
  expect(document.title).toBe('Portfolio Overview · Ballast')
  expect(document.activeElement).toBe(document.body)
})

test('after a change of screen the new heading has the focus, once', () => {
  announceScreenChange()
  render(<Screen title="Account" />)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Account' }))
  cleanup()
  render(<Screen title="Account" />)
  expect(document.activeElement).toBe(document.body)
})

test('work that has ended leads back to the heading, to the new one where another takes its place', () => {
  const { rerender } = render(<Screen key="empty" title="Portfolio Overview" />)
  focusHeading()
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  rerender(<Screen key="filled" title="Portfolio Overview" />)
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})
