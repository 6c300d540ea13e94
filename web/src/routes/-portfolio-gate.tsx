// Tests: e2e/first-run.e2e.ts, e2e/overview.e2e.ts

import type { Portfolio } from '@ballast/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { Card } from '../components/ui/card.tsx'
import { Loaded } from '../components/ui/loaded.tsx'
import type { SavedPortfolio } from '../features/upload/upload.queries.ts'
import { rememberSelectedPortfolio } from '../lib/selected-portfolio.ts'
import { useViewedPortfolios } from './-use-viewed-portfolios.ts'
import { WhatIfFrame } from './-what-if-frame.tsx'

// Seen once in the life of an account.
const FirstRunScreen = lazy(async () => ({ default: (await import('./-first-run-screen.tsx')).FirstRunScreen }))

interface PortfolioGateProps {
  /** The head of the screen while there is nothing to choose from. */
  head: ReactNode
  skeleton: ReactNode
  /** Words of the screen to a user without a portfolio, above the ways to the first one. */
  emptyNote?: ReactNode
  /** Told of the first portfolio, which is then the selected one. */
  onFirstUploaded?: (saved: SavedPortfolio) => void
  /** The screen itself, once there is a portfolio. */
  children: (portfolios: readonly [Portfolio, ...Portfolio[]]) => ReactNode
}

/** Content of every screen about a portfolio while there is none: loading, a failure, or the way to the first one. */
export function PortfolioGate({ head, skeleton, emptyNote, onFirstUploaded, children }: PortfolioGateProps) {
  const portfolios = useViewedPortfolios()
  const [first, ...others] = portfolios.data ?? []
  const onUploaded = (saved: SavedPortfolio) => {
    rememberSelectedPortfolio(saved.id)
    onFirstUploaded?.(saved)
  }
  // A group that is left alone is nothing to look at.
  if (first && !portfolios.data?.every(({ isBook }) => isBook))
    return <WhatIfFrame viewed={first}>{children([first, ...others])}</WhatIfFrame>
  return (
    <>
      {head}
      <Loaded
        query={portfolios}
        title="Failed to load portfolios"
        fallback="The server could not be reached. Your portfolios are safe."
        label="Loading portfolios"
        skeleton={skeleton}
        frame={(failure) => <Card>{failure}</Card>}
      >
        {() => (
          <Suspense fallback={skeleton}>
            {emptyNote}
            <FirstRunScreen onUploaded={onUploaded} />
          </Suspense>
        )}
      </Loaded>
    </>
  )
}
