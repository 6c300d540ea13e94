// Tests: ../../features/analytics/analytics-page.test.tsx

import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { NO_DATA } from '../../lib/format.ts'

interface StatCardProps {
  label: ReactNode
  /** Already formatted; a dash gets its title by itself. */
  figure: string
  /** A `Change` at the right of the figure, or a small drawing. */
  aside?: ReactNode
  caption?: ReactNode
  /** Stands under the caption, where more than words does. */
  below?: ReactNode
  className?: string
}

/** A card for one figure: label, figure, change, one caption. */
export function StatCard({ label, figure, aside, caption, below, className }: StatCardProps) {
  return (
    <div className={cn('min-w-0 rounded-card border bg-card px-4 py-4 shadow-card sm:px-5', className)}>
      <div className="text-label text-muted-foreground">{label}</div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <p
          className="truncate text-stat tabular sm:max-md:text-small-stat"
          title={figure === NO_DATA ? 'No data' : figure}
        >
          {figure}
        </p>
        {aside}
      </div>
      {caption && <p className="mt-1 text-label text-muted-foreground">{caption}</p>}
      {below}
    </div>
  )
}

interface SmallStatProps {
  label: ReactNode
  figure: ReactNode
  caption?: ReactNode
  className?: string
}

/** One figure among several inside a card. */
export function SmallStat({ label, figure, caption, className }: SmallStatProps) {
  return (
    <div className={cn('min-w-0', className)}>
      <dt className="text-label text-muted-foreground">{label}</dt>
      <dd className="mt-1 text-small-stat tabular">{figure}</dd>
      {caption && <dd className="mt-0.5 text-caption text-subtle-foreground">{caption}</dd>}
    </div>
  )
}
