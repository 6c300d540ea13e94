// Tests: e2e/what-if.e2e.ts

import type { Portfolio } from '@ballast/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { isWhatIf } from '../lib/is-what-if.ts'

const WhatIfBar = lazy(async () => ({ default: (await import('../features/portfolios/what-if-bar.tsx')).WhatIfBar }))

interface WhatIfFrameProps {
  /** The portfolio that the screen is about. */
  viewed: Portfolio | undefined
  children: ReactNode
}

/** Frames in red what nobody holds, and says above what it is; a portfolio that is held is shown as it is. */
export function WhatIfFrame({ viewed, children }: WhatIfFrameProps) {
  const trial = viewed && isWhatIf(viewed.id) ? viewed : undefined
  // One element with and without a trial, so that the screen goes on where it was and only its figures change.
  return (
    <div className={trial ? 'mt-4 rounded-card outline-2 outline-destructive outline-offset-8' : 'contents'}>
      {trial && (
        <Suspense fallback={<Skeleton className="mb-4 h-[88px]" />}>
          <WhatIfBar whatIf={trial.id} isBook={trial.isBook === true} isShared={trial.sharedBy !== undefined} />
        </Suspense>
      )}
      {children}
    </div>
  )
}
