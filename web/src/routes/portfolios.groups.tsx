// Tests: e2e/groups.e2e.ts

import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Button } from '../components/ui/button.tsx'
import { GroupsPage } from '../features/portfolios/groups-page.tsx'
import { portfoliosQuery } from '../features/portfolios/portfolios.queries.ts'
import { PortfoliosFrame } from './-portfolios-frame.tsx'

export const Route = createFileRoute('/portfolios/groups')({ component: GroupsScreen })

function GroupsScreen() {
  const portfolios = useQuery(portfoliosQuery)
  return (
    <PortfoliosFrame
      title="Portfolio Groups"
      subtitle="Name portfolios that you want to see as one"
      query={portfolios}
      loadingLabel="Loading the groups"
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
    </PortfoliosFrame>
  )
}
