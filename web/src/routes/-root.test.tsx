import type { MarketDataStatusBody } from '@ballast/contract'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PRO_USER, renderScreen } from '../test-screen.tsx'
import { Route } from './__root.tsx'

const SIMULATED: MarketDataStatusBody = {
  source: 'sample',
  simulated: true,
  requested: 'sample',
  state: 'ready',
  notice: null,
}

test('no screen is drawn before it is known whether a banner stands above it', async () => {
  const status = Promise.withResolvers<MarketDataStatusBody>()
  const root = createRootRoute({ component: Route.options.component! })
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>A screen</h1> }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  const { sent } = renderScreen(<RouterProvider router={router as never} />, {
    'GET /api/auth/user': PRO_USER,
    'GET /api/market-data/status': () => status.promise,
  })
  await expect.poll(() => sent.map(({ call }) => call)).toContain('GET /api/auth/user')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(screen.getByRole('status').textContent).toBe('Signing you in')
  expect(screen.queryByRole('heading')).toBeNull()
  status.resolve(SIMULATED)
  expect(await screen.findByRole('heading', { name: 'A screen' })).toBeTruthy()
  expect(screen.getByRole('note').textContent).toContain('Simulated data.')
})
