import { lazy, Suspense } from 'react'
import type { DonutProps } from './donut-chart-drawing.tsx'

export type { DonutSlice } from './donut-chart-drawing.tsx'

const SIZE = 216

// Figures first: the drawing comes after them, into the place that is kept for it.
const DonutDrawing = lazy(async () => ({ default: (await import('./donut-chart-drawing.tsx')).DonutDrawing }))

/** Shares of a whole as a ring with the total in the middle, or as a pie. Its legend stands beside it and belongs to the caller. */
export function Donut({ size = SIZE, ...props }: Omit<DonutProps, 'size'> & { size?: number }) {
  return (
    <Suspense fallback={<div aria-hidden="true" style={{ height: size }} />}>
      <DonutDrawing size={size} {...props} />
    </Suspense>
  )
}
