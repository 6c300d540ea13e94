import { listPortfolios, type SiteStatus } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { callApi } from '../lib/call-api.ts'
import { type Answers, PRO_USER, Refusal, renderScreen } from '../test-screen.tsx'
import { Route } from './__root.tsx'

const SIMULATED: SiteStatus = {
  isDemo: false,
  source: 'sample',
  simulated: true,
  requested: 'sample',
  state: 'ready',
  notice: null,
}

// Loaded on demand by the app; loading is not what these tests are about.
beforeAll(() => import('../features/landing/landing-page.tsx'))

/** Draws the app around a screen. */
async function renderApp(component: () => ReactNode, answers: Answers) {
  const root = createRootRoute({ component: Route.options.component! })
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component })]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  return renderScreen(<RouterProvider router={router as never} />, answers)
}

test('no screen is drawn before it is known whether a banner stands above it', async () => {
  const status = Promise.withResolvers<SiteStatus>()
  const { sent } = await renderApp(() => <h1>A screen</h1>, {
    'GET /api/auth/visitor': { user: PRO_USER },
    'GET /api/market-data/status': () => status.promise,
  })
  await expect.poll(() => sent.map(({ call }) => call)).toContain('GET /api/auth/visitor')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(screen.getByRole('status').textContent).toBe('Signing you in')
  expect(screen.queryByRole('heading')).toBeNull()
  const skipLink = screen.getByRole('link', { name: 'Skip to content' })
  skipLink.focus()
  status.resolve(SIMULATED)
  expect(await screen.findByRole('heading', { name: 'A screen' })).toBeTruthy()
  expect(document.activeElement, 'where the keyboard is').toBe(skipLink)
  expect(screen.getByRole('note').textContent).toContain('Simulated data.')
})

test('a source of prices that cannot be asked for keeps no screen away, and is asked again in its own time', async () => {
  const { sent } = await renderApp(() => <h1>A screen</h1>, {
    'GET /api/auth/visitor': { user: PRO_USER },
    'GET /api/market-data/status': new Refusal(503, { error: 'Away' }),
  })
  const heading = await screen.findByRole('heading', { name: 'A screen' })
  const count = () => sent.filter(({ call }) => call === 'GET /api/market-data/status').length
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(document.contains(heading), 'the screen that was drawn first').toBe(true)
  expect(count()).toBeLessThan(4)
})

test('whose session ends by itself is told so, and may go on where it ended', async () => {
  const NeedsSession = () => {
    useQuery({ queryKey: ['portfolios'], queryFn: () => callApi(listPortfolios, { query: {} }) })
    return <h1>A screen</h1>
  }
  await renderApp(NeedsSession, {
    'GET /api/auth/visitor': { user: PRO_USER },
    'GET /api/market-data/status': SIMULATED,
    'GET /api/portfolios': new Refusal(401, { error: 'Unauthorized' }),
  })
  expect(await screen.findByText(/^Your session has ended\./)).toBeTruthy()
})
