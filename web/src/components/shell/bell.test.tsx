import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test-screen.tsx'
import { Bell } from './bell.tsx'

async function renderBell(unread: number) {
  const router = createRouter({
    routeTree: createRootRoute({ component: Bell }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  renderScreen(<RouterProvider router={router as never} />, { 'GET /api/inbox/unread': { unread } })
}

test.each([
  [3, 'Inbox, 3 unread', '3'],
  [250, 'Inbox, 250 unread', '99+'],
])('says how many of %s messages are unread', async (unread, name, shown) => {
  await renderBell(unread)
  expect((await screen.findByRole('link', { name })).textContent).toBe(shown)
})

test('without unread messages it says nothing more', async () => {
  await renderBell(0)
  expect((await screen.findByRole('link', { name: 'Inbox' })).textContent).toBe('')
})
