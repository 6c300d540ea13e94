// Tests: ../features/hedges/hedges-page.test.tsx, e2e/layout-shift.e2e.ts

import type { ReactNode } from 'react'

interface OverResultProps {
  isShown: boolean
  steps: ReactNode
  /** The result of before, which stays where it is. */
  children: ReactNode
}

/** Steps of a new run over the result of the last one, so that nothing moves when they go. */
export function OverResult({ isShown, steps, children }: OverResultProps) {
  return (
    <div className="relative min-w-0 empty:hidden">
      {isShown && <div className="absolute inset-x-0 top-0 z-[1] rounded-card bg-card shadow-popover">{steps}</div>}
      {children}
    </div>
  )
}
