// Tests: ../../../e2e/landing.e2e.ts

import type { getOffer, SiteStatus } from '@ballast/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import type { z } from 'zod'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { marketDataStatusQuery } from '../lib/market-data-status.ts'
import { offerQuery } from '../lib/offer.ts'

/** Figures of this installation that the landing page shows. */
export interface LandingFacts {
  status: SiteStatus
  offer: z.output<typeof getOffer.response>
}

/** HTML of the landing page at `/`, for the server: a visitor sees it before any script has run. */
export function drawLanding({ status, offer }: LandingFacts): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(marketDataStatusQuery.queryKey, status)
  client.setQueryData(offerQuery.queryKey, offer)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router as never}>
        <LandingPage />
      </RouterContextProvider>
    </QueryClientProvider>,
  )
}
