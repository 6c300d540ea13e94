import { lazy, Suspense } from 'react'
import type { LineChartProps } from './line-chart-drawing.tsx'

export type { LineSeries } from './series-path.tsx'

export const LINE_CHART_HEIGHT = 280

// Figures first: the drawing comes after them, into the place that is kept for it.
const LineChartDrawing = lazy(async () => ({ default: (await import('./line-chart-drawing.tsx')).LineChartDrawing }))

/** Lines over trading days, with a crosshair that snaps to a day under the mouse, the finger and the arrow keys. */
export function LineChart({
  height = LINE_CHART_HEIGHT,
  ...props
}: Omit<LineChartProps, 'height'> & { height?: number }) {
  return (
    <Suspense fallback={<div aria-hidden="true" style={{ height }} />}>
      <LineChartDrawing height={height} {...props} />
    </Suspense>
  )
}
