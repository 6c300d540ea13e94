import { useRouter } from '@tanstack/react-router'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/state-message.tsx'
import { PageHead } from './page-head.tsx'

/** A screen that failed to draw, or whose code could not be loaded after a new version was installed. */
export function ErrorScreen({ reset }: { reset: () => void }) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <>
      <PageHead title="This page could not be shown" />
      <Card>
        <ErrorState
          title="Something went wrong while drawing this page"
          text="Nothing of yours was changed. Try again, or load the page anew."
          onRetry={retry}
        />
      </Card>
    </>
  )
}
