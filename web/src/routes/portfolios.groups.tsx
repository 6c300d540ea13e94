// Tests: e2e/groups.e2e.ts

import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '../components/ui/button-link.tsx'
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
            <ButtonLink variant="primary" to="/">
              Upload Portfolio
            </ButtonLink>
          }
        />
      )}
    </PortfoliosFrame>
  )
}
