// Tests: charts.test.tsx, curve-chart.test.tsx

import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import type { useChartCursor } from './use-chart-cursor.ts'

interface ChartStageProps extends ComponentProps<'div'> {
  /** Says what is drawn and how it is read: "Uses by day. Left and Right move through the days." */
  label: string
  cursor: ReturnType<typeof useChartCursor>
  width: number
  height: number
  /** Coordinates of the drawing when they do not begin at its upper left corner. */
  viewBox?: string
  /** True for curves and columns over axes, whose labels may reach over the edge. */
  hasAxes?: boolean
  /** A further panel of the same chart: it takes no focus and says nothing by itself. */
  follows?: boolean
  /** Tooltip, or text in the middle. */
  overlay?: ReactNode
  /** Content of the drawing. */
  children: ReactNode
}

/** The area of a chart: one tab stop, read by the arrow keys, and the voice that says where the cursor is. */
export function ChartStage(props: ChartStageProps) {
  const { label, cursor, width, height, viewBox, hasAxes, follows, overlay, className, children, ...rest } = props
  return (
    <div
      role="application"
      aria-hidden={follows || undefined}
      aria-roledescription="chart"
      aria-label={label}
      tabIndex={follows ? undefined : 0}
      onKeyDown={cursor.onKeyDown}
      onPointerLeave={() => cursor.moveTo(null)}
      onBlur={() => cursor.moveTo(null)}
      className={cn('relative', hasAxes && 'touch-pan-y', className ?? 'rounded-control')}
      {...rest}
    >
      <svg
        aria-hidden="true"
        width={width}
        height={height}
        viewBox={viewBox ?? `0 0 ${width} ${height}`}
        className={cn('block', hasAxes && 'overflow-visible')}
      >
        {children}
      </svg>
      {overlay}
      {!follows && (
        <span role="status" className="sr-only">
          {cursor.announcement}
        </span>
      )}
    </div>
  )
}

interface ValueGridProps {
  ticks: readonly number[]
  y: (value: number) => number
  left: number
  right: number
  format: (tick: number) => string
}

/** Horizontal hairlines only; the zero line is solid. */
export function ValueGrid({ ticks, y, left, right, format }: ValueGridProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        x1={left}
        x2={right}
        y1={y(tick)}
        y2={y(tick)}
        strokeDasharray={tick === 0 ? undefined : '2 4'}
        className="stroke-border"
      />
      <text x={left - 10} y={y(tick) + 4} textAnchor="end" className="fill-subtle-foreground text-axis tabular">
        {format(tick)}
      </text>
    </g>
  ))
}
