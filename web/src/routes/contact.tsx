// Tests: e2e/accessibility.e2e.ts

import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PageHead } from '../components/shell/page-head.tsx'
import { Card } from '../components/ui/card.tsx'
import { LoadFailure } from '../components/ui/load-failure.tsx'
import { FullPageSpinner } from '../components/ui/spinner.tsx'
import { ContactPage } from '../features/support/contact-page.tsx'
import { toLoginUrl, useCurrentUser } from '../lib/current-user.ts'
import { offerQuery } from '../lib/offer.ts'

export const Route = createFileRoute('/contact')({ component: ContactScreen, staticData: { access: 'everyone' } })

/** How to reach the operator; visitors see the address, users a form. */
function ContactScreen() {
  const offer = useQuery(offerQuery)
  const user = useCurrentUser()
  if (offer.error) {
    return (
      <>
        <PageHead title="Contact" />
        <Card>
          <LoadFailure title="Failed to load" fallback="The server could not be reached." query={offer} />
        </Card>
      </>
    )
  }
  if (!offer.data || user.isPending) return <FullPageSpinner label="Loading" />
  return (
    <ContactPage supportEmail={offer.data.supportEmail} user={user.data ?? null} loginUrl={toLoginUrl('/contact')} />
  )
}
