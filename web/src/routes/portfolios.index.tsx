// Tests: ../../../e2e/not-found.e2e.ts

import { createFileRoute, redirect } from '@tanstack/react-router'

/** The list of portfolios is the selector of the overview: an address that is cut after `/portfolios` leads there. */
export const Route = createFileRoute('/portfolios/')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})
