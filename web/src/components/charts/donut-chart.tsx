import { lazy, Suspense } from 'react'
import { cn } from '../../lib/class-names.ts'
import type { DonutProps } from './donut-chart-drawing.tsx'

export type { DonutSlice } from './donut-chart-drawing.tsx'

// The drawing library is larger than the rest of the screen and comes after it.
const DonutDrawing = lazy(async () => ({ default: (await import('./donut-chart-drawing.tsx')).DonutDrawing }))

/** Shares of a whole as a ring with the total in the middle, or as a pie. Its legend stands beside it and belongs to the caller. */
export function Donut(props: DonutProps) {
  return (
    <Suspense
      fallback={
        <div
          aria-hidden="true"
          className="mx-auto grid aspect-square max-w-full place-items-center"
          style={{ width: props.size ?? 216 }}
        >
          <div
            className={cn(
              'size-[92%] animate-skeleton rounded-full border-muted',
              props.centre ? 'border-[40px]' : 'bg-muted',
            )}
          />
        </div>
      }
    >
      <DonutDrawing {...props} />
    </Suspense>
  )
}
