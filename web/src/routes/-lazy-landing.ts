// Tests: -root.test.tsx

import { lazyRouteComponent } from '@tanstack/react-router'

/** The page for visitors. Only they need it, and they need nothing else. */
export const LandingPage = lazyRouteComponent(() => import('../features/landing/landing-page.tsx'), 'LandingPage')
