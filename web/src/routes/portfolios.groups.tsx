// Tests: e2e/groups.e2e.ts

import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { DetailScreen } from '../components/shell/detail-screen.tsx'
import { Button } from '../components/ui/button.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { GroupsPage } from '../features/portfolios/groups-page.tsx'
import { portfoliosQuery } from '../features/portfolios/portfolios.queries.ts'

export const Route = createFileRoute('/portfolios/groups')({ component: GroupsScreen })

function GroupsScreen() {
  const portfolios = useQuery(portfoliosQuery)
  return (
    <DetailScreen
      title="Portfolio Groups"
      subtitle="Name portfolios that you want to see as one"
      back={
        <Link to="/">
          <ArrowLeft aria-hidden="true" />
          Portfolio Overview
        </Link>
      }
      query={portfolios}
      failure={{
        title: 'Failed to load portfolios',
        fallback: 'The server could not be reached. Your portfolios are safe.',
      }}
      loadingLabel="Loading the groups"
      skeleton={<Skeleton className="h-[480px] w-full rounded-card" />}
    >
      {(listed) => (
        <GroupsPage
          portfolios={listed}
          uploadLink={
            <Button asChild variant="primary">
              <Link to="/">Upload Portfolio</Link>
            </Button>
          }
        />
      )}
    </DetailScreen>
  )
}
