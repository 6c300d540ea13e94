import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { PageHead } from '../components/shell/page-head.tsx'
import { ButtonLink } from '../components/ui/button-link.tsx'
import { type RecordTab, TrackRecordPage } from '../features/track-record/track-record-page.tsx'

interface TrackRecordSearch {
  tab?: RecordTab | undefined
}

const TABS: readonly RecordTab[] = ['live', 'simulated', 'replayed']

export const Route = createFileRoute('/track-record')({
  component: TrackRecordScreen,
  validateSearch: ({ tab }: Record<string, unknown>): TrackRecordSearch => ({
    tab: TABS.find((known) => known === tab),
  }),
})

/** How recommendations turned out. */
function TrackRecordScreen() {
  const { tab = null } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <>
      <PageHead
        title="Track Record"
        subtitle="Every recommendation, scored against doing nothing, losers included"
        actions={
          <ButtonLink to="/ai-analysis">
            <ArrowLeft aria-hidden="true" />
            AI Analysis
          </ButtonLink>
        }
      />
      <TrackRecordPage
        tab={tab}
        onTabChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      />
    </>
  )
}
