// Tests: ../../features/account/access-tokens-card.test.tsx

import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { useSteadyPending } from '../../lib/use-steady-pending.ts'

/** A block with the final size of what will stand here. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-skeleton rounded-badge bg-muted', className)} />
}

interface LoadingProps {
  pending: boolean
  /** Name of what is loading, for those who do not see the blocks: "Loading positions". */
  label: string
  /** Blocks in the final geometry. */
  skeleton: ReactNode
  /** Stands above both, and may change its height together with what is below it. */
  head?: (isLoaded: boolean) => ReactNode
  children: () => ReactNode
}

/** The content, or its skeleton while it loads; the space is the same from the first moment. */
export function Loading({ pending, label, skeleton, head, children }: LoadingProps) {
  const shown = useSteadyPending(pending)
  const isLoaded = !pending && !shown
  return (
    <>
      {head?.(isLoaded)}
      {isLoaded ? (
        children()
      ) : (
        <div aria-busy="true">
          <span role="status" className="sr-only">
            {shown ? label : ''}
          </span>
          <div className={cn(!shown && 'invisible')}>{skeleton}</div>
        </div>
      )}
    </>
  )
}
