import { ANALYTICS_DAYS } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { ShieldX } from 'lucide-react'
import { PageHead } from '../../components/shell/page-head.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { usageSummaryQuery } from './analytics.queries.ts'
import { AuditPanel } from './audit-panel.tsx'
import { JobsPanel } from './jobs-panel.tsx'
import { RecordsMenu } from './records-menu.tsx'
import { SupportPanel } from './support-panel.tsx'
import { UsagePanel } from './usage-panel.tsx'
import { UsersPanel } from './users-panel.tsx'

const TITLE = 'Usage Analytics'

export const ANALYTICS_TABS = ['usage', 'users', 'support', 'audit', 'jobs'] as const
export type AnalyticsTab = (typeof ANALYTICS_TABS)[number]

/** For admins: how much is used and paid, who the users are, what they wrote, what admins did, and how background jobs go. */
export function AnalyticsPage({ tab, onTabChange }: { tab: AnalyticsTab; onTabChange: (tab: AnalyticsTab) => void }) {
  return (
    <>
      <PageHead title={TITLE} subtitle={`Last ${ANALYTICS_DAYS} days`} actions={<RecordsMenu />} />
      <Tabs
        label="Parts of the analytics"
        value={tab}
        onValueChange={onTabChange}
        className="[&>[role=tablist]]:max-w-[520px]"
        tabs={[
          { value: 'usage', label: 'Usage', content: <UsageSection /> },
          { value: 'users', label: 'Users', content: <UsersPanel /> },
          { value: 'support', label: 'Support', content: <SupportPanel /> },
          { value: 'audit', label: 'Audit log', content: <AuditPanel /> },
          { value: 'jobs', label: 'Jobs', content: <JobsPanel /> },
        ]}
      />
    </>
  )
}

function UsageSection() {
  const summary = useQuery(usageSummaryQuery)
  return (
    <Loaded
      query={summary}
      title="Failed to load analytics"
      label="Loading analytics"
      skeleton={<UsageSkeleton />}
      frame={(failure) => <Card>{failure}</Card>}
    >
      {(data) => <UsagePanel summary={data} />}
    </Loaded>
  )
}

/** For everybody else. */
export function AccessDenied() {
  return (
    <>
      <PageHead title={TITLE} />
      <Card>
        <EmptyState
          icon={ShieldX}
          title="Access Denied"
          text="This page is only accessible to administrators."
          className="py-20"
        />
      </Card>
    </>
  )
}

function UsageSkeleton() {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {['uses', 'hedges', 'discoveries', 'subscriptions'].map((name) => (
          <Skeleton key={name} className="h-[106px] rounded-card" />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <Skeleton className="h-[390px] rounded-card" />
        <Skeleton className="h-[390px] rounded-card" />
      </div>
    </div>
  )
}
