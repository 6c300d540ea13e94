// Tests: e2e/sharing.e2e.ts

import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { PageHead } from '../components/shell/page-head.tsx'
import { AcceptPage } from '../features/sharing/accept-page.tsx'
import { rememberSelectedPortfolio } from '../lib/selected-portfolio.ts'

export const Route = createFileRoute('/shared/$code')({ component: AcceptScreen })

function AcceptScreen() {
  const { code } = Route.useParams()
  const navigate = useNavigate()
  return (
    <>
      <PageHead title="Invitation" />
      <AcceptPage
        key={code}
        code={code}
        onAccepted={({ portfolioId }) => {
          rememberSelectedPortfolio(portfolioId)
          void navigate({ to: '/' })
        }}
      />
    </>
  )
}
