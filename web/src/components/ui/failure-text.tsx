// Tests: controls.test.tsx

import type { ReactNode } from 'react'

interface FailureTextProps {
  id?: string | undefined
  children: ReactNode
}

/** A sentence about a failure, announced when it appears. Nothing is shown while there is none. */
export function FailureText({ id, children }: FailureTextProps) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="text-destructive text-label">
      {children}
    </p>
  )
}
