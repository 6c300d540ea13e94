import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { PageHead } from '../components/shell/page-head.tsx'
import { policiesQuery } from '../features/policies/policies.queries.ts'
import { PoliciesPage } from '../features/policies/policies-page.tsx'
import { portfoliosQuery } from '../features/portfolios/portfolios.queries.ts'
import { WatchCard } from '../features/watch/watch-card.tsx'
import { isOwnPortfolio } from '../lib/is-own-portfolio.ts'
import { useSteadyPending } from '../lib/use-steady-pending.ts'

export const Route = createFileRoute('/policies/')({ component: PoliciesScreen })

function PoliciesScreen() {
  const { data: portfolios = [] } = useQuery(portfoliosQuery)
  const navigate = useNavigate()
  const { isPending } = useQuery(policiesQuery)
  const isListed = !useSteadyPending(isPending) && !isPending
  return (
    <>
      <PageHead title="Policies" subtitle="Hedges you placed, rules you set, and what each check found" />
      <div className="grid min-w-0 gap-4">
        <PoliciesPage
          portfolios={portfolios.filter(isOwnPortfolio)}
          onKept={(policyId) => void navigate({ to: '/policies/$policyId', params: { policyId } })}
        />
        {/* Not before the list above has its height, which its blocks do not have. */}
        {isListed && <WatchCard portfolios={portfolios.filter(({ sharedBy }) => sharedBy === undefined)} />}
      </div>
    </>
  )
}
