import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { PageHead } from '../components/shell/page-head.tsx'
import { Loading } from '../components/ui/skeleton.tsx'
import { policiesQuery } from '../features/policies/policies.queries.ts'
import { PoliciesPage, PoliciesSkeleton } from '../features/policies/policies-page.tsx'
import { portfoliosQuery } from '../features/portfolios/portfolios.queries.ts'
import { WatchCard } from '../features/watch/watch-card.tsx'
import { isOwnPortfolio } from '../lib/is-own-portfolio.ts'

export const Route = createFileRoute('/policies/')({ component: PoliciesScreen })

function PoliciesScreen() {
  const portfolios = useQuery(portfoliosQuery)
  const policies = useQuery(policiesQuery)
  const navigate = useNavigate()
  const known = portfolios.data ?? []
  return (
    <>
      <PageHead title="Policies" subtitle="Hedges you placed, rules you set, and what each check found" />
      {/* All at once: the blocks are lower than what comes, and what follows them would be pushed down in sight. */}
      <Loading
        pending={!portfolios.isFetched || !policies.isFetched}
        label="Loading policies"
        skeleton={<PoliciesSkeleton />}
      >
        {() => (
          <div className="grid min-w-0 gap-4">
            <PoliciesPage
              portfolios={known.filter(isOwnPortfolio)}
              onKept={(policyId) => void navigate({ to: '/policies/$policyId', params: { policyId } })}
            />
            <WatchCard portfolios={known.filter(({ sharedBy }) => sharedBy === undefined)} />
          </div>
        )}
      </Loading>
    </>
  )
}
