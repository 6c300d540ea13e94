// Tests: -root.test.tsx

import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Visitor } from '../components/shell/app-bar.tsx'
import { PageHead } from '../components/shell/page-head.tsx'
import { Shell } from '../components/shell/shell.tsx'
import { Card } from '../components/ui/card.tsx'
import { LoadFailure } from '../components/ui/load-failure.tsx'
import { FullPageSpinner } from '../components/ui/spinner.tsx'
import { Toaster } from '../components/ui/toast.tsx'
import { useCurrentUser } from '../lib/current-user.ts'
import { useMarketDataStatus } from '../lib/market-data-status.ts'
import { CommandEntry } from './-command-entry.tsx'
import { LandingPage } from './-lazy-landing.ts'

interface RootSearch {
  /** A portfolio with changes that nobody made: see `toWhatIfId`. */
  whatIf?: string | undefined
}

export const Route = createRootRoute({
  component: Root,
  validateSearch: ({ whatIf }: Record<string, unknown>): RootSearch => (typeof whatIf === 'string' ? { whatIf } : {}),
  // One goes on looking at it from screen to screen.
  search: { middlewares: [({ search, next }) => ({ whatIf: search.whatIf, ...next(search) })] },
})

function Root() {
  return (
    <>
      <Screen />
      <Toaster />
    </>
  )
}

/** The one place that decides what a visitor sees instead of a screen for users. */
function Screen() {
  const user = useCurrentUser()
  const source = useMarketDataStatus()
  const openToEveryone = useMatches({ select: (matches) => matches.at(-1)?.staticData.access === 'everyone' })
  // A banner that came later would push the screen down. Once asked, whatever the answer: whoever asks again keeps nobody waiting.
  if (!source.isFetched || (user.isPending && !openToEveryone)) {
    return (
      <Shell visitor={undefined} isWaiting>
        <FullPageSpinner label={openToEveryone ? 'Loading' : 'Signing you in'} />
      </Shell>
    )
  }
  if (openToEveryone) return frame(user.data ?? (user.isPending ? undefined : null))
  if (user.isError) {
    return (
      <Shell visitor={undefined}>
        <PageHead title="Ballast did not answer" />
        <Card>
          <LoadFailure
            title="It is not known who is signed in"
            fallback="The server could not be reached. Your data is safe."
            query={user}
          />
        </Card>
      </Shell>
    )
  }
  if (user.data === null) {
    return (
      <Suspense fallback={<FullPageSpinner label="Loading" />}>
        <LandingPage />
      </Suspense>
    )
  }
  return frame(user.data)
}

/** The same shell as while waiting, so that the keyboard stays where it is. */
function frame(visitor: Visitor): ReactNode {
  return (
    <Shell visitor={visitor} search={visitor && <CommandEntry />}>
      <Outlet />
    </Shell>
  )
}
