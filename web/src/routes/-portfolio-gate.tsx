import type { Portfolio } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Card } from '../components/ui/card.tsx'
import { Loading } from '../components/ui/skeleton.tsx'
import { ErrorState } from '../components/ui/state-message.tsx'
import { portfoliosQuery } from '../features/portfolios/portfolios.queries.ts'
import { rememberSelectedPortfolio } from '../lib/selected-portfolio.ts'
import { toUserMessage } from '../lib/to-user-message.ts'

// Seen once in the life of an account.
const FirstRun = lazy(async () => ({ default: (await import('../features/upload/first-run.tsx')).FirstRun }))

interface PortfolioGateProps {
  /** The head of the screen while there is nothing to choose from. */
  head: ReactNode
  skeleton: ReactNode
  /** What the screen says to somebody without a portfolio, above the ways to the first one. */
  emptyNote?: ReactNode
  /** The screen itself, once there is a portfolio. */
  children: (portfolios: readonly [Portfolio, ...Portfolio[]]) => ReactNode
}

/** What every screen about a portfolio shows while there is none: loading, a failure, or the way to the first one. */
export function PortfolioGate({ head, skeleton, emptyNote, children }: PortfolioGateProps) {
  const portfolios = useQuery(portfoliosQuery)
  const [first, ...others] = portfolios.data ?? []
  if (first) return children([first, ...others])
  return (
    <>
      {head}
      {portfolios.error && !portfolios.data ? (
        <Card>
          <ErrorState
            title="Failed to load portfolios"
            text={toUserMessage(portfolios.error, 'The server could not be reached. Your portfolios are safe.')}
            retrying={portfolios.isFetching}
            onRetry={() => void portfolios.refetch()}
          />
        </Card>
      ) : (
        <Loading pending={portfolios.isPending} label="Loading portfolios" skeleton={skeleton}>
          {() => (
            <Suspense fallback={skeleton}>
              {emptyNote}
              <FirstRun onUploaded={({ id }) => rememberSelectedPortfolio(id)} />
            </Suspense>
          )}
        </Loading>
      )}
    </>
  )
}
