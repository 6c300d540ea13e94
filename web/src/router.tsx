// Tests: e2e/not-found.e2e.ts, e2e/scrolling.e2e.ts

import { createRouter } from '@tanstack/react-router'
import { ErrorScreen } from './components/shell/error-screen.tsx'
import { FullPageSpinner } from './components/ui/spinner.tsx'
import { announceScreenChange } from './lib/heading-focus.ts'
import { routeTree } from './routeTree.gen.ts'

export function createAppRouter() {
  const router = createRouter({
    routeTree,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: () => <FullPageSpinner label="Loading" />,
    defaultErrorComponent: ErrorScreen,
  })
  // The router answers code that it cannot load with a new page, which without a connection is the browser's own message.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!navigator.onLine) payload.message = 'Offline'
  })
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) announceScreenChange()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** `everyone` may read the page without signing in; all others show the landing page to a visitor. */
    access?: 'everyone'
  }
}
