// Tests: e2e/report.e2e.ts

import { ApiError } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Link2Off } from 'lucide-react'
import { useEffect } from 'react'
import { PageHead } from '../components/shell/page-head.tsx'
import { Card } from '../components/ui/card.tsx'
import { LoadFailure } from '../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../components/ui/skeleton.tsx'
import { EmptyState } from '../components/ui/state-message.tsx'
import { ReportPage } from '../features/reports/report-page.tsx'
import { sharedReportQuery } from '../features/reports/reports.queries.ts'

export const Route = createFileRoute('/r/$token')({ component: SharedReport, staticData: { access: 'everyone' } })

function SharedReport() {
  const { token } = Route.useParams()
  const report = useQuery(sharedReportQuery(token))
  useEffect(() => {
    const robots = Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex, nofollow' })
    document.head.append(robots)
    return () => robots.remove()
  }, [])
  if (report.data) return <ReportPage report={report.data} />
  return (
    <>
      <PageHead title="Report" />
      <Card>
        {report.error instanceof ApiError && report.error.status === 404 ? (
          <EmptyState
            icon={Link2Off}
            title="This link does not open a report"
            text="It ended or was revoked. Ask the person who sent it for a new one."
          />
        ) : report.error ? (
          <LoadFailure title="Failed to load the report" fallback="The server could not be reached." query={report} />
        ) : (
          <Loading pending label="Loading the report" skeleton={<Skeleton className="h-[480px] w-full" />}>
            {() => null}
          </Loading>
        )}
      </Card>
    </>
  )
}
