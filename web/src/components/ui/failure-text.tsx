// Tests: controls.test.tsx

import type { ReactNode } from 'react'

/** A sentence about a failure, announced when it appears. Nothing is shown while there is none. */
export function FailureText({ id, children }: { id?: string | undefined; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="text-destructive text-label">
      {children}
    </p>
  )
}
