import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteOrigin, useOldestKept } from './kept-answers.ts'

function Age() {
  return <p role="note">{useOldestKept() ?? 'current'}</p>
}

const kept = (fetchedAt: string) => new Response('', { headers: { 'x-fetched-at': fetchedAt } })
const shown = () => screen.getByRole('note').textContent

test('the oldest answer in sight counts, until one comes from the network', () => {
  render(<Age />)
  expect(shown()).toBe('current')
  act(() => noteOrigin(kept('2026-11-27T14:02:00.000Z')))
  act(() => noteOrigin(kept('2026-11-27T15:00:00.000Z')))
  expect(shown()).toBe('2026-11-27T14:02:00.000Z')
  act(() => noteOrigin(kept('2026-11-26T09:00:00.000Z')))
  expect(shown()).toBe('2026-11-26T09:00:00.000Z')
  act(() => noteOrigin(new Response('')))
  expect(shown()).toBe('current')
})
