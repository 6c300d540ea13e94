// Tests: e2e/analytics.e2e.ts

import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { AccessDenied, ANALYTICS_TABS, AnalyticsPage } from '../features/analytics/analytics-page.tsx'
import { useCurrentUser } from '../lib/current-user.ts'

export const Route = createFileRoute('/analytics')({ component: AnalyticsScreen })

/** Usage Analytics, for admins. The server refuses everybody else's calls in any case. */
function AnalyticsScreen() {
  const { data: user } = useCurrentUser()
  const { tab: written } = Route.useSearch() as { tab?: unknown }
  const navigate = useNavigate()
  if (user?.isAdmin !== 1) return <AccessDenied />
  return (
    <AnalyticsPage
      tab={ANALYTICS_TABS.find((known) => known === written) ?? 'usage'}
      onTabChange={(tab) =>
        void navigate({ to: '.', search: (tab === 'usage' ? {} : { tab }) as never, replace: true, resetScroll: false })
      }
    />
  )
}
