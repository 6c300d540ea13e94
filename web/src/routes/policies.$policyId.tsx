// Tests: e2e/policies.e2e.ts

import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { PageHead } from '../components/shell/page-head.tsx'
import { Button } from '../components/ui/button.tsx'
import { Card } from '../components/ui/card.tsx'
import { LoadFailure } from '../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../components/ui/skeleton.tsx'
import { policyQuery } from '../features/policies/policies.queries.ts'
import { PolicyPage } from '../features/policies/policy-page.tsx'

export const Route = createFileRoute('/policies/$policyId')({ component: PolicyScreen })

function PolicyScreen() {
  const { policyId } = Route.useParams()
  const found = useQuery(policyQuery(policyId))
  return (
    <>
      <PageHead
        title={found.data?.policy.name ?? 'Policy'}
        subtitle={found.data ? `Protects ${found.data.policy.portfolioName}` : 'A hedge you placed'}
        actions={
          <Button asChild>
            <Link to="/policies">
              <ArrowLeft aria-hidden="true" />
              Policies
            </Link>
          </Button>
        }
      />
      {found.error && !found.data ? (
        <Card>
          <LoadFailure
            title="Failed to load the policy"
            fallback="The server could not be reached. Your policies are safe."
            query={found}
          />
        </Card>
      ) : (
        <Loading
          pending={found.isPending}
          label="Loading the policy"
          skeleton={<Skeleton className="h-[320px] w-full rounded-card" />}
        >
          {() => found.data && <PolicyPage policy={found.data.policy} history={found.data.history} />}
        </Loading>
      )}
    </>
  )
}
