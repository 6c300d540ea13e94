// Tests: ../../features/ai-analysis/ai-analysis-page.test.tsx, ../../features/hedges/hedges-page.test.tsx

import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'

interface DisclosureProps {
  /** Says what is folded away. */
  summary: ReactNode
  className?: string
  children: ReactNode
}

/** A line that opens what few come for; on paper it is open. */
export function Disclosure({ summary, className, children }: DisclosureProps) {
  return (
    <details className={cn('min-w-0', className)}>
      <summary className="touch-target w-fit rounded-control font-medium text-[13px] text-muted-foreground leading-6 hover:text-foreground">
        {summary}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}
