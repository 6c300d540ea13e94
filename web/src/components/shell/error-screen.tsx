// Tests: e2e/not-found.e2e.ts

import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/state-message.tsx'
import { PageHead } from './page-head.tsx'

/**
 * A screen that failed to draw, or whose code could not be loaded: without a connection, or after a new version was
 * installed. What failed to load is loaded again only by a new page, which without a connection would be the browser's own
 * message instead of ours.
 */
export function ErrorScreen() {
  const isOnline = navigator.onLine
  return (
    <>
      <PageHead title="This page could not be shown" />
      <Card>
        <ErrorState
          title={isOnline ? 'Something went wrong while drawing this page' : 'You are offline'}
          text={`Your data was not changed. Try again${isOnline ? '' : ' once you are connected'}.`}
          onRetry={() => navigator.onLine && location.reload()}
        />
      </Card>
    </>
  )
}
