import { lazy, Suspense } from 'react'
import type { DonutProps } from './donut-chart-drawing.tsx'

export type { DonutSlice } from './donut-chart-drawing.tsx'

// The drawing library is larger than the rest of the screen and comes after it.
const DonutDrawing = lazy(async () => ({ default: (await import('./donut-chart-drawing.tsx')).DonutDrawing }))

/** Shares of a whole as a ring, with the total in the middle. Its legend stands beside it and belongs to the caller. */
export function Donut(props: DonutProps) {
  return (
    <Suspense
      fallback={
        <div aria-hidden="true" className="mx-auto grid size-[216px] place-items-center">
          <div className="size-[200px] animate-skeleton rounded-full border-[40px] border-muted" />
        </div>
      }
    >
      <DonutDrawing {...props} />
    </Suspense>
  )
}
