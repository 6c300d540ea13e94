// Tests: analytics-page.test.tsx

import type { BackgroundWork } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { StatCard } from '../../components/ui/stat.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { formatInstant } from '../../lib/format.ts'
import { backgroundWorkQuery } from './analytics.queries.ts'
import { ServerCard } from './server-card.tsx'

/** How background work goes: what waits in each queue, what failed, and what is tried again. */
export function JobsPanel() {
  const work = useQuery(backgroundWorkQuery)
  return (
    <Loaded
      query={work}
      title="Failed to load background jobs"
      label="Loading background jobs"
      skeleton={<Skeleton className="h-60 rounded-card" />}
      frame={(failure) => <Card>{failure}</Card>}
    >
      {(data) => <Work work={data} />}
    </Loaded>
  )
}

function Work({ work: { jobs, deliveries, duePortfolios, failingChecks, server } }: { work: BackgroundWork }) {
  return (
    <div className="grid gap-4">
      <ServerCard server={server} />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <StatCard label="Messages waiting" figure={String(deliveries.waiting)} caption="To be sent" />
        <StatCard label="Retries" figure={String(deliveries.retrying)} caption="Waiting after a failed attempt" />
        <StatCard
          label="Given up"
          figure={String(deliveries.givenUp)}
          caption={`${deliveries.delivered} delivered in 7 days`}
        />
        <StatCard
          label="Checks due"
          figure={String(duePortfolios)}
          caption={
            failingChecks.portfolios === 0
              ? 'Portfolios since the last close'
              : `${failingChecks.portfolios} failed and are tried again`
          }
        />
      </div>
      {failingChecks.newestReason !== null && (
        <p className="text-label text-muted-foreground">The newest failed check: {failingChecks.newestReason}.</p>
      )}
      <Card title="Jobs" description="Queues of all processes, with about the last hundred runs of each" padded={false}>
        {jobs.length === 0 ? (
          <EmptyState icon={Timer} title="No runs yet" text="Jobs run a few seconds after the server has started." />
        ) : (
          <ul aria-label="Jobs" className="border-t">
            {jobs.map((job) => (
              <JobItem key={job.name} job={job} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

function JobItem({
  job: { name, waiting, active, done, failures, failuresInRow, endedAt, lastFailedAt, lastError },
}: {
  job: BackgroundWork['jobs'][number]
}) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b px-4 py-3 last:border-b-0 sm:px-5">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-label text-muted-foreground">
          {endedAt === null ? 'Not done yet' : `Last done ${formatInstant(endedAt)}`} · {waiting} waiting, {active} at
          work, {done} done, {failures} failed
        </p>
        {lastError !== null && lastFailedAt !== null && (
          <p className="break-words text-label text-muted-foreground">
            Failed {formatInstant(lastFailedAt)}: {lastError}
          </p>
        )}
      </div>
      <Badge tone={failuresInRow === 0 ? 'gain' : 'destructive'}>
        {failuresInRow === 0 ? 'Fine' : `Tried again after ${failuresInRow} failures`}
      </Badge>
    </li>
  )
}
