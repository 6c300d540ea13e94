import { createFileRoute } from '@tanstack/react-router'
import { PageHead } from '../components/shell/page-head.tsx'
import { InboxPage } from '../features/inbox/inbox-page.tsx'

export const Route = createFileRoute('/inbox')({ component: InboxScreen })

function InboxScreen() {
  return (
    <>
      <PageHead title="Inbox" subtitle="News about your portfolios, and how you get it" />
      <InboxPage />
    </>
  )
}
