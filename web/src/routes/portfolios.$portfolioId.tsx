// Tests: e2e/manage.e2e.ts

import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Briefcase } from 'lucide-react'
import { Card } from '../components/ui/card.tsx'
import { EmptyState } from '../components/ui/state-message.tsx'
import { AccountsCard } from '../features/brokerage-accounts/accounts-card.tsx'
import { ManagePage } from '../features/portfolios/manage-page.tsx'
import { ExportCard } from '../features/portfolios/portfolio-settings.tsx'
import { portfoliosQuery } from '../features/portfolios/portfolios.queries.ts'
import { ReportCard } from '../features/reports/report-card.tsx'
import { SharedPortfolioPage } from '../features/sharing/shared-portfolio-page.tsx'
import { SharingCard } from '../features/sharing/sharing-card.tsx'
import { SplitNotices } from '../features/splits/split-notices.tsx'
import { SplitsCard } from '../features/splits/splits-card.tsx'
import { PortfoliosFrame } from './-portfolios-frame.tsx'

export const Route = createFileRoute('/portfolios/$portfolioId')({ component: ManageScreen })

function ManageScreen() {
  const { portfolioId } = Route.useParams()
  const navigate = useNavigate()
  const portfolios = useQuery(portfoliosQuery)
  const portfolio = portfolios.data?.find(({ id, isBook }) => id === portfolioId && !isBook)
  return (
    <PortfoliosFrame
      title={portfolio ? `${portfolio.sharedBy === undefined ? 'Manage ' : ''}${portfolio.name}` : 'Manage portfolio'}
      subtitle={
        portfolio?.sharedBy === undefined
          ? 'Rename, edit positions, take back imports, export, share or delete'
          : 'Another user lets you read it'
      }
      query={portfolios}
      loadingLabel="Loading the portfolio"
    >
      {() =>
        portfolio?.sharedBy !== undefined ? (
          <SharedPortfolioPage
            key={portfolio.id}
            portfolio={portfolio}
            exportCard={<ExportCard portfolioId={portfolio.id} />}
            onEnded={() => void navigate({ to: '/' })}
          />
        ) : portfolio ? (
          // A key of its own: fields filled with one portfolio's name must not stay for another.
          <ManagePage
            key={portfolio.id}
            portfolio={portfolio}
            splitNotices={<SplitNotices portfolioId={portfolio.id} />}
            splitsCard={<SplitsCard portfolioId={portfolio.id} />}
            accountsCard={<AccountsCard portfolioId={portfolio.id} />}
            sharingCard={<SharingCard portfolioId={portfolio.id} />}
            reportCard={<ReportCard portfolioId={portfolio.id} />}
            groupsLink={
              <Link to="/portfolios/groups" className="touch-target font-medium text-primary hover:underline">
                Group it with other portfolios
              </Link>
            }
            onDeleted={() => void navigate({ to: '/' })}
          />
        ) : (
          <Card>
            <EmptyState
              icon={Briefcase}
              title="This portfolio does not exist"
              text="It may have been deleted, here or on another device."
            />
          </Card>
        )
      }
    </PortfoliosFrame>
  )
}
