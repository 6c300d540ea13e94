import { lazy, Suspense } from 'react'
import type { CurveChartProps } from './curve-chart-drawing.tsx'

export type { Curve, CurvePoint } from './curve-chart-drawing.tsx'

// Figures first: the drawing comes after them, into the place that is kept for it.
const CurveChartDrawing = lazy(async () => ({
  default: (await import('./curve-chart-drawing.tsx')).CurveChartDrawing,
}))

/** Curves and points over a number such as a strike, a price or days, with a cursor that snaps to a place on the axis. */
export function CurveChart(props: CurveChartProps) {
  return (
    <Suspense fallback={<div aria-hidden="true" style={{ height: props.height }} />}>
      <CurveChartDrawing {...props} />
    </Suspense>
  )
}
