import type { SiteStatus, User } from '@ballast/contract'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { renderScreen } from '../../test-screen.tsx'
import { AppBar } from './app-bar.tsx'
import { DataBanner } from './data-banner.tsx'
import { isActiveEntry, NAV_ENTRIES } from './nav-entries.ts'
import { Copyright } from './site-footer.tsx'

// Loaded on demand by the app; loading is not what these tests are about.
beforeAll(() =>
  Promise.all([
    import('../ui/menu-panel.tsx'),
    import('./user-menu-entries.tsx'),
    import('./bell.tsx'),
    import('../ui/toast-stage.tsx'),
  ]),
)

const MAYA: User = {
  id: '3f0c1e9e-7a0f-4a4e-9a1c-0d4f5b6a7c8d',
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.com',
  profileImageUrl: null,
  subscriptionTier: 'free',
  discoveryTokens: 0,
  isAdmin: 0,
}

const SIMULATED: SiteStatus = {
  isDemo: false,
  source: 'sample',
  simulated: true,
  requested: 'auto',
  state: 'ready',
  notice: 'Yahoo did not answer.',
}

/** Draws a part of the shell at an address, as the router would. */
async function renderAt(
  address: string,
  part: ReactNode,
  status: SiteStatus | (() => SiteStatus | undefined) = SIMULATED,
  retried = status,
) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  return renderScreen(<RouterProvider router={router as never} />, {
    'GET /api/market-data/status': status,
    'POST /api/market-data/retry': retried,
  })
}

describe('bar', () => {
  test('its entries are the screens that exist, and the active one says so', async () => {
    await renderAt('/dashboard', <AppBar visitor={MAYA} />)
    const entry = screen.getByRole('link', { name: 'Portfolio' })
    expect(entry.getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('navigation').querySelectorAll('a')).toHaveLength(NAV_ENTRIES.length)
  })

  test('while it is not known who is here, nobody is asked to sign in', async () => {
    await renderAt('/', <AppBar visitor={undefined} />)
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('a visitor signs in and comes back to the page they read', async () => {
    await renderAt('/terms?a=1', <AppBar visitor={null} />)
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
      '/api/login?returnTo=%2Fterms%3Fa%3D1',
    )
  })

  test('an entry is active on its own path and under it, and nowhere else', () => {
    const portfolio = NAV_ENTRIES[0]!
    expect(['/', '/dashboard', '/portfolios/p1'].map((path) => isActiveEntry(portfolio, path))).toEqual([
      true,
      true,
      true,
    ])
    expect(['/account', '/dashboards'].map((path) => isActiveEntry(portfolio, path))).toEqual([false, false])
  })
})

describe('user menu', () => {
  const open = async (user: User) => {
    await renderAt('/', <AppBar visitor={user} />)
    fireEvent.click(screen.getByRole('button', { name: /Account menu of/ }))
    return await screen.findByRole('menu')
  }

  test('name, e-mail beneath, and no PRO badge on the free plan', async () => {
    const menu = await open(MAYA)
    expect(menu.textContent).toContain('Maya Okafor')
    expect(menu.textContent).toContain('maya@example.com')
    expect(menu.textContent).not.toContain('PRO')
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Policies',
      'Pricing & Billing',
      'Account',
      'Log out',
    ])
  })

  test.each([
    [1, '1 token'],
    [7, '7 tokens'],
    [0, '0 tokens'],
  ])('PRO shows its badge and %s as %s', async (discoveryTokens, text) => {
    const menu = await open({ ...MAYA, subscriptionTier: 'pro', discoveryTokens })
    expect(menu.textContent).toContain(`PRO${text}`)
  })

  test('Analytics is there for admins, and only for them', async () => {
    const menu = await open({ ...MAYA, isAdmin: 1 })
    expect(within(menu).getByRole('menuitem', { name: 'Analytics' }).getAttribute('href')).toBe('/analytics')
    expect(within(menu).getByRole('menuitem', { name: 'Pricing & Billing' }).getAttribute('href')).toBe('/pricing')
  })

  test('without a first name the e-mail stands once, as the name', async () => {
    const menu = await open({ ...MAYA, firstName: null, lastName: null })
    expect(menu.textContent!.match(/maya@example\.com/g)).toHaveLength(1)
  })
})

describe('banner', () => {
  test('says that data is simulated and why; only an admin may ask the provider again', async () => {
    await renderAt('/', <DataBanner user={MAYA} />)
    const note = await screen.findByRole('note')
    expect(note.textContent).toContain('Simulated data.')
    expect(note.textContent).toContain('Nothing on this site is investment advice.')
    expect(note.textContent).toContain('Yahoo did not answer.')
    expect(screen.getByRole('link', { name: 'How it works' }).getAttribute('href')).toContain('/backtest-transparency')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('an admin’s retry that finds the provider takes the banner away', async () => {
    const real: SiteStatus = { ...SIMULATED, source: 'yahoo', simulated: false, notice: null }
    const { sent } = await renderAt('/', <DataBanner user={{ ...MAYA, isAdmin: 1 }} />, SIMULATED, real)
    fireEvent.click(await screen.findByRole('button', { name: 'Ask again' }))
    expect(await screen.findByText('Real prices are back')).toBeTruthy()
    expect(screen.queryByRole('note')).toBeNull()
    expect(sent.map(({ call }) => call)).toContain('POST /api/market-data/retry')
  })

  test('where the source of real prices fell silent, that is said first, and nobody is asked to ask what asks by itself', async () => {
    const notice = 'Yahoo Finance is not answering at the moment.'
    const silent: SiteStatus = { ...SIMULATED, source: 'yahoo', simulated: false, state: 'degraded', notice }
    await renderAt('/', <DataBanner user={{ ...MAYA, isAdmin: 1 }} />, silent)
    expect((await screen.findByRole('note')).textContent).toBe(`${notice}How it works`)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a source that falls silent while a page is open is told there', async () => {
    vi.useFakeTimers()
    try {
      const real: SiteStatus = { ...SIMULATED, source: 'yahoo', simulated: false, notice: null }
      const told = [real, { ...real, notice: 'Yahoo Finance is not answering at the moment.' }]
      await renderAt('/', <DataBanner user={MAYA} />, () => told.shift())
      await vi.advanceTimersByTimeAsync(1_000)
      expect(screen.queryByRole('note')).toBeNull()
      await vi.advanceTimersByTimeAsync(60_000)
      await vi.waitFor(() => expect(screen.getByRole('note').textContent).toContain('is not answering'))
    } finally {
      vi.useRealTimers()
    }
  })

  test('real prices need no banner', async () => {
    await renderAt('/', <DataBanner user={null} />, { ...SIMULATED, source: 'yahoo', simulated: false, notice: null })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.queryByRole('note')).toBeNull()
  })
})

test('the footer counts from 2024 to this year', () => {
  renderScreen(<Copyright />)
  expect(screen.getByText(`© 2024–${new Date().getFullYear()} Ballast`)).toBeTruthy()
})
