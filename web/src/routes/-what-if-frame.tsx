// Tests: e2e/what-if.e2e.ts

import type { Portfolio } from '@ballast/contract'
import { Fragment, lazy, type ReactNode, Suspense } from 'react'
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
  // Screens begin anew with another portfolio.
  if (!viewed || !isWhatIf(viewed.id)) return <Fragment key="held">{children}</Fragment>
  return (
    <div key={viewed.id} className="mt-4 rounded-card outline-2 outline-destructive outline-offset-8">
      <Suspense fallback={<Skeleton className="mb-4 h-[88px]" />}>
        <WhatIfBar whatIf={viewed.id} isBook={viewed.isBook === true} isShared={viewed.sharedBy !== undefined} />
      </Suspense>
      {children}
    </div>
  )
}
